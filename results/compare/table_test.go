package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// TestText: the text of an equal comparison is one line, and that of a difference has the
// first labels and the nearest difference.
func TestText(t *testing.T) {
	c := config.Config{Algorithm: "centralized", N: 2}
	sides := results.Sides{SPIN: 7, Go: 8}
	different := &Comparison{Configuration: c, States: sides, Transitions: sides,
		Difference: &Difference{Path: []string{"request 1"}, Text: "only the model has enter 1"}}
	for k := range 8 {
		different.Labels = append(different.Labels, LabelCount{fmt.Sprintf("enter %d", k+1), sides})
	}
	for _, one := range []struct {
		comparison *Comparison
		want       []string
	}{
		{&Comparison{Configuration: c, Equal: true, Edges: EdgesCompared, States: sides, Transitions: sides}, []string{"equal: 8 states, the same labelled edges (8)"}},
		{&Comparison{Configuration: c, Equal: true, Edges: EdgesHashed, States: sides, Transitions: sides}, []string{"equal: 8 states, the same labelled edges by a hash over all (8)"}},
		{different, []string{"different: 7 states and 7 edges in the model, 8 and 8 in the program",
			"  enter 6: 7 in the model, 8 in the program\n  and 2 other labels with different counts\n",
			"the nearest difference:\n   1  request 1\n      only the model has enter 1\n"}},
	} {
		var out strings.Builder
		if err := Text(&out, one.comparison); err != nil {
			t.Error(err)
		}
		for _, want := range one.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in %q", want, out.String())
			}
		}
	}
}
