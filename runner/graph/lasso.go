package graph

import (
	"context"
	"slices"
)

// Any finds a lasso through an accepting state; nil: there is none.  complete is false if
// the context ended the search: then nothing is known.
func (g *Walk) Any(ctx context.Context, o LassoOptions) (found *Lasso, complete bool) {
	s := &search{Walk: g, ctx: ctx, fair: o.Fair, begins: o.Begins, budget: o.Budget}
	s.distances()
	s.components()
	heads := s.heads()
	if ctx.Err() != nil {
		return nil, false
	}
	if len(heads) == 0 {
		return nil, true
	}
	cycle := s.tour(heads[0])
	return &Lasso{Prefix: s.path(heads[0]), Cycle: cycle, Length: s.distance[heads[0]] + s.length(cycle)}, true
}

// tour is a cycle through head within its component, which has all that a cycle must
// contain (see needs).  The tour goes to the nearest move or state that adds to what it
// contains, until nothing is missing, and back.
func (s *search) tour(head int32) []Move {
	var moves []Move
	at, shown := head, s.at(head, needs{})
	for !s.met(shown) {
		at = s.leg(at, &moves, func(e edge) bool {
			more := s.at(e.to, s.over(e, shown))
			found := more != shown
			if found {
				shown = more
			}
			return found
		})
	}
	if len(moves) == 0 || at != head {
		s.leg(at, &moves, func(e edge) bool { return e.to == head })
	}
	return moves
}

// leg adds to moves a shortest path within a component to an edge that is wanted, and returns
// where the edge leads.  Such an edge must exist.
func (s *search) leg(from int32, moves *[]Move, wanted func(edge) bool) int32 {
	by := map[int32]hop{from: {-1, -1}}
	for level := []int32{from}; len(level) > 0; level = level[1:] {
		v := level[0]
		for n, e := range s.vertices[v].out {
			if s.component[e.to] != s.component[from] {
				continue
			}
			if wanted(e) {
				way := s.append(nil, e)
				for h := by[v]; h.from >= 0; h = by[h.from] {
					way = s.append(way, s.vertices[h.from].out[h.edge])
				}
				slices.Reverse(way)
				*moves = append(*moves, way...)
				return e.to
			}
			if _, seen := by[e.to]; !seen {
				by[e.to] = hop{v, int32(n)}
				level = append(level, e.to)
			}
		}
	}
	panic("graph: a strongly connected component has no path to one of its edges")
}
