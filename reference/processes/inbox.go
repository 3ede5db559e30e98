package processes

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/reference/event"
)

// letter is a message with its sender and the id that its log lines have.
type letter struct {
	From int `json:"-"` // the connection says so
	ID   string
	Msg  event.Message
}

// inbox holds the messages that have arrived.  Links put them, and the node takes them.
type inbox struct {
	mu      sync.Mutex
	letters []letter
	count   int           // of all letters that were put
	arrived chan struct{} // has an element if a letter may be there
}

func newInbox() *inbox { return &inbox{arrived: make(chan struct{}, 1)} }

func (b *inbox) put(l letter) {
	b.mu.Lock()
	b.letters = append(b.letters, l)
	b.count++
	b.mu.Unlock()
	select {
	case b.arrived <- struct{}{}:
	default:
	}
}

// total is how many letters have arrived so far.
func (b *inbox) total() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count
}

// take removes a letter at random: any letter of an unordered network, else the first one
// of its sender.
func (b *inbox) take(random *rand.Rand, unordered bool) (letter, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.letters) == 0 {
		return letter{}, false
	}
	k := random.IntN(len(b.letters))
	if !unordered {
		from := b.letters[k].From
		k = slices.IndexFunc(b.letters, func(l letter) bool { return l.From == from })
	}
	l := b.letters[k]
	b.letters = slices.Delete(b.letters, k, k+1)
	return l, true
}

// wait waits until a letter may be there, or ctx ends.
func (b *inbox) wait(ctx context.Context) {
	select {
	case <-b.arrived:
	case <-ctx.Done():
	}
}
