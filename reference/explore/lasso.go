package explore

import (
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// lasso returns a fair cycle through the entry of a fair component.  As long as
// an obligation is open, the cycle goes to the nearest edge or state that
// fulfils or disables one; then it returns to the entry.
func (g *Graph) lasso(f *fairGraph, c *starvingNode) []event.Event {
	var cycle []event.Event
	at := c.entry
	open, possible := f.mask(), f.mask()
	f.possible(at, open)
	walk := func(path []uint32) {
		for _, k := range path {
			cycle = append(cycle, g.labels.events[f.label[k]])
			if o := f.obligation[k]; o != free {
				open[o/64] &^= 1 << (o % 64)
			}
			at = f.to[k]
			f.possible(at, possible)
			open.keep(possible)
		}
	}
	for !open.empty() {
		walk(f.search(c, at, func(k uint32) bool {
			if o := f.obligation[k]; o != free && open.has(o) {
				return true
			}
			f.possible(f.to[k], possible)
			rest := slices.Clone(open)
			rest.drop(possible)
			return !rest.empty()
		}))
	}
	if at != c.entry {
		walk(f.search(c, at, func(k uint32) bool { return f.to[k] == c.entry }))
	}
	return cycle
}

// search returns a shortest sequence of edges inside the component whose last
// edge satisfies found.  There must be such an edge.
func (f *fairGraph) search(c *starvingNode, from State, found func(edge uint32) bool) []uint32 {
	via := map[State]uint32{} // edge by which each state was reached first
	origin := map[State]State{}
	for queue := []State{from}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for k, end := f.edges(s); k < end; k++ {
			to := f.to[k]
			if !c.states[to] {
				continue
			}
			if found(k) {
				path := []uint32{k}
				for ; s != from; s = origin[s] {
					path = append(path, via[s])
				}
				slices.Reverse(path)
				return path
			}
			if _, seen := via[to]; !seen && to != from {
				via[to], origin[to] = k, s
				queue = append(queue, to)
			}
		}
	}
	panic("explore: a fair component without a way to fairness")
}
