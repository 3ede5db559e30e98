package algorithms_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/reference/trace"
)

// figure4 is the state transition graph of a node in the thesis (Figure 4): the
// possible transitions, by their number.  The states are N, not requesting; R
// and RF, waiting with follow = 0 and follow != 0; E and EF, the same with the
// token; and H, holding the token idle.  Entering the critical section does not
// change the state.
var figure4 = map[int][]string{
	1: {"N-R"},
	2: {"E-EF", "R-RF"},
	3: {"EF-EF", "N-N", "RF-RF"},
	4: {"R-E", "RF-EF"},
	5: {"E-H"},
	6: {"H-E"},
	7: {"EF-N"},
	8: {"H-N"},
}

// TestFigure4: on lines, stars and trees of up to five nodes the transitions
// are exactly those of the figure, and the sinks are its shaded states.
func TestFigure4(t *testing.T) {
	for n := 2; n <= largestFigure4; n++ {
		want := maps.Clone(figure4)
		if n == 2 {
			delete(want, 3) // nobody is between two others and forwards a request
		}
		found := map[int]map[string]bool{}
		for _, cfg := range trees(n) {
			collect(t, cfg, found)
		}
		for number := 1; number <= 8; number++ {
			if got := slices.Sorted(maps.Keys(found[number])); !slices.Equal(got, want[number]) {
				t.Errorf("n %d: transition %d is %v, in the figure %v", n, number, got, want[number])
			}
		}
	}
}

// trees returns the line, the star and the binary tree on n nodes, with the token
// at each node.  With five nodes it is at node 1 only, to save time.
func trees(n int) (cfgs []config.Config) {
	shapes := map[string][]config.Edge{}
	for i := 2; i <= n; i++ {
		shapes["line"] = append(shapes["line"], config.Edge{i - 1, i})
		shapes["star"] = append(shapes["star"], config.Edge{1, i})
		shapes["tree:2"] = append(shapes["tree:2"], config.Edge{i / 2, i})
	}
	for _, topology := range slices.Sorted(maps.Keys(shapes)) {
		for token := 1; token <= n && (n < 5 || token == 1); token++ {
			cfgs = append(cfgs, config.Config{Algorithm: "neilsen-mizuno", N: n, Network: config.Unordered,
				Topology: topology, Edges: shapes[topology], Token: token})
		}
	}
	return cfgs
}

// collect adds the transitions of every edge of a configuration's graph.
func collect(t *testing.T, cfg config.Config, found map[int]map[string]bool) {
	t.Helper()
	sys := mustNew(t, cfg)
	g := explore.Run(context.Background(), sys, explore.Options{})
	if complete, why := g.Complete(); !complete {
		t.Fatal(why)
	}
	w := sys.World()
	err := g.Each(func(s explore.State, _ []int) error {
		g.World(s, w)
		before := make([]string, cfg.N+1)
		for i := range cfg.N {
			state, next := thesisState(w, i+1)
			if (next == 0) != strings.Contains("R E H", state) {
				return fmt.Errorf("node %d is in state %s, next is %d", i+1, state, next)
			}
			before[i+1] = state
		}
		for e := range w.Enabled() {
			sends, err := w.Step(e)
			if err != nil {
				return err
			}
			number := transition(e, sends)
			after, _ := thesisState(w, e.Node)
			w.Rewind()
			if number == 0 {
				if before[e.Node] != after {
					return fmt.Errorf("%s leads from %s to %s", e, before[e.Node], after)
				}
				continue
			}
			if found[number] == nil {
				found[number] = map[string]bool{}
			}
			found[number][before[e.Node]+"-"+after] = true
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", cfg, err)
	}
}

// thesisState returns the state of a node in the figure, and its next.
func thesisState(w *reference.World, i int) (state string, next int) {
	vars := trace.State(w.Vars(i))
	number := func(name string) int {
		v, _ := vars.Find(name)
		return v.Number
	}
	switch {
	case number("holding") != 0:
		state = "H"
	case number("token") != 0:
		state = "E"
	case w.Phase(i) == reference.Wait:
		state = "R"
	default:
		state = "N"
	}
	if number("follow") != 0 {
		state += "F"
	}
	return state, number("next")
}

// transition returns the number of an event in the figure, 0 for entering.  The
// figure identifies transitions by what a node receives and sends.
func transition(e event.Event, sends []event.Send) int {
	what := e.Kind.String() + " " + e.Msg.Kind
	for _, s := range sends {
		what += " > " + s.Msg.Kind
	}
	return map[string]int{
		"request  > REQUEST":          1,
		"receive REQUEST":             2,
		"receive REQUEST > REQUEST":   3,
		"receive PRIVILEGE":           4,
		"exit ":                       5,
		"request ":                    6,
		"exit  > PRIVILEGE":           7,
		"receive REQUEST > PRIVILEGE": 8,
		"enter ":                      0,
	}[what]
}
