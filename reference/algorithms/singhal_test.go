package algorithms_test

import (
	"context"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/singhal"
	"github.com/mxgen/mxgen/reference/explore"
)

// TestSinghalWithoutStaircase: if nodes assume initially that nobody requests,
// they never find the token; if they assume that everybody requests, requests
// are lost as with the staircase.
func TestSinghalWithoutStaircase(t *testing.T) {
	for state, rounds := range []int{1, 2} {
		sys, err := reference.Assemble(singhal.Unseeded(state), config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		g := explore.Run(context.Background(), sys, explore.Options{})
		if v, err := g.Verdict("deadlock"); err != nil || v.Result != explore.Fail {
			t.Errorf("initial state %d: %+v %v", state, v, err)
		}
	}
}

// TestSG1: Singhal's algorithm as in docs/algorithms.md, A9, loses a request.
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
