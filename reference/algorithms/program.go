package algorithms

import "github.com/mxgen/mxgen/reference"

// programOf returns the program of node i with its concrete type.  A seeded
// bug wraps the program; the wrapper has a method program that returns it.
func programOf[T reference.Node](w *reference.World, i int) T {
	if n, ok := w.Node(i).(T); ok {
		return n // not wrapped: the fast path
	}
	return w.Node(i).(interface{ program() reference.Node }).program().(T)
}
