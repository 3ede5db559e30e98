package scenarios

import (
	"slices"
	"testing"

	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// The one request of node 4 in scenario MK-5 costs more than 7(K-1), the thesis' bound.  Model
// and program execute the scenario (TestModel, TestProgram); this counts its messages.
func TestCostOfMK5(t *testing.T) {
	i := slices.IndexFunc(all(t), func(s *Scenario) bool { return s.Name == "MK-5" })
	s := all(t)[i]
	sys, err := algorithms.New(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	const requester = 4
	w, cost := sys.World(), 0
	for _, label := range s.Events() {
		e, err := event.Parse(label)
		if err != nil {
			t.Fatal(err)
		}
		sends, err := w.Step(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sends {
			asks := e.Node == requester && slices.Contains([]string{"REQUEST", "RELINQUISH", "RELEASE"}, m.Msg.Kind)
			is := m.To == requester && slices.Contains([]string{"LOCKED", "FAILED", "INQUIRE"}, m.Msg.Kind)
			if asks || is {
				cost++
			}
		}
	}
	if bound := 7 * (len(s.Config.Quorums[requester-1]) - 1); cost != 16 || bound != 14 {
		t.Errorf("%d messages, 7(K-1) = %d", cost, bound)
	}
}
