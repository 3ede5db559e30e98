package reference

// eachLink goes through the ordered pairs of nodes, those of a node with
// itself included, with what is under way on each.
func (w *World) eachLink(do func(from, to int, link []InFlight)) {
	rest := w.InFlight()
	for j := 1; j <= len(w.nodes); j++ {
		for i := 1; i <= len(w.nodes); i++ {
			n := 0
			for n < len(rest) && rest[n].From == j && rest[n].To == i {
				n++
			}
			do(j, i, rest[:n])
			rest = rest[n:]
		}
	}
}
