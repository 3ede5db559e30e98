package lasso

import (
	"context"
	"slices"
)

// Any finds a lasso through an accepting state, nil: there is none.  whole is false if
// the context ended the search, which then has found nothing out.
func (g *Graph) Any(ctx context.Context, o Options) (found *Lasso, whole bool) {
	s := &search{Graph: g, ctx: ctx, fair: o.Fair, begins: o.Begins, budget: o.Budget}
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

// tour goes round in a component that has all that a cycle has to show, from one
// thing to the next one near, and back.
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

// leg adds a shortest way inside a component to an edge that is wanted, which there is,
// and returns where it leads.
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
	panic("lasso: a component that is none")
}
