package explore

import (
	"fmt"
	"slices"
)

// starvation: every waiting node enters, under message fairness.  A node can
// starve if and only if, among the states in which it waits, there is a fair
// strongly connected component: every obligation is disabled in one of its
// states or fulfilled by one of its edges.  It suffices to check maximal
// components, because a component that contains a fair one is fair.  A single
// state without enabled obligation is a fair component, because no node has to
// request.
func (g *Graph) starvation() Verdict {
	v := Verdict{Property: starvation, Result: Pass}
	if g.stopped != "" {
		return g.unlessStopped(v)
	}
	f := g.fair()
	n := g.sys.Config.N
	starving := make([]*starvingNode, n+1)
	parallel(g.workers, n, func(_, item int) { starving[item+1] = g.starve(f, item+1) })
	starving = slices.DeleteFunc(starving, func(s *starvingNode) bool { return s == nil })
	if len(starving) == 0 {
		return v
	}
	worst := slices.MinFunc(starving, func(a, b *starvingNode) int { return a.depth - b.depth })
	// In a component without events fairness is irrelevant.
	if g.crowded && f.moves(worst) {
		v.Result = Inconclusive
		v.Reason = fmt.Sprintf("node %d may starve, but two messages of a class are under way on one link, and fairness is by class", worst.node)
		return v
	}
	v.Result, v.Node = Fail, worst.node
	v.Path = g.Path(worst.entry)
	v.Cycle = g.lasso(f, worst)
	v.Reason = fmt.Sprintf("node %d waits for ever while every message arrives, whoever can enters, and whoever is inside leaves", worst.node)
	return v
}

// moves reports whether the component has an edge.
func (f *fairGraph) moves(c *starvingNode) bool {
	for s := range c.states {
		for k, end := f.edges(s); k < end; k++ {
			if c.states[f.to[k]] {
				return true
			}
		}
	}
	return false
}

// starvingNode is a node that waits for ever in a fair component.
type starvingNode struct {
	node   int
	entry  State // the state of the component that is reached first
	depth  int   // of entry
	states map[State]bool
}

// starve returns the fair component of a node with the smallest distance from
// the initial state, nil if there is none.
func (g *Graph) starve(f *fairGraph, node int) *starvingNode {
	var worst *starvingNode
	open, possible := f.mask(), f.mask()
	f.components(node, func(states []State, in func(State) bool) {
		if !f.isFair(states, in, open, possible) {
			return
		}
		entry := slices.MinFunc(states, func(a, b State) int {
			if d := g.depth(a) - g.depth(b); d != 0 {
				return d
			}
			return int(int64(a) - int64(b))
		})
		depth := g.depth(entry)
		if worst != nil && (worst.depth < depth || worst.depth == depth && worst.entry < entry) {
			return
		}
		worst = &starvingNode{node: node, entry: entry, depth: depth, states: map[State]bool{}}
		for _, s := range states {
			worst.states[s] = true
		}
	})
	return worst
}

// isFair reports whether a component is fair.  The masks are scratch space.
func (f *fairGraph) isFair(states []State, in func(State) bool, open, possible mask) bool {
	f.possible(states[0], open)
	for _, s := range states[1:] {
		f.possible(s, possible)
		open.keep(possible)
	}
	for _, s := range states {
		for k, end := f.edges(s); k < end; k++ {
			if o := f.obligation[k]; o != free && in(f.to[k]) {
				open[o/64] &^= 1 << (o % 64)
			}
		}
	}
	return open.empty()
}
