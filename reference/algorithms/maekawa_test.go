package algorithms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
)

// Quorum systems: the triangle, the slides' example with three members, and
// the paper's Figure 1c.
var (
	triangle = [][]int{{1, 2}, {2, 3}, {1, 3}}
	slides4  = [][]int{{1, 2, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}}
	figure1c = [][]int{
		{1, 2, 3, 4}, {2, 5, 8, 11}, {3, 6, 8, 13}, {4, 6, 10, 11}, {1, 5, 6, 7}, {2, 6, 9, 12}, {2, 7, 10, 13},
		{1, 8, 9, 10}, {3, 7, 9, 11}, {3, 5, 10, 12}, {1, 11, 12, 13}, {4, 7, 8, 12}, {4, 5, 9, 13},
	}
)

func maekawa(t *testing.T, variant string, quorums [][]int, rounds int, requesters ...int) config.Config {
	t.Helper()
	v, err := config.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	return config.Config{Algorithm: "maekawa", N: len(quorums), Variant: v, Network: config.FIFO,
		Quorums: quorums, Rounds: rounds, Requesters: requesters}
}

// is expects a variable of node i to have the value of a set.
func is(name string, i int, nodes ...int) string {
	var s reference.Set
	for _, j := range nodes {
		s = s.With(j)
	}
	return fmt.Sprintf("%s@%d %d", name, i, s)
}

func expect(all ...string) string { return strings.Join(all, ", ") }

// circular leads to the circular locking of nodes 7, 8 and 11 (Figure 2a).
func circular() []step {
	return []step{
		{"request 11, receive 12<-11 REQUEST 1, receive 13<-11 REQUEST 1, receive 11<-12 LOCKED, receive 11<-13 LOCKED",
			expect(is("members_locked", 11, 11, 12, 13), "net 11>1 REQUEST 1")},
		{"request 7, receive 2<-7 REQUEST 1, receive 10<-7 REQUEST 1, receive 7<-2 LOCKED, receive 7<-10 LOCKED",
			expect(is("members_locked", 7, 2, 7, 10), "net 7>13 REQUEST 1; 11>1 REQUEST 1")},
		{"request 8, receive 1<-8 REQUEST 1, receive 9<-8 REQUEST 1, receive 10<-8 REQUEST 1, receive 8<-1 LOCKED, receive 8<-9 LOCKED, receive 8<-10 FAILED",
			expect(is("members_locked", 8, 1, 8, 9), is("failed", 8, 10), "asked@10 [0 0 0 0 0 0 1 1 0 0 0 0 0]")},
		{"receive 1<-11 REQUEST 1, receive 13<-7 REQUEST 1, receive 11<-1 FAILED",
			expect(is("failed", 11, 1), "lock 8 7 0 0 0 0 7 8 8 7 11 11 11", "entry ", "net 13>11 INQUIRE")},
	}
}

// TestMK1: the circular locking is broken by relinquishing (Figure 2b).
func TestMK1(t *testing.T) {
	for _, variant := range []string{"mk85", "sanders,member", "th,sticky", "th-sanders"} {
		play(t, maekawa(t, variant, figure1c, 1, 7, 8, 11), append(circular(), []step{
			{"receive 11<-13 INQUIRE", expect(is("members_locked", 11, 11, 12), "net 11>13 RELINQUISH")},
			{"receive 13<-11 RELINQUISH, receive 7<-13 LOCKED", expect("lock@13 7", is("members_locked", 7, 2, 7, 10, 13), "entry 7, net ")},
			{"enter 7, exit 7, receive 10<-7 RELEASE, receive 8<-10 LOCKED", "lock@10 8, entry 8"},
			{"receive 13<-7 RELEASE, receive 11<-13 LOCKED, receive 2<-7 RELEASE", expect(is("members_locked", 11, 11, 12, 13), "lock@2 0")},
			{"enter 8, exit 8, receive 1<-8 RELEASE, receive 11<-1 LOCKED", expect(is("members_locked", 11, 1, 11, 12, 13), "entry 11")},
			{"receive 9<-8 RELEASE, receive 10<-8 RELEASE, enter 11, exit 11, receive 1<-11 RELEASE, receive 12<-11 RELEASE, receive 13<-11 RELEASE",
				"lock 0 0 0 0 0 0 0 0 0 0 0 0 0, members_locked 0 0 0 0 0 0 0 0 0 0 0 0 0, ts 0 0 0 0 0 0 0 0 0 0 0 0 0, net "},
		}...))
	}
}

// TestMK1Pending: an INQUIRE that arrives before the FAILED stays pending.
func TestMK1Pending(t *testing.T) {
	steps := circular()
	steps[3] = step{"receive 1<-11 REQUEST 1, receive 13<-7 REQUEST 1, receive 11<-13 INQUIRE", expect(is("deferred", 11, 13), "net 1>11 FAILED")}
	play(t, maekawa(t, "", figure1c, 1, 7, 8, 11), append(steps,
		step{"receive 11<-1 FAILED", expect(is("deferred", 11), is("members_locked", 11, 11, 12), is("relinquished", 11, 13), "net 11>13 RELINQUISH")}))
}

// TestMK2: a request that precedes all others is served first, although the
// INQUIRE was sent because of another one.  With Sanders' repair the other one
// receives FAILED.
func TestMK2(t *testing.T) {
	for variant, told := range map[string][]int{"mk85": nil, "sanders": {13}} {
		steps := append(circular(),
			step{"request 3, receive 13<-3 REQUEST 1", "lock@13 11"},
			step{"receive 6<-3 REQUEST 1, receive 3<-6 LOCKED, receive 11<-13 INQUIRE, receive 13<-11 RELINQUISH", "lock@13 3, asked@13 [0 0 1 0 0 0 1 0 0 0 1 0 0]"},
			step{"receive 8<-3 REQUEST 1", expect("lock@8 3", is("members_locked", 8, 1, 9))},
			step{"receive 3<-8 LOCKED, receive 3<-13 LOCKED", expect(is("members_locked", 3, 3, 6, 8, 13), "entry 3")})
		if told != nil {
			steps = append(steps, step{"receive 7<-13 FAILED", ""})
		}
		play(t, maekawa(t, variant, figure1c, 1, 3, 7, 8, 11), append(steps, step{"", expect(is("failed", 7, told...), "net ")}))
	}
}

// TestMK3: nodes 2, 3, 11 and 13 lock each other for ever unless node 11 is told
// that node 3 has overtaken it.  The order of the later events is irrelevant.
func TestMK3(t *testing.T) {
	begin := "request 2, request 3, request 11, request 13, receive 8<-2 REQUEST 1, receive 5<-2 REQUEST 1, receive 11<-2 REQUEST 1, " +
		"receive 13<-11 REQUEST 1, receive 13<-3 REQUEST 1, receive 5<-13 REQUEST 1, receive 8<-3 REQUEST 1"
	for variant, after := range map[string]string{
		"mk85": expect("lock 11 2 3 13 2 3 0 2 13 0 11 11 3", is("members_locked", 2, 2, 5, 8), is("members_locked", 3, 3, 6, 13), is("members_locked", 11, 1, 11, 12), is("members_locked", 13, 4, 9),
			is("failed", 3, 8), is("failed", 11), is("deferred", 11, 11), is("failed", 13, 5), "entries "),
		"sanders": "lock 0 0 0 0 0 0 0 0 0 0 0 0 0, members_locked 0 0 0 0 0 0 0 0 0 0 0 0 0, asked@13 [0 0 0 0 0 0 0 0 0 0 0 0 0], entries 2 3 11 13",
	} {
		for seed := range uint64(50) {
			w := mustNew(t, maekawa(t, variant, figure1c, 1, 2, 3, 11, 13)).Raw().World()
			for label := range strings.SplitSeq(begin, ", ") {
				e, err := event.Parse(label)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := w.Step(e); err != nil {
					t.Fatal(err)
				}
			}
			entries := deliver(t, w, rand.New(rand.NewPCG(seed, 0)))
			for expected := range strings.SplitSeq(after, ", ") {
				name, want, _ := strings.Cut(expected, " ")
				got := valuesOf(w, name)
				if name == "entries" {
					got = entries
				}
				if got != want {
					t.Fatalf("%s, seed %d: %s is %q, want %q", variant, seed, name, got, want)
				}
			}
		}
	}
}

// deliver executes enabled events at random until there are none, and returns the
// nodes that have entered, in order.
func deliver(t *testing.T, w *reference.World, random *rand.Rand) string {
	t.Helper()
	var entries []string
	for events := w.AppendEnabled(nil); len(events) > 0; events = w.AppendEnabled(events[:0]) {
		e := events[random.IntN(len(events))]
		if e.Kind == event.Enter {
			entries = append(entries, fmt.Sprint(e.Node))
		}
		if _, err := w.Step(e); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(entries, " ")
}

// TestMK4: a shortest run in which all four nodes of the slides' example request
// and none can enter.
func TestMK4(t *testing.T) {
	play(t, maekawa(t, "mk85", slides4, 1), []step{
		{"request 3, receive 2<-3 REQUEST 1, request 2", "ts 0 2 1 0, lock 0 3 3 0"},
		{"request 1, receive 1<-2 REQUEST 2, request 4, receive 3<-2 LOCKED, receive 3<-2 REQUEST 2, receive 2<-3 FAILED", "ts 1 2 1 1, lock 1 3 3 4"},
		{"receive 3<-4 REQUEST 1, receive 2<-1 REQUEST 1, receive 3<-2 INQUIRE, receive 2<-1 FAILED", expect(is("deferred", 3, 2))},
		{"receive 1<-4 REQUEST 1, receive 4<-3 REQUEST 1, receive 4<-1 REQUEST 1, receive 4<-3 FAILED, receive 4<-1 FAILED, receive 1<-4 LOCKED",
			expect(is("members_locked", 1, 1, 4), is("members_locked", 2), is("members_locked", 3, 2, 3), is("members_locked", 4), is("deferred", 3, 2), is("failed", 2, 1, 2, 3), is("failed", 4, 1, 3),
				"lock 1 3 3 1", "asked@1 [1 2 0 1]", "asked@2 [1 2 1 0]", "asked@3 [0 2 1 1]", "asked@4 [1 0 1 1]", "entry , net ")},
	})
}

// TestQX1: sets that do not intersect do not give mutual exclusion.
func TestQX1(t *testing.T) {
	play(t, maekawa(t, "basic", [][]int{{1, 2}, {2, 3}, {3, 4}, {1, 4}}, 0), []step{
		{"request 1, request 3, receive 2<-1 REQUEST, receive 4<-3 REQUEST, receive 1<-2 LOCKED, receive 3<-4 LOCKED", "entry 1 3"},
		{"enter 1, enter 3", "phase 2 0 2 0"},
	})
}

// TestQX2: without numbers three nodes lock each other.
func TestQX2(t *testing.T) {
	play(t, maekawa(t, "basic", triangle, 0), []step{
		{"request 1, request 2, request 3, receive 2<-1 REQUEST, receive 3<-2 REQUEST, receive 1<-3 REQUEST", "lock 1 2 3, queue [3] [1] [2], entry , net "},
	})
}

// TestSlidesAsWritten: without a request to itself, mutual exclusion is violated.
func TestSlidesAsWritten(t *testing.T) {
	play(t, maekawa(t, "slides", triangle, 0), []step{
		{"request 1, request 2, receive 2<-1 REQUEST, receive 3<-2 REQUEST, receive 1<-2 LOCKED, receive 2<-3 LOCKED", "entry 1 2"},
		{"enter 1, enter 2", "phase 2 2 0"},
		{"request 3, receive 1<-3 REQUEST", "lock 0 1 2, queue [3] [] []"},
		{"exit 1", "lock 3 1 2, net 1>2 RELEASE; 1>3 LOCKED"},
	})
}

// TestCirculating: the REQUEST goes from member to member, and the last member
// answers LOCKED for all.  If the requesting node is the last member, it needs
// no message.
func TestCirculating(t *testing.T) {
	play(t, maekawa(t, "circulating", slides4, 0), []step{
		{"request 3", "net 3>2 REQUEST 3"},
		{"receive 2<-3 REQUEST 3", "lock 0 3 0 0, net 2>3 REQUEST 3"},
		{"receive 3<-2 REQUEST 3, request 4, receive 4<-3 REQUEST 3", "lock 0 3 3 3, net 4>1 REQUEST 4; 4>3 LOCKED"},
		{"receive 1<-4 REQUEST 4, receive 3<-1 REQUEST 4, receive 3<-4 LOCKED", expect(is("members_locked", 3, 2, 3, 4), "entry 3, queue [] [] [4] []")},
		{"enter 3, exit 3", "lock@3 4, net 3>2 RELEASE; 3>4 RELEASE; 3>4 REQUEST 4"},
		{"receive 4<-3 RELEASE, receive 4<-3 REQUEST 4", expect(is("members_locked", 4, 1, 3, 4), "lock 4 3 4 4, entry 4")},
	})
}

// TestOrdered: members are asked one after the other, in the order of all
// nodes or with the node itself first.
func TestOrdered(t *testing.T) {
	play(t, maekawa(t, "ordered", slides4, 0), []step{
		{"request 3", "net 3>2 REQUEST, members_locked 0 0 0 0"},
		{"receive 2<-3 REQUEST, receive 3<-2 LOCKED", expect(is("members_locked", 3, 2, 3), "net 3>4 REQUEST")},
		{"receive 4<-3 REQUEST, receive 3<-4 LOCKED", "entry 3"},
	})
	play(t, maekawa(t, "own-first", slides4, 0), []step{
		{"request 3", expect(is("members_locked", 3, 3), "net 3>2 REQUEST")},
		{"receive 2<-3 REQUEST, receive 3<-2 LOCKED", expect(is("members_locked", 3, 2, 3), "net 3>4 REQUEST")},
	})
}

// TestSingleton: a node need not be a member of its own set.
func TestSingleton(t *testing.T) {
	for _, variant := range []string{"basic", "mk85", "ordered", "own-first", "circulating"} {
		g := explore.Run(context.Background(), mustNew(t, maekawa(t, variant, [][]int{{2}, {2}, {2}}, 1)), explore.Options{})
		for _, p := range g.Properties() {
			if v, err := g.Verdict(p); err != nil || v.Result != explore.Pass {
				t.Errorf("%s: %s: %+v %v", variant, p, v, err)
			}
		}
	}
}

// TestRefusedMaekawa: Check refuses configurations without finite form and
// meaningless ones.
func TestRefusedMaekawa(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(*config.Config)
	}{
		{"want one algorithm", func(c *config.Config) { c.Variant = config.Variant{{Name: "basic"}, {Name: "mk85"}} }},
		{"want one reading", func(c *config.Config) { c.Variant = config.Variant{{Name: "eager"}, {Name: "thesis"}} }},
		{"want no reading", func(c *config.Config) { c.Variant = config.Variant{{Name: "basic"}, {Name: "thesis"}} }},
		{"not a switch", func(c *config.Config) { c.Variant = config.Variant{{Name: "cyclic"}} }},
		{"mk85=2", func(c *config.Config) { c.Variant = config.Variant{{Name: "mk85", Value: 2}} }},
		{"rounds 0", func(c *config.Config) { c.Rounds = 0 }},
		{"rounds 2", func(c *config.Config) { c.Network, c.Rounds = config.Unordered, 2 }},
		{"rounds 0", func(c *config.Config) {
			c.Network, c.Rounds, c.Variant = config.Unordered, 0, config.Variant{{Name: "basic"}}
		}},
		{`network "mailbox"`, func(c *config.Config) { c.Network = config.Mailbox }},
		{"2 sets for 3 nodes", func(c *config.Config) { c.Quorums = triangle[:2] }},
		{"0 sets for 3 nodes", func(c *config.Config) { c.Quorums = nil }},
		{"node 2 is empty", func(c *config.Config) { c.Quorums = [][]int{{1}, {}, {3}} }},
		{"want nodes from 1 to 3", func(c *config.Config) { c.Quorums = [][]int{{1}, {2, 4}, {3}} }},
		{"want nodes from 1 to 3", func(c *config.Config) { c.Quorums = [][]int{{0, 1}, {2}, {3}} }},
		{"ascending", func(c *config.Config) { c.Quorums = [][]int{{1}, {3, 2}, {3}} }},
		{"ascending", func(c *config.Config) { c.Quorums = [][]int{{1}, {2, 2}, {3}} }},
		{"requesters [4]", func(c *config.Config) { c.Requesters = []int{4} }},
		{"requesters [2 1]", func(c *config.Config) { c.Requesters = []int{2, 1} }},
	} {
		cfg := maekawa(t, "", triangle, 1)
		c.change(&cfg)
		if _, err := algorithms.New(cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", c.want, err)
		}
	}
}
