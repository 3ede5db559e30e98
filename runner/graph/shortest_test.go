package graph

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// random is a small graph with moves of up to three processes, of which 0 may be
// a claim.
func random(r *rand.Rand) *Walk {
	n := 2 + r.IntN(5)
	g := &Walk{claimed: r.IntN(2) == 0, vertices: make([]vertex, n)}
	for v := range g.vertices {
		at := &g.vertices[v]
		at.stored, at.accepting, at.settled = true, r.IntN(3) == 0, r.IntN(3) > 0
		for range 1 + r.IntN(2) {
			e := edge{to: int32(r.IntN(n)), process: uint8(r.IntN(3)), transition: r.Uint32N(3)}
			if !g.claimed || e.process > 0 {
				at.able |= 1 << e.process
				g.everyone |= 1 << e.process
			}
			at.out = append(at.out, e)
		}
	}
	return g
}

// tried is the least length of all lassos of at most most edges, each looked at;
// -1: there is none.
func (g *Walk) tried(fair bool, most int) int {
	best := -1
	var way []edge
	at := []int32{g.root}
	counts := func(first int) bool {
		accepting, idle := false, g.everyone
		for k := first; k < len(way); k++ {
			v := g.vertices[at[k]]
			accepting = accepting || v.accepting
			idle &^= 1 << way[k].process
			if v.settled {
				idle &= v.able
			}
		}
		return accepting && (!fair || idle == 0)
	}
	var try func(length int)
	try = func(length int) {
		last := len(at) - 1
		for first := range last {
			if at[first] == at[last] && counts(first) && (best < 0 || length < best) {
				best = length
			}
		}
		if len(way) == most {
			return
		}
		for _, e := range g.vertices[at[last]].out {
			way, at = append(way, e), append(at, e.to)
			try(length + g.weight(e))
			way, at = way[:len(way)-1], at[:len(at)-1]
		}
	}
	try(0)
	return best
}

// goes tells where moves lead, -1: nowhere.
func (g *Walk) goes(from []int32, moves []Move) []int32 {
	for _, m := range moves {
		var to []int32
		for _, v := range from {
			for _, e := range g.vertices[v].out {
				if int(e.process) == m.Process && int(e.transition) == m.Transition && !slices.Contains(to, e.to) {
					to = append(to, e.to)
				}
			}
		}
		from = to
	}
	return from
}

func TestShortestIsWhatTryingAllFinds(t *testing.T) {
	const most = 9
	found := 0
	for seed := range uint64(3000) {
		g := random(rand.New(rand.NewPCG(seed, 1)))
		for _, fair := range []bool{false, true} {
			want := g.tried(fair, most)
			l, whole := g.Shortest(context.Background(), LassoOptions{Fair: fair, Below: 1000, Budget: 1e6})
			if !whole {
				t.Fatalf("seed %d: not to the end", seed)
			}
			if l == nil {
				if want >= 0 {
					t.Errorf("seed %d, fair %v: none, but there is one of %d", seed, fair, want)
				}
				continue
			}
			found++
			if want >= 0 && l.Length != want || want < 0 && len(l.Prefix)+len(l.Cycle) <= most {
				t.Errorf("seed %d, fair %v: length %d, want %d", seed, fair, l.Length, want)
			}
			heads := g.goes([]int32{g.root}, l.Prefix)
			if !slices.ContainsFunc(heads, func(v int32) bool { return slices.Contains(g.goes([]int32{v}, l.Cycle), v) }) {
				t.Errorf("seed %d, fair %v: %v does not lead back after %v", seed, fair, l.Cycle, l.Prefix)
			}
			if shorter, _ := g.Shortest(context.Background(), LassoOptions{Fair: fair, Below: l.Length, Budget: 1e6}); shorter != nil {
				t.Errorf("seed %d, fair %v: %d, and then %d", seed, fair, l.Length, shorter.Length)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d graphs have a lasso", found)
	}
}

// A search that is ended has found nothing out.
func TestShortestEnds(t *testing.T) {
	g := &Walk{vertices: []vertex{
		{stored: true, accepting: true, out: []edge{{to: 1}}},
		{stored: true, out: []edge{{to: 0}}},
	}}
	if l, whole := g.Shortest(context.Background(), LassoOptions{Below: 1000}); l != nil || whole {
		t.Errorf("without a budget: %v, %v", l, whole)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if l, whole := g.Shortest(ctx, LassoOptions{Below: 1000, Budget: 4097}); l != nil || whole {
		t.Errorf("cancelled: %v, %v", l, whole)
	}
}
