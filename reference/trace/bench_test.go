package trace_test

import (
	"bytes"
	"testing"

	"github.com/mxgen/mxgen/reference/trace"
)

// BenchmarkRead reads a long trace; one operation is one event.
func BenchmarkRead(b *testing.B) {
	file, steps := simulated(b, configurations[1], 2000)
	b.SetBytes(int64(len(file) / len(steps)))
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; {
		r, err := trace.NewReader("x", bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range r.Steps() {
			if err != nil {
				b.Fatal(err)
			}
			if n++; n == b.N {
				break
			}
		}
	}
}
