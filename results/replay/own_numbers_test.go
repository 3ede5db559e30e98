package replay

import (
	"math/rand/v2"
	"strings"
	"testing"

	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// TestOwnNumbers: a run in normal form has a run of the program with its own numbers, on links that
// keep the order of messages too, where a message that the normal form has dropped comes first.
func TestOwnNumbers(t *testing.T) {
	dropped := 0
	for _, c := range [][2]string{
		{"ricart-agrawala", "--n 3"}, {"ricart-agrawala", "--n 3 --network fifo"}, {"lamport", "--n 2"},
		{"suzuki-kasami", "--n 3"}, {"suzuki-kasami", "--n 3 --network fifo"}, {"raymond-k", "--n 3 --k 1"},
		{"ricart-agrawala-token", "--n 3 --variant arbitrary --network fifo"}, {"neilsen-mizuno", "--n 3"},
	} {
		cfg := testenv.Config(t, c[0], c[1])
		system, err := programs.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		random, w := rand.New(rand.NewPCG(1, 2)), system.World()
		var events []event.Event
		for range 150 {
			possible := w.AppendEnabled(nil)
			e := possible[max(random.IntN(len(possible)), random.IntN(len(possible)))].Clone() // receipts come late
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
			events = append(events, e)
		}
		normal, err := ProgramCounterexample(system, events[:100], events[100:], true)
		if err != nil {
			t.Fatal(err)
		}
		own, err := OwnNumbers(cfg, normal)
		if err != nil || phases(own) != phases(normal) {
			t.Errorf("%v: %v\n%s\n%s", c, err, phases(own), phases(normal))
			continue
		}
		if own.Steps[own.Cycle].Event[:4] != events[100].String()[:4] {
			t.Errorf("%v: the cycle begins with %s, not %s", c, own.Steps[own.Cycle].Event, events[100])
		}
		dropped += len(own.Steps) - len(events)
		raw := system.Raw().World()
		for k, s := range own.Steps {
			e, err := event.Parse(s.Event)
			if err == nil {
				_, err = raw.Step(e)
			}
			if err != nil {
				t.Errorf("%v: event %d: %v", c, k+1, err)
				break
			}
		}
	}
	if dropped == 0 {
		t.Error("no message was received that the normal form drops")
	}
}

// phases are the events of a run at which a phase changes.
func phases(x *results.Counterexample) string {
	var all []string
	for _, s := range x.Steps {
		if !strings.HasPrefix(s.Event, "receive") {
			all = append(all, s.Event)
		}
	}
	return strings.Join(all, ",")
}
