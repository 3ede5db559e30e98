package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/check"
)

// graphOf is the program's own state graph.
func graphOf(t *testing.T, c config.Config) *check.Graph {
	t.Helper()
	w := world(t, c)
	g := &check.Graph{}
	first := string(w.AppendState(nil))
	states, numbers, labels := []string{first}, map[string]uint32{first: 0}, map[string]uint32{}
	for k := 0; k < len(states); k++ {
		w.SetState([]byte(states[k]))
		var edges []check.GraphEdge
		for e := range w.Enabled() {
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
			next := string(w.AppendState(nil))
			w.Rewind()
			if _, known := numbers[next]; !known {
				numbers[next] = uint32(len(states))
				states = append(states, next)
			}
			label, known := labels[e.String()]
			if !known {
				label = uint32(len(g.Events))
				labels[e.String()], g.Events = label, append(g.Events, e.Clone())
			}
			edges = append(edges, check.GraphEdge{Label: label, To: numbers[next]})
		}
		g.Edges = append(g.Edges, edges)
	}
	return g
}

// A judge that is given the program's own graph decides as the program does: about each
// mutation of a trace, with some events visible, in one log and in one for each node.
func TestGiven(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			c, err := models.Resolve(a.Name, models.ParamsOf(strings.Fields(small(a.Name))))
			if err != nil {
				t.Fatal(err)
			}
			g := graphOf(t, c)
			header, lines := simulated(t, a.Name, small(a.Name), 1)
			lines = without(lines, "seq", "state", "sends")
			accepted, rejected := 0, 0
			for name, mutated := range mutations(lines) {
				for _, visible := range []string{"request receive enter exit", "enter exit"} {
					some := only(mutated, func(l line) bool { return strings.Contains(visible, l["event"].(string)) })
					h := with(header, "records", line{"events": strings.Fields(visible)})
					all := [][]check.Log{{logOf(t, "log", h, some)}}
					if strings.HasPrefix(visible, "request receive") || strings.HasPrefix(name, "drop") {
						all = append(all, perNode(t, h, some)) // whose searches take longer
					}
					for _, logs := range all {
						want := mustCheck(t, check.Options{}, logs...)
						got, err := check.Given(t.Context(), logs, check.Options{}, g)
						if err != nil {
							t.Fatal(err)
						}
						if got.Verdict != want.Verdict || len(logs) == 1 && got.Lines != want.Lines || (got.Rejection == nil) != (want.Rejection == nil) {
							t.Errorf("%s, visible %s, %d logs: %s with %d lines, the program says %s with %d", name, visible, len(logs), got.Verdict, got.Lines, want.Verdict, want.Lines)
						}
						if got.Verdict == check.Accepted {
							accepted++
						} else {
							rejected++
						}
					}
				}
			}
			if accepted < 10 || rejected < 10 {
				t.Errorf("%d accepted, %d rejected: too few to tell", accepted, rejected)
			}
		})
	}
}

// In a normal form, numbers are not compared, and an outdated message may arrive.
func TestGivenInNormalForm(t *testing.T) {
	c, err := models.Resolve("suzuki-kasami", models.ParamsOf([]string{"--n", "2"}))
	if err != nil {
		t.Fatal(err)
	}
	g := graphOf(t, c)
	header, lines := simulated(t, "suzuki-kasami", "--n 2", 30)
	log := []check.Log{logOf(t, "log", header, without(lines, "seq", "state", "sends"))}
	for _, normal := range []bool{true, false} {
		g.Normal = normal
		got, err := check.Given(t.Context(), log, check.Options{}, g)
		if err != nil || (got.Verdict == check.Accepted) != normal {
			t.Errorf("normal %t: %s, %d of %d lines, %v", normal, got.Verdict, got.Lines, len(lines), err)
		}
	}
	early := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l["event"] == "exit" })
	g.Normal = true
	early = without(early, "seq", "state", "sends")
	h := with(header, "records", line{"events": []string{"request", "receive", "enter", "exit"}})
	got, err := check.Given(t.Context(), []check.Log{logOf(t, "log", h, early)}, check.Options{}, g)
	if err != nil || got.Verdict != check.Rejected {
		t.Errorf("without exits: %s, %v", got.Verdict, err)
	}
}
