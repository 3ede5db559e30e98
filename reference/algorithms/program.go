package reference

// programOf returns the program of node i as what it is, also where a test
// has wrapped it.
func programOf[T Node](w *World, i int) T {
	if n, ok := w.nodes[i-1].(T); ok {
		return n // not wrapped, which is quicker to see
	}
	return w.nodes[i-1].(interface{ program() Node }).program().(T)
}
