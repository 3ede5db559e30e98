package bounds

import (
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// A stated bound that depends on the node is checked at the node that violates it by
// most, and the run that is shown is that node's.
func TestStatedBoundsByNode(t *testing.T) {
	c := testenv.Config(t, "maekawa", "--n 4 --rounds 1 --quorum sets:1,2,3,4/1,2/1,3/1,4")
	a, err := algorithms.Lookup("maekawa")
	if err != nil {
		t.Fatal(err)
	}
	runs := make([]*results.Counterexample, 4)
	for k := range runs {
		runs[k] = &results.Counterexample{}
	}
	b := &Bounds{Configuration: c, Measure: registry.MeasureMessages, Load: registry.LoadAny, Entries: 1, Nodes: []NodeBounds{
		{Node: 1, Ends: true, Least: 9, Most: 20, leastRun: runs[0], mostRun: runs[0]}, // K is 4
		{Node: 2, Ends: true, Least: 3, Most: 9, leastRun: runs[1], mostRun: runs[1]},  // K is 2
		{Node: 3, Ends: true, Least: 2, Most: 7, leastRun: runs[2], mostRun: runs[2]},
		{Node: 4},
	}}
	b.takeExtremes()
	b.checkStated(a)
	low, high := b.Stated[0], b.Stated[1]
	if !low.Lower || low.Holds || low.Node != 3 || low.Value != 3 || b.LeastNode != 3 || b.LeastRun != runs[2] {
		t.Errorf("lower: %+v, shown for node %d", low, b.LeastNode)
	}
	if high.Lower || high.Holds || high.Node != 2 || high.Value != 7 || b.MostNode != 2 || b.MostRun != runs[1] {
		t.Errorf("upper: %+v, shown for node %d", high, b.MostNode)
	}
}
