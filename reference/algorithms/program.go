package algorithms

import "github.com/mxgen/mxgen/reference"

// programOf returns the program of node i as what it is, also where a test
// has wrapped it.
func programOf[T reference.Node](w *reference.World, i int) T {
	if n, ok := w.Node(i).(T); ok {
		return n // not wrapped, which is quicker to see
	}
	return w.Node(i).(interface{ program() reference.Node }).program().(T)
}
