package explore_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/explore"
)

// TestPermissionCounts: states, transitions and the properties that fail.
// Those of K = 1 are the ones of Ricart and Agrawala's algorithm.
func TestPermissionCounts(t *testing.T) {
	for _, c := range []struct {
		algorithm, variant string
		n, k, rounds       int
		network            config.Network
		states             int
		transitions        int64
		fails              string
	}{
		{"lamport", "l0", 2, 0, 0, config.FIFO, 2372, 4879, ""},
		{"lamport", "l1", 2, 0, 0, config.FIFO, 579, 1123, ""},
		{"lamport", "l2", 2, 0, 0, config.FIFO, 706, 1371, ""},
		{"lamport", "light-clock", 2, 0, 0, config.FIFO, 88, 167, ""},
		{"lamport", "l0", 2, 0, 1, config.Unordered, 439, 684, "mutex deadlock ticket-order starvation"},
		{"lamport", "l1", 2, 0, 1, config.Unordered, 142, 180, "deadlock starvation"},
		{"lamport", "l2", 2, 0, 1, config.Unordered, 324, 491, "mutex deadlock ticket-order starvation"},

		{"ricart-agrawala", "own-number", 2, 0, 0, config.FIFO, 25, 39, ""},
		{"ricart-agrawala", "own-number", 2, 0, 0, config.Unordered, 32, 53, ""},
		{"ricart-agrawala", "own-number", 3, 0, 0, config.FIFO, 2060, 5931, ""},
		{"ricart-agrawala", "own-number", 3, 0, 0, config.Unordered, 2943, 10270, ""},
		{"ricart-agrawala", "assign", 2, 0, 3, config.Unordered, 592, 903, ""},
		{"ricart-agrawala", "assign", 3, 0, 1, config.FIFO, 4401, 10401, "mutex"},
		{"ricart-agrawala", "modulo=3", 2, 0, 0, config.FIFO, 213, 360, "mutex"},
		{"ricart-agrawala", "modulo=4", 2, 0, 0, config.Unordered, 258, 458, "mutex"},
		{"ricart-agrawala", "modulo=5", 2, 0, 0, config.FIFO, 225, 360, ""},
		{"ricart-agrawala", "modulo=3,own-number", 2, 0, 0, config.FIFO, 75, 117, ""},
		{"ricart-agrawala", "modulo=3,own-number", 2, 0, 0, config.Unordered, 96, 159, ""},
		{"ricart-agrawala", "modulo=6", 3, 0, 0, config.FIFO, 32100, 96459, "mutex"},
		{"ricart-agrawala", "modulo=7", 3, 0, 0, config.FIFO, 24472, 74431, ""},
		{"ricart-agrawala", "modulo=5,own-number", 3, 0, 0, config.FIFO, 10300, 29655, ""},

		{"carvalho-roucairol", "", 2, 0, 4, config.FIFO, 1138, 1735, ""},
		{"carvalho-roucairol", "", 2, 0, 4, config.Unordered, 1335, 2081, ""},
		{"carvalho-roucairol", "", 3, 0, 1, config.Unordered, 3300, 10270, ""},
		{"carvalho-roucairol", "staircase", 2, 0, 4, config.Unordered, 625, 985, ""},
		{"carvalho-roucairol", "staircase", 3, 0, 2, config.FIFO, 8978, 21814, ""},

		{"raymond-k", "", 2, 1, 2, config.FIFO, 184, 256, ""},
		{"raymond-k", "", 2, 1, 2, config.Unordered, 207, 301, ""},
		{"raymond-k", "", 3, 1, 1, config.FIFO, 2415, 6345, ""},
		{"raymond-k", "", 3, 1, 1, config.Unordered, 3300, 10270, ""},
		{"raymond-k", "", 3, 1, 0, config.FIFO, 3496, 10633, ""},
		{"raymond-k", "", 2, 2, 2, config.Unordered, 3709, 11912, ""},

		{"singhal", "cyclic", 2, 0, 4, config.FIFO, 737, 1147, ""},
		{"singhal", "arbitrary", 2, 0, 4, config.Unordered, 775, 1223, ""},
		{"singhal", "cyclic", 3, 0, 1, config.FIFO, 602, 1338, ""},
		{"singhal", "arbitrary", 3, 0, 1, config.Unordered, 792, 1802, ""},
		{"singhal", "cyclic", 3, 0, 2, config.FIFO, 14485, 37508, "deadlock starvation"},
		{"singhal", "cyclic,repaired", 3, 0, 2, config.FIFO, 16389, 41884, ""},
	} {
		if raceDetector && c.states > 10000 {
			continue // the races of a search are those of a smaller one
		}
		v, err := config.ParseVariant(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		g := run(t, config.Config{Algorithm: c.algorithm, Variant: v, N: c.n, K: c.k, Rounds: c.rounds, Network: c.network}, explore.Options{})
		var fails []string
		for _, p := range g.Properties() {
			v, err := g.Verdict(p)
			if err != nil {
				t.Error(err)
			}
			if v.Result == explore.Fail {
				fails = append(fails, p)
				replay(t, g, v)
			}
		}
		if got := strings.Join(fails, " "); g.States() != c.states || g.Transitions() != c.transitions || got != c.fails {
			t.Errorf("%s: %d states, %d transitions, fails %q, want %d, %d and %q", g.System().Config, g.States(), g.Transitions(), got, c.states, c.transitions, c.fails)
		}
	}
}

// TestNeverExit: K-1 nodes that never leave block nobody; K of them do.
func TestNeverExit(t *testing.T) {
	cfg := config.Config{Algorithm: "raymond-k", N: 3, K: 2, Rounds: 1, Network: config.Unordered}
	for stay, want := range map[int]string{1: "", 2: "starvation"} {
		cfg.NeverExit = []int{1, 2}[:stay]
		g := run(t, cfg, explore.Options{})
		var fails []string
		for _, p := range g.Properties() {
			if v, _ := g.Verdict(p); v.Result != explore.Pass {
				fails = append(fails, p)
			}
		}
		if got := strings.Join(fails, " "); got != want {
			t.Errorf("%s: fails %q, want %q", cfg, got, want)
		}
	}
}

// TestOneEntry: Raymond's algorithm with K = 1 is Ricart and Agrawala's, state
// for state: the deferred nodes are those with a deferred count, and the
// REPLYs counted are those of the others that owe nothing, 0 while idle.  Without
// rounds both normal forms differ by a shift.
func TestOneEntry(t *testing.T) {
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		for _, rounds := range []int{0, 1} {
			cfg := config.Config{Algorithm: "raymond-k", N: 3, K: 1, Rounds: rounds, Network: net}
			entries, agrawala := run(t, cfg, explore.Options{}), ricartAgrawala(3, net, "")
			agrawala.Rounds = rounds
			if a, b := statesOf(t, entries, asRicartAgrawala), statesOf(t, run(t, agrawala, explore.Options{}), nil); !maps.Equal(a, b) {
				t.Errorf("%s: %d states are not the %d of %s", cfg, len(a), len(b), agrawala)
			}
		}
	}
}

// statesOf is the compared states of a graph as text, each seen through the
// mapping.
func statesOf(t *testing.T, g *explore.Graph, mapping func(map[string]int, int) map[string]int) map[string]bool {
	t.Helper()
	set := map[string]bool{}
	names := g.System().Variables()
	if err := g.Each(func(_ explore.State, values []int) error {
		state := map[string]int{}
		for k, v := range names {
			state[v.Name] = values[k]
		}
		if mapping != nil {
			state = mapping(state, g.System().Config.N)
		}
		set[fmt.Sprint(state)] = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return set
}

// asRicartAgrawala is the stated mapping.
func asRicartAgrawala(state map[string]int, n int) map[string]int {
	out := map[string]int{}
	for name, value := range state {
		if i := strings.IndexByte(name, '['); strings.Contains("phase requests num hi request_behind", name[:i]) {
			out[name] = value
		}
	}
	for i := 1; i <= n; i++ {
		replies, deferred, requests, sent := 0, 0, 0, 0
		for j := 1; j <= n; j++ {
			if j != i && state[fmt.Sprintf("phase[%d]", i)] > 0 && state[fmt.Sprintf("reply_count[%d].by[%d]", i, j)] == 0 {
				replies++
			}
			if state[fmt.Sprintf("defer_count[%d].by[%d]", i, j)] > 0 {
				deferred |= 1 << j
			}
			if state[fmt.Sprintf("request_net[%d].to[%d].at[0]", i, j)] > 0 {
				requests |= 1 << j
			}
			if state[fmt.Sprintf("reply_net[%d].to[%d].by[1]", i, j)] > 0 {
				sent |= 1 << j
			}
		}
		for name, value := range map[string]int{"replies": replies, "deferred": deferred, "request_to": requests, "reply_to": sent} {
			out[fmt.Sprintf("%s[%d]", name, i)] = value
		}
	}
	if _, bounded := state["requests[1]"]; !bounded {
		lowerToZero(out, n)
	}
	return out
}

// lowerToZero takes the tickets from K = 1's normal form, in which a live one is
// at least 1, to Ricart and Agrawala's, in which the least live number is 0.
func lowerToZero(state map[string]int, n int) {
	least := state["hi[1]"]
	for i := 1; i <= n; i++ {
		least = min(least, state[fmt.Sprintf("hi[%d]", i)])
		if state[fmt.Sprintf("phase[%d]", i)] > 0 {
			least = min(least, state[fmt.Sprintf("num[%d]", i)])
		}
	}
	for i := 1; i <= n; i++ {
		state[fmt.Sprintf("hi[%d]", i)] -= least
		if state[fmt.Sprintf("phase[%d]", i)] > 0 {
			state[fmt.Sprintf("num[%d]", i)] -= least
		}
	}
}
