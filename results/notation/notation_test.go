package notation

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/reference"
)

// TestPhases: a model names the program's phases in capitals.
func TestPhases(t *testing.T) {
	phase := reference.Variable{Name: "phase[1]", Phase: true}
	for _, p := range []reference.Phase{reference.Idle, reference.Wait, reference.CS} {
		name := strings.ToUpper(p.String())
		if got := Value(phase, int(p)); got != name || Phase(name) != int(p) {
			t.Errorf("%s: %s, number %d", p, got, Phase(name))
		}
	}
	if got := Value(reference.Variable{Name: "next[1]"}, 2); got != "2" {
		t.Error(got)
	}
	if Value(phase, 3) != "3" || Phase("3") != -1 {
		t.Error("3 is a phase")
	}
}
