package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/explore"
)

// Quorum systems: the triangle, the slides' example with three members, the
// paper's degenerate sets for five nodes, and the slides' sets that do not
// intersect.
var (
	triangle   = [][]int{{1, 2}, {2, 3}, {1, 3}}
	slides4    = [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}
	degenerate = [][]int{{1, 2, 3}, {2, 4}, {3, 4, 5}, {1, 4, 5}, {2, 5}}
	disjoint   = [][]int{{1, 2}, {2, 3}, {3, 4}, {1, 4}}
)

func maekawa(t *testing.T, variant string, quorums [][]int, rounds int, network config.Network) config.Config {
	t.Helper()
	v, err := config.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	return config.Config{Algorithm: "maekawa", N: len(quorums), Variant: v, Network: network, Quorums: quorums, Rounds: rounds}
}

// failing returns the properties that do not hold, and replays their
// counterexamples.  If every run ends, starvation costs much more than deadlock
// and finds nothing else, so large searches omit it.
func failing(t *testing.T, g *explore.Graph) string {
	t.Helper()
	var fails []string
	for _, p := range g.Properties() {
		if p == "starvation" && g.System().Config.Rounds > 0 && g.States() > 10_000 {
			continue
		}
		v, err := g.Verdict(p)
		if err != nil {
			t.Error(err)
		}
		if v.Result == explore.Fail {
			fails = append(fails, p)
			replay(t, g, v)
		}
	}
	return strings.Join(fails, " ")
}

// TestMaekawaCounts: states, transitions and the properties that fail.  On the
// triangle, where only the arbiter itself can precede the other at an arbiter,
// what FAILED is sent for makes no difference.
func TestMaekawaCounts(t *testing.T) {
	readings := map[string][6]int{ // of rounds 1 and 2 with fifo, and of rounds 1 without order
		"sticky": {795, 1536, 24531, 55364, 955, 2004},
		"member": {590, 1213, 12007, 28436, 754, 1624},
		"thesis": {590, 1213, 12007, 28436, 754, 1624},
		"eager":  {732, 1548, 12900, 31366, 893, 2023},
	}
	for _, algorithm := range []string{"mk85", "sanders", "th", "th-sanders"} {
		for reading, counts := range readings {
			for k, rounds := range []int{1, 2, 1} {
				network := config.FIFO
				if k == 2 {
					network = config.Unordered
				}
				if raceDetector && counts[2*k] > 10000 {
					continue // the races of a search are those of a smaller one
				}
				g := run(t, maekawa(t, algorithm+","+reading, triangle, rounds, network), explore.Options{})
				got := fmt.Sprint(g.States(), g.Transitions(), failing(t, g))
				if want := fmt.Sprint(counts[2*k], counts[2*k+1], ""); got != want {
					t.Errorf("%s: %s, want %s", g.System().Config, got, want)
				}
			}
		}
	}
}

// TestMaekawaQueuedCounts: the same of the variants without numbers.
func TestMaekawaQueuedCounts(t *testing.T) {
	for _, c := range []struct {
		variant     string
		quorums     [][]int
		rounds      int
		network     config.Network
		states      int
		transitions int64
		fails       string
	}{
		{"basic", triangle, 1, config.FIFO, 349, 738, "deadlock starvation"},
		{"basic", triangle, 2, config.FIFO, 2785, 6792, "deadlock starvation"},
		{"basic", triangle, 1, config.Unordered, 349, 738, "deadlock starvation"},
		{"basic", triangle, 0, config.FIFO, 345, 948, "deadlock starvation"},
		{"basic", slides4, 1, config.FIFO, 47417, 154888, "deadlock"},
		{"basic", disjoint, 1, config.FIFO, 2526, 7104, "mutex deadlock starvation"},
		{"ordered", triangle, 1, config.FIFO, 238, 482, ""},
		{"ordered", triangle, 2, config.FIFO, 1755, 4194, ""},
		{"ordered", triangle, 1, config.Unordered, 238, 482, ""},
		{"ordered", triangle, 0, config.FIFO, 198, 548, ""},
		{"ordered", slides4, 1, config.FIFO, 3452, 9258, ""},
		{"ordered", slides4, 0, config.FIFO, 4688, 17669, ""},
		{"own-first", triangle, 1, config.FIFO, 211, 408, "deadlock starvation"},
		{"own-first", triangle, 2, config.FIFO, 1507, 3438, "deadlock starvation"},
		{"own-first", triangle, 1, config.Unordered, 211, 408, "deadlock starvation"},
		{"own-first", triangle, 0, config.FIFO, 162, 429, "deadlock starvation"},
		{"own-first", slides4, 0, config.FIFO, 2331, 7974, "deadlock starvation"},
		{"circulating", triangle, 1, config.FIFO, 238, 482, ""},
		{"circulating", triangle, 2, config.FIFO, 1755, 4194, ""},
		{"circulating", triangle, 1, config.Unordered, 238, 482, ""},
		{"circulating", triangle, 0, config.FIFO, 198, 548, ""},
		{"circulating", slides4, 1, config.FIFO, 3204, 8696, ""},
		{"circulating", slides4, 0, config.FIFO, 4487, 17134, ""},
		{"slides", triangle, 1, config.FIFO, 364, 921, "mutex"},
		{"slides", triangle, 2, config.FIFO, 2912, 8568, "mutex"},
		{"slides", triangle, 1, config.Unordered, 364, 921, "mutex"},
		{"slides", triangle, 0, config.FIFO, 364, 1221, "mutex"},
		{"slides", slides4, 1, config.FIFO, 46019, 179488, "mutex deadlock"},
	} {
		if raceDetector && c.states > 10000 {
			continue
		}
		g := run(t, maekawa(t, c.variant, c.quorums, c.rounds, c.network), explore.Options{})
		if fails := failing(t, g); g.States() != c.states || g.Transitions() != c.transitions || fails != c.fails {
			t.Errorf("%s: %d states, %d transitions, fails %q, want %d, %d and %q", g.System().Config, g.States(), g.Transitions(), fails, c.states, c.transitions, c.fails)
		}
	}
}

// TestMaekawaDeadlocks: the algorithms and readings with numbers that deadlock,
// with the length of a shortest counterexample.  Only some nodes request; their
// behaviours are behaviours of the whole system.
func TestMaekawaDeadlocks(t *testing.T) {
	if raceDetector {
		return // the races of a search are those of a smaller one
	}
	for _, c := range []struct {
		algorithms string
		quorums    [][]int
		requesters []int
		events     int
	}{
		{"mk85 th th-sanders", slides4, []int{1, 3, 4}, 14},
		{"mk85", degenerate, []int{2, 3, 4, 5}, 13},
	} {
		for algorithm := range strings.SplitSeq(c.algorithms, " ") {
			for _, reading := range []string{"sticky", "member", "thesis"} {
				cfg := maekawa(t, algorithm+","+reading, c.quorums, 1, config.FIFO)
				cfg.Requesters = c.requesters
				g := run(t, cfg, explore.Options{MaxStates: 100_000})
				v, err := g.Verdict("deadlock")
				if err != nil || len(v.Path) != c.events {
					t.Errorf("%s: %d states, %+v %v, want %d events", cfg, g.States(), v, err, c.events)
				}
				replay(t, g, v)
			}
		}
	}
}

// TestMaekawaRepaired: Sanders' repair prevents deadlock in the slides' example,
// except with the reading in which a LOCKED cancels a FAILED while another member
// is relinquished.  The reading eager needs no repair; it ignores FAILED, so one
// algorithm suffices for it.
func TestMaekawaRepaired(t *testing.T) {
	if raceDetector {
		return // as above
	}
	all := []int{1, 2, 3, 4}
	for _, c := range []struct {
		variant    string
		requesters []int
		states     int
		events     int // on the shortest way to a deadlock, 0: there is none
	}{
		{"sanders,sticky", []int{1, 3, 4}, 13726, 0},
		{"sanders,member", all, 318519, 21},
		{"sanders,thesis", all, 325595, 0},
		{"mk85,eager", all, 227721, 0},
	} {
		cfg := maekawa(t, c.variant, slides4, 1, config.FIFO)
		cfg.Requesters = c.requesters
		g := run(t, cfg, explore.Options{})
		want := ""
		if c.events > 0 {
			want = "deadlock"
		}
		v, err := g.Verdict("deadlock")
		if fails := failing(t, g); err != nil || g.States() != c.states || fails != want || len(v.Path) != c.events {
			t.Errorf("%s: %d states, fails %q, deadlock after %d events, want %d, %q and %d", cfg, g.States(), fails, len(v.Path), c.states, want, c.events)
		}
	}
}

// TestMaekawaMessages: what the messages of all requests add up to, on every
// path.  Asking in order takes 3(K-1) each; a REQUEST that circulates takes
// one passage less or more, depending on where the requester is.
func TestMaekawaMessages(t *testing.T) {
	for _, c := range []struct {
		variant  string
		quorums  [][]int
		messages int
	}{
		{"ordered", triangle, 3 * 3},
		{"ordered", slides4, 4 * 6},
		{"circulating", slides4, 22},
		{"circulating", degenerate, 22},
	} {
		if raceDetector && len(c.quorums) > 3 {
			continue
		}
		g := run(t, maekawa(t, c.variant, c.quorums, 1, config.FIFO), explore.Options{})
		least, most := pathLengths(t, g)
		own := 3 * len(c.quorums) // request, enter and exit of every node
		if least-own != c.messages || most-own != c.messages {
			t.Errorf("%s: %d to %d messages, want %d", g.System().Config, least-own, most-own, c.messages)
		}
	}
}

// pathLengths is the numbers of events on the shortest and the longest path to
// an end of a graph without cycles.
func pathLengths(t *testing.T, g *explore.Graph) (least, most int) {
	t.Helper()
	next := map[explore.State][]explore.State{}
	if err := g.Edges(func(e explore.Edge) error {
		next[e.From] = append(next[e.From], e.To)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	known := map[explore.State][2]int{}
	var lengths func(explore.State) [2]int
	lengths = func(s explore.State) [2]int {
		if l, is := known[s]; is {
			return l
		}
		var l [2]int
		for k, to := range next[s] {
			after := lengths(to)
			if k == 0 {
				l = [2]int{after[0] + 1, after[1] + 1}
			}
			l[0], l[1] = min(l[0], after[0]+1), max(l[1], after[1]+1)
		}
		known[s] = l
		return l
	}
	l := lengths(g.Initial())
	return l[0], l[1]
}

// TestRequesters: the property entry does not apply to nodes that do not request,
// and these nodes serve the others.
func TestRequesters(t *testing.T) {
	for variant, want := range map[string]string{"mk85": "", "basic": "deadlock starvation"} {
		cfg := maekawa(t, variant, slides4, 1, config.FIFO)
		cfg.Requesters = []int{1, 3}
		g := run(t, cfg, explore.Options{})
		if fails := failing(t, g); fails != want {
			t.Errorf("%s: fails %q, want %q", cfg, fails, want)
		}
		for _, e := range g.Labels() {
			if e.Node%2 == 0 && e.Kind.String() != "receive" {
				t.Errorf("%s: %s happens", cfg, e)
			}
		}
	}
}
