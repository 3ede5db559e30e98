package explore_test

import (
	"fmt"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
)

func onTree(algorithm string, edges []config.Edge, token int, variant ...string) config.Config {
	cfg := config.Config{Algorithm: algorithm, N: len(edges) + 1, Edges: edges, Token: token}
	for _, name := range variant {
		cfg.Variant = append(cfg.Variant, config.Switch{Name: name})
	}
	return cfg
}

func onAll(algorithm string, n, rounds int, variant ...string) config.Config {
	cfg := onTree(algorithm, nil, 1, variant...)
	cfg.N, cfg.Rounds = n, rounds
	return cfg
}

func ring(order ...int) config.Config {
	return config.Config{Algorithm: "token-ring", N: len(order), Order: order}
}

// star returns the edges of the star with node 1 in its centre.
func star(n int) (edges []config.Edge) {
	for i := 2; i <= n; i++ {
		edges = append(edges, config.Edge{1, i})
	}
	return edges
}

// TestTokenCounts: the counts of docs/algorithms.md, sections 0.6 and 2, and ours
// where it has none.  Every property holds, except starvation where noted.
func TestTokenCounts(t *testing.T) {
	binary := []config.Edge{{1, 2}, {1, 3}, {2, 4}, {2, 5}}
	for _, c := range []struct {
		cfg                    config.Config
		fifo, unordered        int
		fifoEdges, unordEdges  int64
		starves, longWithRaces bool
	}{
		{cfg: ring(1), fifo: 4, unordered: 4, fifoEdges: 5, unordEdges: 5},
		{cfg: ring(2, 1), fifo: 16, unordered: 16, fifoEdges: 28, unordEdges: 28},
		{cfg: ring(1, 2, 3), fifo: 48, unordered: 48, fifoEdges: 108, unordEdges: 108},
		{cfg: ring(3, 1, 5, 2, 4), fifo: 320, unordered: 320, fifoEdges: 1040, unordEdges: 1040},
		{cfg: onTree("raymond", nil, 1), fifo: 3, unordered: 3, fifoEdges: 3, unordEdges: 3},
		{cfg: onTree("raymond", line(3), 1), fifo: 120, unordered: 144, fifoEdges: 272, unordEdges: 328},
		{cfg: onTree("raymond", line(4), 2), fifo: 670, unordered: 848, fifoEdges: 1890, unordEdges: 2394},
		{cfg: onTree("raymond", star(4), 2), fifo: 708, unordered: 918, fifoEdges: 1908, unordEdges: 2448},
		{cfg: onTree("raymond", binary, 4), fifo: 3776, unordered: 5050, fifoEdges: 12244, unordEdges: 16238},
		{cfg: onTree("neilsen-mizuno", nil, 1, "init"), fifo: 3, unordered: 3, fifoEdges: 3, unordEdges: 3},
		{cfg: onTree("neilsen-mizuno", line(2), 1, "init"), fifo: 23, unordered: 25, fifoEdges: 40, unordEdges: 44},
		{cfg: onTree("neilsen-mizuno", line(3), 1, "init"), fifo: 191, unordered: 205, fifoEdges: 438, unordEdges: 482},
		{cfg: onTree("neilsen-mizuno", star(4), 1, "init"), fifo: 2223, unordered: 2349, fifoEdges: 6420, unordEdges: 6936},
		{cfg: onAll("suzuki-kasami", 1, 0), fifo: 3, unordered: 3, fifoEdges: 3, unordEdges: 3},
		{cfg: onAll("suzuki-kasami", 2, 0), fifo: 32, unordered: 34, fifoEdges: 54, unordEdges: 58},
		{cfg: onAll("suzuki-kasami", 3, 0), fifo: 1287, unordered: 1527, fifoEdges: 4278, unordEdges: 5244},
		{cfg: onAll("suzuki-kasami", 3, 1), fifo: 834, unordered: 1021, fifoEdges: 2342, unordEdges: 2967},
		{cfg: onAll("ricart-agrawala-token", 2, 0), fifo: 32, unordered: 34, fifoEdges: 54, unordEdges: 58},
		{cfg: onAll("ricart-agrawala-token", 3, 0, "cyclic"), fifo: 807, unordered: 927, fifoEdges: 2769, unordEdges: 3249},
		{cfg: onAll("ricart-agrawala-token", 2, 0, "arbitrary"), fifo: 32, unordered: 34, fifoEdges: 54, unordEdges: 58},
		{cfg: onAll("ricart-agrawala-token", 3, 0, "arbitrary"), fifo: 807, unordered: 927, fifoEdges: 2817, unordEdges: 3297, starves: true},
		{cfg: onAll("ricart-agrawala-token", 3, 1, "minnumber"), fifo: 749, unordered: 921, fifoEdges: 2143, unordEdges: 2717},
		{cfg: onAll("ricart-agrawala-token", 3, 2, "minnumber"), fifo: 15025, unordered: 55813, fifoEdges: 48565, unordEdges: 237410, longWithRaces: true},
		{cfg: onAll("ricart-agrawala-token", 4, 0, "cyclic"), fifo: 66596, unordered: 82148, fifoEdges: 419000, unordEdges: 526136, longWithRaces: true},
		{cfg: onAll("suzuki-kasami", 4, 0), fifo: 259640, unordered: 328712, fifoEdges: 1573588, unordEdges: 2046740, longWithRaces: true},
	} {
		if c.longWithRaces && raceDetector {
			continue
		}
		for _, net := range []config.Network{config.FIFO, config.Unordered} {
			states, transitions := c.fifo, c.fifoEdges
			if net == config.Unordered {
				states, transitions = c.unordered, c.unordEdges
			}
			c.cfg.Network = net
			g := run(t, c.cfg, explore.Options{})
			if g.States() != states || g.Transitions() != transitions {
				t.Errorf("%s: %d states, %d transitions, want %d and %d", c.cfg, g.States(), g.Transitions(), states, transitions)
			}
			for _, p := range g.Properties() {
				v, err := g.Verdict(p)
				want := explore.Pass
				if p == "starvation" && c.starves {
					want = explore.Fail
				}
				if err != nil || v.Result != want {
					t.Errorf("%s: %s: %+v %v", c.cfg, p, v, err)
				}
				if v.Result == explore.Fail {
					replay(t, g, v)
				}
			}
		}
	}
}

// TestTokenRingBypass: the property bypass implies the bound.  On no path on which
// a node waits does another node enter twice.
func TestTokenRingBypass(t *testing.T) {
	cfg := ring(2, 4, 1, 3)
	cfg.Network = config.FIFO
	g := run(t, cfg, explore.Options{})
	next := map[explore.State][]explore.Edge{}
	if err := g.Edges(func(e explore.Edge) error {
		next[e.From] = append(next[e.From], e)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	w := g.System().World()
	waits := func(s explore.State, i int) bool {
		g.World(s, w)
		return w.Phase(i) == reference.Wait
	}
	for i := 1; i <= cfg.N; i++ {
		for j := 1; j <= cfg.N; j++ {
			if entered, twice := enters(g, next, waits, i, j); !entered != (i == j) || twice {
				t.Errorf("while node %d waits node %d enters: %v, twice: %v", i, j, entered, twice)
			}
		}
	}
}

// enters reports whether node j can enter, and enter again, while i waits.
func enters(g *explore.Graph, next map[explore.State][]explore.Edge, waits func(explore.State, int) bool, i, j int) (once, twice bool) {
	var queue []explore.State
	seen := map[explore.State]bool{}
	entry := event.Event{Kind: event.Enter, Node: j}
	follow := func(from explore.State, first bool) {
		for _, e := range next[from] {
			enters := g.Labels()[e.Label].Equal(entry)
			if !waits(e.From, i) || !waits(e.To, i) || first && !enters {
				continue
			}
			once = once || enters
			twice = twice || enters && !first
			if !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	for from := range next {
		follow(from, true)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		follow(queue[0], false)
	}
	return once, twice
}

// TestGrantedAhead: the node with the token may know less of a request than
// the token does, once there are three nodes (Ben-Ari, chapter 10, exercise 11).
func TestGrantedAhead(t *testing.T) {
	for n, want := range map[int]bool{2: false, 3: true} {
		for _, net := range []config.Network{config.FIFO, config.Unordered} {
			cfg := onAll("ricart-agrawala-token", n, 4-n)
			cfg.Network = net
			g := run(t, cfg, explore.Options{})
			place := map[string]int{}
			for k, v := range g.System().Variables() {
				place[v.Name] = k
			}
			ahead := false
			if err := g.Each(func(_ explore.State, values []int) error {
				at := values[place["token_at"]]
				for j := 1; at != 0 && j <= n; j++ {
					heard := values[place[fmt.Sprintf("requested[%d].by[%d]", at, j)]]
					ahead = ahead || j != at && heard < values[place[fmt.Sprintf("granted[%d]", j)]]
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
			if ahead != want {
				t.Errorf("%s: requested is below granted: %v", cfg, ahead)
			}
		}
	}
}
