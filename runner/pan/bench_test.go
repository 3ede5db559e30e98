package pan

import (
	"io"
	"strings"
	"testing"
)

// BenchmarkUnknown is the worst case: a line that no pattern fits.
func BenchmarkUnknown(b *testing.B) {
	line := "      receive 3<-1 REPLY and then some more text as a printf would give\n"
	w := NewParser().Stdout()
	text := strings.Repeat(line, 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		io.WriteString(w, text)
	}
}

// BenchmarkProgress reads pan's progress lines.
func BenchmarkProgress(b *testing.B) {
	text := strings.Repeat("Depth=    9999 States=    1e+06 Transitions= 3.97e+06 Memory=    33.198\tt=     2.32 R=   4e+05\n", 100)
	w := NewParser().Stdout()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		io.WriteString(w, text)
	}
}
