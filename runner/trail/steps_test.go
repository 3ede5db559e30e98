package trail

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/runner/pancode"
)

// FuzzSteps reads anything as the output of pan -r -v, and as a trail.
func FuzzSteps(f *testing.F) {
	f.Add("  1: proc  0 (P)  m.pml:3 (state 6) trans {25,1} [(1)]\nglobal vars:\n\tbit    flag:\t0\n\t(struct t)\n\tbyte   a:\t0\nspin: trail ends after 1 steps\n")
	f.Add("  2: proc  0 (P)  m.pml:7 (state 2) trans {1,4} [ a[1]++;\n  b = '[';\n]\nglobal vars:\n\tbyte   x:\t2\n  3: proc  0 (P)  m.pml:8 (state 3) trans {2,5} [{\nspin: trail ends after 3 steps\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := newStepReader(true, []pancode.Field{{Name: "t", Fields: []pancode.Field{{Name: "a"}}}}, noMtypes{}, pancode.Statements{})
		for line := range strings.Lines(text) {
			s.Line(strings.TrimSuffix(line, "\n"))
		}
		LastProcess([]byte(text))
	})
}

type noMtypes struct{}

func (noMtypes) Names() []string                  { return []string{"m"} }
func (noMtypes) Value(string, string, int) string { return "" }
