package live

import (
	"context"
	"math/rand/v2"

	"github.com/mxgen/mxgen/reference/event"
)

// link is a goroutine that carries messages from one node to another.  It
// always accepts a message, so that a sender never waits for a receiver, and
// holds the messages that the receiver has not accepted yet.
type link struct {
	from      int
	in        <-chan event.Message
	out       chan<- letter
	unordered bool
	random    *rand.Rand
}

// run carries messages until ctx ends.
func (l *link) run(ctx context.Context) {
	var held []event.Message
	for {
		var out chan<- letter // nil blocks while no message is held
		var next letter
		if len(held) > 0 {
			if l.unordered {
				k := l.random.IntN(len(held))
				held[0], held[k] = held[k], held[0]
			}
			out, next = l.out, letter{from: l.from, msg: held[0]}
		}
		select {
		case m := <-l.in:
			held = append(held, m)
		case out <- next:
			held = held[1:]
		case <-ctx.Done():
			return
		}
	}
}
