package explore

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestAverage compares expected values with formulas of the sources, and with ones that
// follow from them.
func TestAverage(t *testing.T) {
	line := []config.Edge{{1, 2}, {2, 3}, {3, 4}}
	for _, test := range []struct {
		name           string
		cfg            config.Config
		messages, node string // of all requests, and of those of node 1
		quiet, passing int
	}{
		{"3-3/N", config.Config{Algorithm: "centralized", N: 5, Coordinator: 1, Network: config.Unordered}, "12/5", "0", 1, 0},
		{"(N^2-1)/(3N)+(N-1)/N", config.Config{Algorithm: "neilsen-mizuno", N: 4, Network: config.Unordered, Edges: line, Token: 2}, "2", "9/4", 4, 0},
		{"twice the mean distance", config.Config{Algorithm: "raymond", N: 4, Network: config.Unordered, Edges: line, Token: 1}, "5/2", "3", 4, 0},
		{"2(N-1)", config.Config{Algorithm: "ricart-agrawala", N: 4, Network: config.Unordered}, "6", "6", 4, 1},
		{"N-1", config.Config{Algorithm: "suzuki-kasami", N: 4, Network: config.Unordered, Token: 1}, "3", "3", 4, 0},
		{"half of 2(N-1)", config.Config{Algorithm: "carvalho-roucairol", N: 3, Network: config.Unordered, Rounds: 1}, "2", "2", 6, 4},
		{"(N-1)/2 + (N-1)/N", config.Config{Algorithm: "singhal", N: 4, Network: config.FIFO, Rounds: 1, Variant: variant("cyclic")}, "9/4", "9/4", 24, 0},
		{"3(N-1)", config.Config{Algorithm: "lamport", N: 3, Network: config.FIFO, Rounds: 1, Variant: variant("l0")}, "6", "6", 1, 0},
	} {
		t.Run(test.name+" "+test.cfg.Algorithm, func(t *testing.T) {
			got, err := Average(context.Background(), system(t, test.cfg).Unlimited(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Messages.RatString() != test.messages || got.ByNode[1].RatString() != test.node || got.Quiet != test.quiet || got.Passing != test.passing || got.Varies {
				t.Errorf("%v, node 1 %v, %d quiet states and %d passing, varies %v; want %s, %s, %d, %d",
					got.Messages, got.ByNode[1], got.Quiet, got.Passing, got.Varies, test.messages, test.node, test.quiet, test.passing)
			}
			sum := new(big.Rat)
			for _, x := range got.ByKind {
				sum.Add(sum, x)
			}
			if sum.Cmp(got.Messages) != 0 {
				t.Errorf("the classes together are %v, not %v", sum, got.Messages)
			}
		})
	}
}

// TestAverageOnAStar has the thesis' 3-5/N+2/N^2.
func TestAverageOnAStar(t *testing.T) {
	for n := 3; n <= 7; n++ {
		got, err := Average(context.Background(), star(t, n, false), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := big.NewRat(int64(3*n*n-5*n+2), int64(n*n)); got.Messages.Cmp(want) != 0 {
			t.Errorf("N=%d: %v, want %v", n, got.Messages, want)
		}
		if want := big.NewRat(1, int64(n)); got.Free.Cmp(want) != 0 {
			t.Errorf("N=%d: %v cost nothing, want %v", n, got.Free, want)
		}
	}
}

// TestAverageOfAChangedProgram: each PRIVILEGE that goes by way of a third node is one message more.
func TestAverageOfAChangedProgram(t *testing.T) {
	right, err := Average(context.Background(), star(t, 4, false), Options{})
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := Average(context.Background(), star(t, 4, true), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if more := new(big.Rat).Sub(wrong.Messages, right.Messages); more.RatString() != "3/4" {
		t.Errorf("%v instead of %v", wrong.Messages, right.Messages)
	}
}

// TestAverageNeedsAFiniteForm: states that are said to be alike and are not are noticed.
func TestAverageNeedsAFiniteForm(t *testing.T) {
	sys := star(t, 4, false)
	forgetful := *sys.Algorithm
	forgetful.Numbers = []string{"holding", "next"}
	changed := *sys
	changed.Algorithm = &forgetful
	if got, err := Average(context.Background(), &changed, Options{}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("%+v, %v; the holder makes a difference", got, err)
	}
	if _, err := Average(context.Background(), sys, Options{MaxStates: 5}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("%v; want too many states", err)
	}
	ring := system(t, config.Config{Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{1, 2, 3}})
	if _, err := Average(context.Background(), ring, Options{}); err == nil {
		t.Error("a ring is never quiet")
	}
}
