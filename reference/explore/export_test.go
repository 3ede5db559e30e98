package explore

import "github.com/mxgen/mxgen/reference"

// Initial returns the initial state.
func (g *Graph) Initial() State { return g.initial }

// Find returns the state of a world, if it was reached.
func (g *Graph) Find(w *reference.World) (State, bool) {
	return g.store.lookup(w.AppendState(nil))
}
