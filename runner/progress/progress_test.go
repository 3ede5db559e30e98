package progress

import (
	"bytes"
	"context"
	"io"
	"testing"
)

// TestFigures: pan's lines of progress are told, whatever pieces they come in, and passed on.
func TestFigures(t *testing.T) {
	var got []Figures
	ctx := Observe(context.Background(), Observer{Figures: func(f Figures) { got = append(got, f) }})
	var out bytes.Buffer
	w := Watch(ctx, &out, 64<<20)
	const text = "Depth=    1204 States=    1e+06 Transitions= 2.38e+06 Memory=   150.312\tt=     0.61 R=   2e+06\nDepth= x\nDepth=       9 States= 2e+06 Transitions= 3e+06 Nodes= 5 Memory= 200.000\tt= 1.5 R= 1e+06\n"
	for k := range len(text) {
		_, _ = io.WriteString(w, text[k:k+1])
	}
	want := []Figures{{1e6, 1204, 150.312, 0.61, 64 << 20}, {2e6, 9, 200, 1.5, 64 << 20}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] || out.String() != text {
		t.Errorf("%+v", got)
	}
	if w := Watch(context.Background(), &out, 0); w != io.Writer(&out) {
		t.Error("nobody observes")
	}
}
