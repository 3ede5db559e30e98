package explore

// Initial returns the initial state.
func (g *Graph) Initial() State { return g.initial }
