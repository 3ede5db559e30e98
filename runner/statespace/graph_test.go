package statespace

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// job prepares a model, with -o2 as all of ours.
func job(t *testing.T, model string) *runner.Job {
	t.Helper()
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j, err := runner.Prepare(t.Context(), tools, []byte(model), runner.KeepWriteOnly, process.Limits{Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// A model whose graph can be drawn by hand: x counts 0, 1, 2 and back to 0.
const counter = `
mtype = { LOW, HIGH };
typedef Pair { byte cell[2] };
byte x;
mtype level[2] = LOW;
Pair pair[2];
active proctype events()
{
end:	do
	:: d_step { x < 2 -> printf("up %d\n", x); x++; pair[1].cell[0] = x; level[1] = (x == 2 -> HIGH : LOW) }
	:: d_step { x == 2 -> printf("reset\n"); x = 0; pair[1].cell[0] = 0; level[1] = LOW }
	:: d_step { x == 1 -> skip }
	od
}`

func TestGraph(t *testing.T) {
	g, err := Graph(t.Context(), job(t, counter), GraphOptions{Edges: true}, process.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	name := func(state []byte) string {
		var text string
		for _, c := range g.Cells {
			if slices.Contains([]string{"x", "level[1]", "pair[1].cell[0]"}, c.Name) {
				value := fmt.Sprint(c.Value(state))
				if c.Mtype {
					value = g.Mtypes[c.Value(state)]
				}
				text += c.Name + "=" + value + " "
			}
		}
		return text
	}
	var states []string
	if err := g.EachState(func(_ int, s []byte) error { states = append(states, name(s)); return nil }); err != nil {
		t.Fatal(err)
	}
	var edges []string
	if err := g.EachEdge(func(from, label int, to []byte) error {
		edges = append(edges, states[from]+"--"+g.Labels[label]+"-> "+name(to))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(edges)
	want := []string{
		"x=0 level[1]=LOW pair[1].cell[0]=0 --up 0-> x=1 level[1]=LOW pair[1].cell[0]=1 ",
		"x=1 level[1]=LOW pair[1].cell[0]=1 --up 1-> x=2 level[1]=HIGH pair[1].cell[0]=2 ",
		"x=2 level[1]=HIGH pair[1].cell[0]=2 --reset-> x=0 level[1]=LOW pair[1].cell[0]=0 ",
	}
	if !slices.Equal(edges, want) || g.Transitions != 3 || g.Counts["reset"] != 1 {
		t.Errorf("edges %q, counts %v", edges, g.Counts)
	}
	if len(g.Silent) != 1 {
		t.Errorf("steps that print and change nothing: %v", g.Silent)
	}
}

func TestGraphRefuses(t *testing.T) {
	for name, model := range map[string]string{
		"two places":   "byte x; active proctype p() { do :: x == 0 -> x = 1; x = 2 :: d_step { x == 2 -> x = 0 } od }",
		"a single bit": "bool b; active proctype p() { do :: d_step { !b -> b = true } od }",
		"unbounded":    "int x; active proctype p() { do :: d_step { true -> x++ } od }",
	} {
		t.Run(name, func(t *testing.T) {
			if g, err := Graph(t.Context(), job(t, model), GraphOptions{Edges: true}, process.Limits{Memory: 256 << 20}); err == nil {
				t.Errorf("accepted: %d states, %d edges", g.States, g.Transitions)
			} else {
				t.Log(err)
			}
		})
	}
}
