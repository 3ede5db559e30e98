package algorithms_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// TestRewind: AppendState and Rewind, which process only what a step has
// changed, agree with a world that is set and encoded completely.
func TestRewind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	unbounded := slices.DeleteFunc(permissionConfigurations(), func(c config.Config) bool { return c.Rounds > 0 })
	for _, cfg := range slices.Concat(configurations(4), unbounded) {
		sys := mustNew(t, cfg)
		w, fresh := sys.World(), sys.World()
		state := w.AppendState(nil)
		for range 2000 {
			w.SetState(state)
			events := slices.Collect(w.Enabled())
			for _, e := range events {
				if _, err := w.Step(e); err != nil {
					t.Fatalf("%s: %s: %v", cfg, e, err)
				}
				fresh.SetState(slices.Clone(w.AppendState(nil)))
				if quick, slow := w.AppendState(nil), fullState(fresh); !bytes.Equal(quick, slow) {
					t.Fatalf("%s: after %s the world is %x, encoded afresh %x", cfg, e, quick, slow)
				}
				w.Rewind()
				if !bytes.Equal(w.AppendState(nil), state) {
					t.Fatalf("%s: %s is not taken back", cfg, e)
				}
			}
			if _, err := w.Step(events[random.IntN(len(events))]); err != nil {
				t.Fatal(err)
			}
			state = slices.Clone(w.AppendState(nil))
		}
	}
}

// fullState encodes every node of a world: Normalise marks all nodes as changed,
// and does not change a world in normal form.
func fullState(w *reference.World) []byte {
	w.Normalise()
	return w.AppendState(nil)
}

// TestVariables: names are different, and a world has one value for each.
func TestVariables(t *testing.T) {
	for _, cfg := range configurations(3) {
		for _, rounds := range []int{0, 2} {
			cfg.Rounds = rounds
			sys := mustNew(t, cfg)
			seen := map[string]bool{}
			for _, v := range sys.Variables() {
				if seen[v.Name] {
					t.Errorf("%s: %s twice", cfg, v.Name)
				}
				seen[v.Name] = true
				if v.Phase != strings.HasPrefix(v.Name, "phase[") {
					t.Errorf("%s: %+v", cfg, v)
				}
			}
			if seen["requests[1]"] != (rounds > 0) {
				t.Errorf("%s: requests[1] is there: %v", cfg, seen["requests[1]"])
			}
			values, err := sys.World().Values(nil)
			if err != nil || len(values) != len(seen) {
				t.Errorf("%s: %d values of %d variables, %v", cfg, len(values), len(seen), err)
			}
		}
	}
}
