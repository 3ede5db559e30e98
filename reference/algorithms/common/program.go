package common

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// Pop removes the oldest element of a queue.  It keeps the memory of a short queue;
// moving a long one, such as that of a star with a million nodes, would take too
// long.
func Pop(queue []int) (oldest int, rest []int) {
	const short = 64
	oldest = queue[0]
	if len(queue) > short {
		return oldest, queue[1:]
	}
	return oldest, append(queue[:0], queue[1:]...)
}

// Each is for algorithms in which the initial state of a node needs nothing that
// all nodes share.
func Each(program func(cfg config.Config, i int) (reference.Node, error)) func(config.Config) (func(int) (reference.Node, error), error) {
	return func(cfg config.Config) (func(int) (reference.Node, error), error) {
		return func(i int) (reference.Node, error) { return program(cfg, i) }, nil
	}
}

// ProgramOf returns the program of node i with its concrete type.  A seeded
// bug wraps the program; the wrapper has a method program that returns it.
func ProgramOf[T reference.Node](w *reference.World, i int) T {
	if n, ok := w.Node(i).(T); ok {
		return n // not wrapped: the fast path
	}
	return w.Node(i).(interface{ program() reference.Node }).program().(T)
}

// RejectSwitches refuses a variant with switches other than the known ones.
func RejectSwitches(cfg config.Config, known ...string) error {
	for _, s := range cfg.Variant {
		if !slices.Contains(known, s.Name) {
			return fmt.Errorf("variant %s: not a switch that the program has; it has %v", s, known)
		}
	}
	return nil
}
