package reference_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/explore"
)

// permissionConfigurations returns one of each algorithm and network that all
// properties hold of.
func permissionConfigurations() (cfgs []config.Config) {
	for _, net := range []config.Network{config.FIFO, config.Unordered} {
		cfgs = append(cfgs,
			config.Config{Algorithm: "carvalho-roucairol", N: 3, Network: net, Rounds: 1},
			config.Config{Algorithm: "raymond-k", N: 3, K: 1, Network: net},
			config.Config{Algorithm: "singhal", N: 3, Network: net, Rounds: 1})
	}
	return append(cfgs,
		config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2},
		config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO},
		config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "l1"}, {Name: "light-clock"}}})
}

// TestPermission: the properties hold, and each of an algorithm's own has
// a seeded bug.
func TestPermission(t *testing.T) {
	caught := map[string]bool{}
	for _, m := range reference.Mutants() {
		caught[m.Config.Algorithm+" "+m.Property] = true
	}
	for _, cfg := range permissionConfigurations() {
		sys := mustNew(t, cfg)
		g := explore.Run(context.Background(), sys, explore.Options{})
		for _, name := range g.Properties() {
			if v, err := g.Verdict(name); err != nil || v.Result != explore.Pass {
				t.Errorf("%s: %s: %+v %v", cfg, name, v, err)
			}
		}
		for _, p := range sys.Algorithm.Properties(cfg) {
			if !caught[cfg.Algorithm+" "+p.Name] {
				t.Errorf("%s: %s: no seeded bug", cfg.Algorithm, p.Name)
			}
		}
	}
}

// TestSinghalWithoutStaircase: nodes that begin by taking nobody for
// requesting never find the token; taking everybody for requesting loses
// requests as the staircase does.
func TestSinghalWithoutStaircase(t *testing.T) {
	for state, rounds := range []int{1, 2} {
		sys, err := reference.Assemble(reference.Unseeded(state), config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		g := explore.Run(context.Background(), sys, explore.Options{})
		if v, err := g.Verdict("deadlock"); err != nil || v.Result != explore.Fail {
			t.Errorf("initial state %d: %+v %v", state, v, err)
		}
	}
}

// TestLA1: Lamport's algorithm needs links that keep the order of messages.
func TestLA1(t *testing.T) {
	play(t, config.Config{Algorithm: "lamport", N: 2, Network: config.Unordered, Rounds: 1}, []step{
		{"request 1, request 2", "net 1>2 REQUEST 1; 2>1 REQUEST 1"},
		{"receive 1<-2 REQUEST 1", "clk 2 1, ok 4 0, net 1>2 REQUEST 1; 1>2 ACK 2, entry 1"},
		{"enter 1, receive 2<-1 ACK 2", "ok 4 2, entry 2, phase 2 1"},
		{"enter 2", "phase 2 2"},
	})
}

// TestSG1: Singhal's algorithm, as it is read here, loses a request.
func TestSG1(t *testing.T) {
	play(t, config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: 2}, []step{
		{"request 2, request 3", "net 2>1 REQUEST 1; 3>1 REQUEST 1; 3>2 REQUEST 1"},
		{"receive 1<-3 REQUEST 1, request 1", "net 1>3 TOKEN; 1>3 REQUEST 1; 2>1 REQUEST 1; 3>2 REQUEST 1"},
		{"receive 3<-1 TOKEN, enter 3, exit 3", "net 1>3 REQUEST 1; 2>1 REQUEST 1; 3>2 REQUEST 1"},
		{"receive 3<-1 REQUEST 1, request 3", "net 2>1 REQUEST 1; 3>1 TOKEN; 3>1 REQUEST 2; 3>2 REQUEST 1"},
		{"receive 1<-3 TOKEN, enter 1, exit 1", "phase 0 1 1"},
		{"receive 1<-2 REQUEST 1, receive 2<-1 TOKEN, enter 2, exit 2", "phase 0 0 1"},
		{"receive 1<-3 REQUEST 2, receive 2<-3 REQUEST 1", "phase 0 0 1, entry , net "},
	})
	g := explore.Run(context.Background(), mustNew(t, config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: 2}), explore.Options{})
	terminal, bad := 0, 0
	w := g.System().World()
	if err := g.Each(func(s explore.State, _ []int) error {
		g.World(s, w)
		if len(w.AppendEnabled(nil)) > 0 {
			return nil
		}
		terminal++
		if slices.ContainsFunc([]int{1, 2, 3}, func(i int) bool { return w.Phase(i) == reference.Wait }) {
			bad++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if v, err := g.Verdict("deadlock"); err != nil || v.Result != explore.Fail || len(v.Path) != 18 {
		t.Errorf("%+v %v", v, err)
	}
	if terminal != 76 || bad != 8 {
		t.Errorf("%d of %d terminal worlds are bad, want 8 of 76", bad, terminal)
	}
}

// TestRA5: a node that keeps the last ticket received may draw one that is
// too small.
func TestRA5(t *testing.T) {
	play(t, config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Rounds: 1, Variant: config.Variant{{Name: "assign"}}}, []step{
		{"request 1, receive 3<-1 REQUEST 1, request 3", "num 1 0 2"},
		{"receive 1<-3 REPLY, receive 1<-3 REQUEST 2", "deferred 8 0 0"},
		{"receive 2<-3 REQUEST 2", "hi 2 2 1"},
		{"receive 2<-1 REQUEST 1, request 2", "hi 2 1 1, num 1 2 2"},
		{"receive 1<-2 REPLY, enter 1, exit 1, receive 1<-2 REQUEST 2", "replies 0 0 0"},
		{"receive 3<-1 REPLY, receive 3<-2 REPLY, enter 3, receive 3<-2 REQUEST 2", "phase 0 1 2"},
		{"receive 2<-1 REPLY, receive 2<-3 REPLY, enter 2", "phase 0 2 2"},
	})
}

// TestRA6: numbers modulo 2N-1 are too few if hi does not count the own ticket.
func TestRA6(t *testing.T) {
	play(t, config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "modulo", Value: 3}}}, []step{
		{"request 1, receive 2<-1 REQUEST 1, request 2", "num 1 2, hi 0 1"},
		{"receive 1<-2 REPLY, enter 1, exit 1, receive 1<-2 REQUEST 2", "hi 0 1"},
		{"request 1, receive 2<-1 REPLY, enter 2", "num 1 2, phase 1 2"},
		{"receive 2<-1 REQUEST 1, receive 1<-2 REPLY, enter 1", "phase 2 2"},
	})
}

// TestRefusedPermission: what has no finite form, or no sense, is refused.
func TestRefusedPermission(t *testing.T) {
	for want, cfg := range map[string]config.Config{
		"distance of tickets": {Algorithm: "carvalho-roucairol", N: 2, Network: config.FIFO},
		"k 4":                 {Algorithm: "raymond-k", N: 3, K: 4, Network: config.Unordered, Rounds: 1},
		"k 2, rounds 0":       {Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered},
		"k 2, network fifo":   {Algorithm: "raymond-k", N: 3, K: 2, Network: config.FIFO, Rounds: 1},
		"never-exit 4":        {Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1, NeverExit: []int{4}},
		"l0, l1 and l2":       {Algorithm: "lamport", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "l0"}, {Name: "l2"}}},
		"unordered link":      {Algorithm: "lamport", N: 2, Network: config.Unordered},
		"rounds 8":            {Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 8},
		"rounds 0":            {Algorithm: "singhal", N: 2, Network: config.FIFO},
		"one policy":          {Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 1, Variant: config.Variant{{Name: "arbitrary"}, {Name: "cyclic"}}},
		"modulo=M":            {Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "modulo", Value: 1}}},
		"at will or modulo":   {Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "arbitrary-number", Value: 2}, {Name: "modulo", Value: 3}}},
	} {
		if _, err := reference.New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
