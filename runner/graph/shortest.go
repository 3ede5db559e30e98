package graph

import (
	"context"
	"slices"
)

// Lasso is a run that comes to a cycle and goes round in it for ever.
type Lasso struct {
	Prefix, Cycle []Move
	Length        int // moves of processes in both; moves of a claim are not counted
}

// LassoOptions say which lassos count.
type LassoOptions struct {
	// Fair leaves out cycles on which a process that can always move never does.
	Fair bool
	// Begins says that a process is able to move only where it can begin a move, as SPIN
	// defines it: the receiver of a rendezvous is not able to move.
	Begins bool
	// Below is the length of a lasso that is known: only shorter ones are looked for.  Any
	// ignores it.
	Below int
	// Budget is how many moves may be examined.  Any ignores it.
	Budget int
}

// Shortest finds a shortest lasso through an accepting state; nil: none is shorter than
// o.Below.  complete is false if the budget or the context ended the search: then nothing
// is known.
func (g *Walk) Shortest(ctx context.Context, o LassoOptions) (found *Lasso, complete bool) {
	s := &search{Walk: g, ctx: ctx, fair: o.Fair, begins: o.Begins, best: o.Below, budget: o.Budget}
	s.distances()
	s.components()
	for _, head := range s.heads() {
		limit := s.best - 1 - s.distance[head]
		if limit < 0 {
			break // the heads that follow are further away
		}
		cycle := s.cycle(head, limit)
		if s.spent {
			return nil, false
		}
		if cycle != nil {
			found = &Lasso{Prefix: s.path(head), Cycle: cycle, Length: s.distance[head] + s.length(cycle)}
			s.best = found.Length
		}
	}
	return found, !s.spent
}

// search is the work on one graph.
type search struct {
	*Walk
	ctx    context.Context
	fair   bool
	begins bool
	best   int
	budget int
	spent  bool

	distance  []int // from the first state, -1: not reachable
	by        []hop // the last edge of a shortest path to each vertex
	component []int32
	promising []bool    // of components: they may contain a cycle that counts
	into      [][]int32 // vertices with an edge to this one
}

// hop is the edge with this index out of a vertex.
type hop struct{ from, edge int32 }

// pay counts a move that is examined, and tells whether the search may go on.
func (s *search) pay() bool {
	s.budget--
	if s.budget < 0 || s.budget%4096 == 0 && s.ctx.Err() != nil {
		s.spent = true
	}
	return !s.spent
}

// distances finds shortest paths from the first state.  Moves of weight 0 lead to
// vertices of the same level.
func (s *search) distances() {
	s.distance = make([]int, len(s.vertices))
	s.by = make([]hop, len(s.vertices))
	for v := range s.distance {
		s.distance[v] = -1
	}
	type reached struct {
		vertex int32
		by     hop
	}
	level, next := []reached{{s.root, hop{-1, -1}}}, []reached(nil)
	for d := 0; len(level) > 0; d++ {
		for k := 0; k < len(level); k++ {
			v := level[k].vertex
			if s.distance[v] >= 0 {
				continue
			}
			s.distance[v], s.by[v] = d, level[k].by
			for n, e := range s.vertices[v].out {
				if s.distance[e.to] >= 0 {
					continue
				}
				to := reached{e.to, hop{v, int32(n)}}
				if s.weight(e) == 0 {
					level = append(level, to)
				} else {
					next = append(next, to)
				}
			}
		}
		level, next = next, level[:0]
	}
}

// path is a shortest path to a vertex.
func (s *search) path(v int32) []Move {
	var moves []Move
	for ; v != s.root; v = s.by[v].from {
		moves = s.append(moves, s.vertices[s.by[v].from].out[s.by[v].edge])
	}
	slices.Reverse(moves)
	return moves
}

// append adds an edge to moves, with the number that its process has in trails.
func (s *search) append(moves []Move, e edge) []Move {
	if e.silent {
		return moves
	}
	process := int(e.process)
	if s.numbers != nil {
		process = s.numbers[process]
	}
	return append(moves, Move{process, int(e.transition)})
}

// length is how many moves are those of processes.
func (s *search) length(moves []Move) int {
	n := 0
	for _, m := range moves {
		if !s.claimed || m.Process > 0 {
			n++
		}
	}
	return n
}

// heads are the states where a cycle may begin, the nearest first.  They are stored states:
// a state that is not stored is reached only through the last stored state before it, where
// the cycle can begin as well.
func (s *search) heads() []int32 {
	var all []int32
	for v := range s.vertices {
		if s.vertices[v].stored && s.distance[v] >= 0 && s.promising[s.component[v]] {
			all = append(all, int32(v))
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int { return s.distance[a] - s.distance[b] })
	return all
}

// needs is what a part of a run has of what a cycle that counts must contain: an accepting
// state, and, if it is to be fair, for each process a move or a state where it is blocked.
type needs struct {
	processes uint64 // set of those that moved or were blocked
	accepting bool
}

// at adds what a vertex has.
func (s *search) at(v int32, n needs) needs {
	n.accepting = n.accepting || s.vertices[v].accepting
	if s.fair && s.vertices[v].settled {
		able := s.vertices[v].able
		if !s.begins {
			able |= s.vertices[v].partners
		}
		n.processes |= s.everyone &^ able
	}
	return n
}

// over adds what a move has.
func (s *search) over(e edge, n needs) needs {
	if s.fair && !e.silent {
		n.processes |= s.everyone & (1 << e.process)
	}
	return n
}

// met tells whether nothing is missing.
func (s *search) met(n needs) bool {
	return n.accepting && (!s.fair || n.processes == s.everyone)
}

// place is a vertex with what the path to it has.
type place struct {
	vertex int32
	needs  needs
}

// cycle finds a shortest cycle through head that counts, of at most limit moves; nil: there
// is none.
func (s *search) cycle(head int32, limit int) []Move {
	back := s.back(head, limit)
	type reached struct {
		place
		from int32 // index in seen
		edge int32
	}
	var seen []reached
	done := map[place]bool{}
	level, next := []reached{{place{head, s.at(head, needs{})}, -1, -1}}, []reached(nil)
	for d := 0; len(level) > 0 && d <= limit; d++ {
		for k := 0; k < len(level); k++ {
			r := level[k]
			if r.vertex == head && r.edge >= 0 && s.met(r.needs) {
				var moves []Move
				for ; r.edge >= 0; r = seen[r.from] {
					moves = s.append(moves, s.vertices[seen[r.from].vertex].out[r.edge])
				}
				slices.Reverse(moves)
				return moves
			}
			if done[r.place] {
				continue
			}
			done[r.place] = true
			seen = append(seen, r)
			from := int32(len(seen) - 1)
			for n, e := range s.vertices[r.vertex].out {
				w := s.weight(e)
				rest, found := back[e.to]
				if !found || d+w+rest > limit {
					continue
				}
				if !s.pay() {
					return nil
				}
				to := reached{place{e.to, s.at(e.to, s.over(e, r.needs))}, from, int32(n)}
				if w == 0 {
					level = append(level, to)
				} else {
					next = append(next, to)
				}
			}
		}
		level, next = next, level[:0]
	}
	return nil
}

// back is the distance from each vertex of head's component to head, where it is at most limit.
func (s *search) back(head int32, limit int) map[int32]int {
	distance := map[int32]int{}
	level, next := []int32{head}, []int32(nil)
	for d := 0; len(level) > 0 && d <= limit; d++ {
		for k := 0; k < len(level); k++ {
			v := level[k]
			if _, known := distance[v]; known {
				continue
			}
			distance[v] = d
			for _, from := range s.into[v] {
				if _, known := distance[from]; known || s.component[from] != s.component[head] {
					continue
				}
				if !s.pay() {
					return distance
				}
				if s.lightest(from, v) == 0 {
					level = append(level, from)
				} else {
					next = append(next, from)
				}
			}
		}
		level, next = next, level[:0]
	}
	return distance
}

// lightest is the least weight of an edge between two vertices.
func (s *search) lightest(from, to int32) int {
	for _, e := range s.vertices[from].out {
		if e.to == to && s.weight(e) == 0 {
			return 0
		}
	}
	return 1
}
