package process

import (
	"context"
	"runtime"
)

// Slots bounds how many runs go on at the same time: each run holds a slot.
type Slots chan struct{}

// NewSlots makes n slots; n < 1: one for each processor.
func NewSlots(n int) Slots {
	if n < 1 {
		n = runtime.NumCPU()
	}
	return make(Slots, n)
}

// Acquire waits for a slot and returns the function that gives the slot back.  The error is ctx's.
func (s Slots) Acquire(ctx context.Context) (release func(), err error) {
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
