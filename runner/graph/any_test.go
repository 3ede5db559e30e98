package graph

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAny finds a lasso exactly where there is a shortest one.
func TestAny(t *testing.T) {
	for seed := range uint64(2000) {
		g := random(rand.New(rand.NewPCG(seed, 2)))
		for _, fair := range []bool{false, true} {
			l, whole := g.Any(context.Background(), LassoOptions{Fair: fair})
			shortest, _ := g.Shortest(context.Background(), LassoOptions{Fair: fair, Below: 1000, Budget: 1e6})
			if !whole || (l == nil) != (shortest == nil) {
				t.Fatalf("seed %d, fair %v: %v, %v; a shortest is %v", seed, fair, l, whole, shortest)
			}
			if l == nil {
				continue
			}
			heads := g.goes([]int32{g.root}, l.Prefix)
			if l.Length < shortest.Length || !slices.ContainsFunc(heads, func(v int32) bool { return slices.Contains(g.goes([]int32{v}, l.Cycle), v) }) {
				t.Errorf("seed %d, fair %v: %+v does not lead back, or is shorter than %+v", seed, fair, l, shortest)
			}
		}
	}
}

// Who can only receive is not kept from anything, as SPIN has it.
func TestBegins(t *testing.T) {
	g := &Walk{everyone: 1 | 2, vertices: []vertex{
		{stored: true, settled: true, accepting: true, able: 1, partners: 2, out: []edge{{to: 0}}},
	}}
	for _, begins := range []bool{false, true} {
		if l, _ := g.Any(context.Background(), LassoOptions{Fair: true, Begins: begins}); (l != nil) != begins {
			t.Errorf("begins %v: %v", begins, l)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if l, whole := g.Any(ctx, LassoOptions{}); l != nil || whole {
		t.Errorf("cancelled: %v, %v", l, whole)
	}
}
