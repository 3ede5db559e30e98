package reference

import "github.com/mxgen/mxgen/reference/event"

// Outbox collects the messages that a handler sends, in the order of sending.
type Outbox struct {
	sends  []event.Send
	fields arena
}

// Send sends a message of the class kind with these fields to node to.
func (o *Outbox) Send(to int, kind string, fields ...int) {
	o.sends = append(o.sends, event.Send{To: to, Msg: event.Message{Kind: kind, Fields: o.fields.clone(fields)}})
}

// SendLoad sends a message of the class kind with a load: numbers that the
// label of an event does not show, such as the arrays of a token.
func (o *Outbox) SendLoad(to int, kind string, load ...int) {
	o.sends = append(o.sends, event.Send{To: to, Msg: event.Message{Kind: kind, Load: o.fields.clone(load)}})
}

// Sends returns the messages, valid until Reset.
func (o *Outbox) Sends() []event.Send { return o.sends }

// Reset empties the outbox and uses its memory again: nobody refers to an
// earlier message any more.
func (o *Outbox) Reset() {
	o.sends = o.sends[:0]
	o.fields.reset()
}

// Drain empties the outbox and returns its messages.
func (o *Outbox) Drain() []event.Send {
	sends := o.sends
	o.sends = nil
	return sends
}

// arena allocates small slices of numbers in blocks.  A full block stays in
// memory while messages point into it.
type arena struct{ block []int }

const arenaBlock = 256 // numbers

// grow returns a fresh slice of n numbers, nil for none.
func (a *arena) grow(n int) []int {
	if n == 0 {
		return nil
	}
	at := len(a.block)
	if at+n > cap(a.block) {
		a.block = make([]int, 0, max(arenaBlock, n))
		at = 0
	}
	a.block = a.block[:at+n]
	return a.block[at : at+n : at+n]
}

func (a *arena) clone(numbers []int) []int {
	s := a.grow(len(numbers))
	copy(s, numbers)
	return s
}

// reset frees every slice of the current block.
func (a *arena) reset() { a.block = a.block[:0] }
