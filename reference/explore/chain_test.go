package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

var (
	blocked = Meter{Chain: FromExit, Blocked: true}
	anyExit = Meter{Chain: FromExit}
	alone   = Meter{Chain: FromRequest, Alone: true}
)

// TestMeasureChains holds what the sources state about delays against the programs: the numbers are
// the least and the most of exits while nobody else does anything, of all exits, and of
// requests that are alone.
func TestMeasureChains(t *testing.T) {
	line := []config.Edge{{1, 2}, {2, 3}, {3, 4}}
	triangle := [][]int{{1, 2}, {2, 3}, {1, 3}}
	grid := [][]int{{1, 2, 3}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4}}
	for _, test := range []struct {
		cfg                 config.Config
		blocked, any, alone [2]int
	}{
		{cfg: config.Config{Algorithm: "centralized", N: 3, Coordinator: 1, Network: config.Unordered}, blocked: [2]int{1, 2}, any: [2]int{0, 2}, alone: [2]int{0, 2}},
		{cfg: config.Config{Algorithm: "token-ring", N: 4, Network: config.FIFO, Order: []int{1, 2, 3, 4}}, blocked: [2]int{1, 3}, any: [2]int{1, 3}, alone: [2]int{1, 4}},
		{cfg: config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO, Variant: variant("l0")}, blocked: [2]int{1, 1}, any: [2]int{1, 2}, alone: [2]int{2, 2}},
		{cfg: config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}, blocked: [2]int{1, 1}, any: [2]int{1, 2}, alone: [2]int{2, 2}},
		{cfg: config.Config{Algorithm: "carvalho-roucairol", N: 2, Network: config.Unordered, Rounds: 3}, blocked: [2]int{1, 1}, any: [2]int{0, 2}, alone: [2]int{0, 2}},
		{cfg: config.Config{Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1}, blocked: [2]int{0, 1}, any: [2]int{0, 2}, alone: [2]int{2, 2}},
		{cfg: config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}, blocked: [2]int{1, 1}, any: [2]int{0, 2}, alone: [2]int{0, 2}},
		{cfg: config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: 2, Variant: variant("cyclic")}, blocked: [2]int{1, 1}, any: [2]int{0, 3}, alone: [2]int{0, 2}},
		{cfg: config.Config{Algorithm: "raymond", N: 4, Network: config.Unordered, Edges: line, Token: 1}, blocked: [2]int{1, 3}, any: [2]int{0, 6}, alone: [2]int{0, 6}},
		{cfg: config.Config{Algorithm: "neilsen-mizuno", N: 4, Network: config.Unordered, Edges: line, Token: 1}, blocked: [2]int{1, 1}, any: [2]int{0, 4}, alone: [2]int{0, 4}},
		{cfg: config.Config{Algorithm: "maekawa", N: 3, Network: config.FIFO, Quorums: triangle, Rounds: 2, Variant: variant("sanders", "thesis")}, blocked: [2]int{1, 1}, any: [2]int{1, 3}, alone: [2]int{2, 2}},
		// INQUIRE and RELINQUISH come between: 4 messages in sequence, as with all four nodes (mxgen bounds, 1.9 million states).
		{cfg: config.Config{Algorithm: "maekawa", N: 4, Network: config.FIFO, Quorums: grid, Requesters: []int{1, 2, 4}, Rounds: 1, Variant: variant("sanders", "thesis")}, blocked: [2]int{1, 2}, any: [2]int{1, 4}, alone: [2]int{2, 2}},
		{cfg: config.Config{Algorithm: "maekawa", N: 3, Network: config.FIFO, Quorums: triangle, Variant: variant("ordered")}, blocked: [2]int{1, 3}, any: [2]int{1, 3}, alone: [2]int{2, 2}},
	} {
		t.Run(test.cfg.String(), func(t *testing.T) {
			sys := system(t, test.cfg)
			alone := alone
			alone.Restless = test.cfg.Algorithm == "token-ring"
			for _, of := range []struct {
				Meter
				want [2]int
			}{{blocked, test.blocked}, {anyExit, test.any}, {alone, test.alone}} {
				got, err := Measure(context.Background(), sys, of.Meter, Options{})
				if err != nil || !got.Ends || got.Least != of.want[0] || got.Most != of.want[1] {
					t.Errorf("%+v: %d to %d, %v; want %v", of.Meter, got.Least, got.Most, err, of.want)
					continue
				}
				for _, n := range got.Nodes {
					for run, want := range map[*[]event.Event]int{&n.LeastRun: n.Least, &n.MostRun: n.Most} {
						if count, over, err := Recount(sys, of.Meter, *run); err != nil || !over || count != want {
							t.Errorf("%+v: the run to %d counts %d, over %v, %v", of.Meter, want, count, over, err)
						}
					}
				}
				if of.Chain == FromExit {
					wanderAlongChains(t, sys.Raw(), of.Meter, got)
				}
			}
		})
	}
}

// TestChainsOfAChangedProgram: a PRIVILEGE that goes by way of a third node makes every delay
// longer by one.
func TestChainsOfAChangedProgram(t *testing.T) {
	for _, test := range []struct {
		Meter
		right, wrong int
	}{{blocked, 1, 2}, {anyExit, 3, 4}, {alone, 3, 4}} {
		for bug, want := range map[bool]int{false: test.right, true: test.wrong} {
			got, err := Measure(context.Background(), star(t, 3, bug), test.Meter, Options{})
			if err != nil || got.Most != want {
				t.Errorf("%+v, bug %v: at most %d, %v; want %d", test.Meter, bug, got.Most, err, want)
			}
		}
	}
}

// TestChainsInPart: a search that ends at a limit says how far it came, and what it found occurs.
func TestChainsInPart(t *testing.T) {
	sys := star(t, 4, false)
	all, err := Measure(context.Background(), sys, anyExit, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, opts := range []Options{{MaxStates: 2000}, {MaxBytes: 200 << 10}} {
		part, err := Measure(context.Background(), sys, anyExit, opts)
		if !errors.Is(err, ErrIncomplete) || part.Depth == 0 || part.Depth >= all.Depth || !part.Ends || part.Most > all.Most {
			t.Errorf("%+v: %d to %d, %d of %d events deep, %v", opts, part.Least, part.Most, part.Depth, all.Depth, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, sys, anyExit, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v; want it cancelled", err)
	}
}

// wanderAlongChains counts along random runs of the program, without normal form, in a second
// way: with a number for each message under way, instead of one message that is followed.
func wanderAlongChains(t *testing.T, sys *reference.System, m Meter, x Extremes) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, uint64(sys.Config.N)))
	values := map[int]bool{}
	for _, v := range x.Values {
		values[v] = true
	}
	for range 40 {
		w := sys.World()
		c := chains{w: w, m: m}
		for _, f := range w.InFlight() {
			c.flights = append(c.flights, numbered{from: f.From, to: f.To, text: f.Msg.String()})
		}
		for range 80 {
			enabled := w.AppendEnabled(nil)
			if len(enabled) == 0 {
				break
			}
			e := enabled[random.IntN(len(enabled))].Clone()
			if count, ended := c.step(t, e); ended && !values[count] {
				t.Fatalf("%+v: a random run has %d, not one of %v", m, count, x.Values)
			}
		}
	}
}

// numbered is a message under way and its place in the chain, since the latest exit.
type numbered struct {
	from, to, place int
	text            string
}

// chains counts along one run.
type chains struct {
	w       *reference.World
	m       Meter
	flights []numbered
	since   bool        // there was an exit that counts, and no entry since
	enabled map[int]int // the place of the last message of the chain of each node that may enter
}

// step executes e.  It returns the count if e is the end of a chain.
func (c *chains) step(t *testing.T, e event.Event) (count int, ended bool) {
	t.Helper()
	w := c.w
	counts := e.Kind == event.Exit && w.InPhase(reference.Wait) != 0 && (!c.m.Blocked || len(w.InFlight()) == 0)
	could := mayEnter(w, e.Node)
	place := 0
	if e.Kind == event.Receive {
		for k, f := range c.flights { // the oldest of equal ones: which one it is makes a run of its own
			if f.from == e.Peer && f.to == e.Node && f.text == e.Msg.String() {
				place = f.place
				c.flights = append(c.flights[:k], c.flights[k+1:]...)
				break
			}
		}
	}
	sends, err := w.Step(e)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case e.Kind == event.Exit:
		c.since, c.enabled = counts, map[int]int{}
		for k := range c.flights {
			c.flights[k].place = 1 // it counts as one
		}
	case e.Kind == event.Enter:
		count, ended = c.enabled[e.Node], c.since
		c.since = false
	case e.Kind == event.Request && c.m.Blocked:
		c.since = false
	}
	if c.enabled != nil && !could && mayEnter(w, e.Node) {
		c.enabled[e.Node] = place
	}
	for _, s := range sends {
		c.flights = append(c.flights, numbered{e.Node, s.To, place + 1, s.Msg.String()})
	}
	return count, ended
}
