package check_test

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
)

// The orders of the events of two logs: exact where they fit into a window, at least so many
// elsewhere.
func TestOrders(t *testing.T) {
	header, _ := simulated(t, "ricart-agrawala", "--n 2 --network fifo", 1)
	one := []line{{"event": "request", "node": 1}}
	two := []line{{"event": "request", "node": 2}}
	if r := mustCheck(t, check.Options{}, logOf(t, "a", header, one), logOf(t, "b", header, two)); r.Orders == nil || r.Orders.Least.Cmp(big.NewInt(2)) != 0 {
		t.Errorf("two requests: %+v", r.Orders)
	} else if s := r.Orders.Stretches[0]; s.Orders != 2 || s.From.File == s.To.File {
		t.Errorf("two requests: %+v", s)
	}
	header, lines := simulated(t, "centralized", "--n 3", 1)
	logs := perNode(t, header, without(lines, "seq", "state"))
	r := mustCheck(t, check.Options{}, logs...)
	// The order is open wherever two adjacent events of different nodes commute.
	exact := permutationsOf(t, r)
	if least := r.Orders.Least; least.Cmp(big.NewInt(1)) <= 0 || least.Cmp(exact) > 0 {
		t.Errorf("at least %s orders, there are %s", least, exact)
	}
	if r := mustCheck(t, check.Options{Complete: true}, logOf(t, "a", header, lines)); r.Orders != nil {
		t.Errorf("a complete log: %+v", r.Orders)
	}
}

// permutationsOf counts all orders of the events of a completion that keep those of each node
// and lead to the same state.
func permutationsOf(t *testing.T, r *check.Result) *big.Int {
	t.Helper()
	sys, err := programs.New(r.Header.Config)
	if err != nil {
		t.Fatal(err)
	}
	var of [4][]event.Event
	for _, s := range r.Completion {
		of[s.Event.Node] = append(of[s.Event.Node], s.Event)
	}
	type point struct {
		at    [4]int
		state string
	}
	w := sys.Raw().World()
	counts := map[point]*big.Int{{state: string(w.AppendState(nil))}: big.NewInt(1)}
	for range r.Completion {
		next := map[point]*big.Int{}
		for p, n := range counts {
			for i := 1; i < 4; i++ {
				if p.at[i] == len(of[i]) {
					continue
				}
				w.SetState([]byte(p.state))
				if e := of[i][p.at[i]]; w.Can(e) {
					if _, err := w.Step(e); err != nil {
						t.Fatal(err)
					}
					q := point{p.at, string(w.AppendState(nil))}
					q.at[i]++
					if next[q] == nil {
						next[q] = new(big.Int)
					}
					next[q].Add(next[q], n)
				}
			}
		}
		counts = next
	}
	all := new(big.Int)
	for _, n := range counts {
		all.Add(all, n)
	}
	return all
}

// The shortest impossible stretch of every rejected mutation is what a search from every
// reachable state finds, suffix by suffix.
func TestStretch(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			header, lines := simulated(t, a.Name, small(a.Name), 1)
			lines = without(lines, "seq", "state", "sends")
			c, err := models.Resolve(a.Name, models.ParamsOf(strings.Fields(small(a.Name))))
			if err != nil {
				t.Fatal(err)
			}
			every := reachableStates(t, c)
			found := 0
			for name, mutated := range mutations(lines) {
				h := with(header, "records", line{"events": []string{"request", "receive", "enter", "exit"}, "nodes": nodesOf(c.N)})
				log := logOf(t, "log", h, mutated)
				r := mustCheck(t, check.Options{Stretch: time.Minute}, log)
				if r.Verdict != check.Rejected {
					continue
				}
				want := shortestImpossible(t, c, every, log, r.Lines+1)
				switch got := r.Rejection.Stretch; {
				case got == nil && want == 0:
				case got == nil || got.Lines != want || got.From.Line != r.Rejection.At.Line-want+1:
					t.Errorf("%s: %+v, want %d lines", name, got, want)
				default:
					found++
				}
			}
			if found < 3 {
				t.Errorf("only %d rejected logs have a stretch", found)
			}
		})
	}
}

func nodesOf(n int) (all []int) {
	for i := 1; i <= n; i++ {
		all = append(all, i)
	}
	return all
}

func reachableStates(t *testing.T, c config.Config) []string {
	t.Helper()
	w := world(t, c)
	seen := map[string]bool{string(w.AppendState(nil)): true}
	for queue := slices.Collect(maps.Keys(seen)); len(queue) > 0; queue = queue[1:] {
		w.SetState([]byte(queue[0]))
		for e := range w.Enabled() {
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
			if next := string(w.AppendState(nil)); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
			w.Rewind()
		}
	}
	return slices.Collect(maps.Keys(seen))
}

func world(t *testing.T, c config.Config) *reference.World {
	t.Helper()
	sys, err := programs.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return sys.World()
}

// shortestImpossible tries every stretch that ends with a line from every state; 0: all are
// possible from some state.
func shortestImpossible(t *testing.T, c config.Config, every []string, log check.Log, end int) int {
	t.Helper()
	var events []event.Event
	for l, err := range log.Lines() {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, l.Event)
	}
	w := world(t, c)
	for lines := 1; lines <= end; lines++ {
		states := every
		for _, e := range events[end-lines : end] {
			next := map[string]bool{}
			for _, s := range states {
				w.SetState([]byte(s))
				if w.Can(e) {
					if _, err := w.Step(e); err != nil {
						t.Fatal(err)
					}
					next[string(w.AppendState(nil))] = true
				}
			}
			states = slices.Collect(maps.Keys(next))
		}
		if len(states) == 0 {
			return lines
		}
	}
	return 0
}
