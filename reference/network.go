package reference

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// InFlight is a message under way.
type InFlight struct {
	From, To int // 1..N
	Msg      event.Message
}

// network stores the messages under way as bytes, because a search copies a
// network far more often than it reads a message.  The order is canonical, so
// that equal networks have equal bytes: link by link, and on a link the oldest
// message first (fifo) or sorted (unordered).  A message has a header of four
// bytes (size of the rest, sender, receiver, and a form that encodes class and
// number of fields), then its fields and its load as numbers.
type network struct {
	fifo    bool
	n       int      // nodes
	classes []string // of messages
	bytes   []byte
	scratch []byte  // the message that is encoded last
	tracked *tracks // nil: no message is followed
}

func newNetwork(cfg config.Config, classes []string) (network, error) {
	switch cfg.Network {
	case config.FIFO, config.Unordered:
		return network{fifo: cfg.Network == config.FIFO, n: cfg.N, classes: classes}, nil
	}
	return network{}, fmt.Errorf("network %q: want %s or %s", cfg.Network, config.FIFO, config.Unordered)
}

// header is the size of the header of a message.
const header = 4

// end returns where the message at the front of b ends.
func end(b []byte) int { return header + int(b[0]) }

// link returns the link of the message at the front of b, as a number that
// orders links by sender, then by receiver.
func link(b []byte) int { return int(b[1])<<8 | int(b[2]) }

// put sends m from one node to another.
func (n *network) put(from, to int, m event.Message) {
	n.scratch = n.append(n.scratch[:0], from, to, m)
	l := link(n.scratch)
	rest := n.bytes
	for len(rest) > 0 {
		k := link(rest)
		if k > l || k == l && !n.fifo && bytes.Compare(rest[:end(rest)], n.scratch) > 0 {
			break
		}
		rest = rest[end(rest):]
	}
	at := len(n.bytes) - len(rest)
	n.tracked.put(n.ordinal(at))
	n.bytes = slices.Insert(n.bytes, at, n.scratch...)
}

// take removes the message of a receive event and returns its load, in the
// arena.  It reports whether the message was there and could arrive.
func (n *network) take(e event.Event, arena *arena) (load []int, ok bool) {
	at, size := n.find(e)
	if size > 0 {
		load = numbers(n.bytes[at+len(n.scratch):at+size], arena)
		n.tracked.take(n.ordinal(at))
		n.bytes = append(n.bytes[:at], n.bytes[at+size:]...)
	}
	return load, size > 0
}

// find returns the place and the size of the message of a receive event.  The
// size is 0 if there is no such message or it cannot arrive yet.  find does not
// compare the load, because an event that was read from a text has none.
func (n *network) find(e event.Event) (at, size int) {
	if e.Node < 1 || e.Node > n.n || e.Peer < 1 || e.Peer > n.n || slices.Index(n.classes, e.Msg.Kind) < 0 {
		return 0, 0
	}
	e.Msg.Load = nil
	n.scratch = n.append(n.scratch[:0], e.Peer, e.Node, e.Msg)
	l := link(n.scratch)
	for rest := n.bytes; len(rest) > 0; rest = rest[end(rest):] {
		k := link(rest)
		if k == l && bytes.HasPrefix(rest[1:], n.scratch[1:]) {
			return len(n.bytes) - len(rest), end(rest)
		}
		if k > l || k == l && n.fifo {
			break
		}
	}
	return 0, 0
}

// decode appends the messages, their fields in the arena.
func (n *network) decode(flights []InFlight, arena *arena) []InFlight {
	for b := n.bytes; len(b) > 0; b = b[end(b):] {
		form := int(b[3])
		fields := arena.grow(form / len(n.classes))
		body := b[header:end(b)]
		for k := range fields {
			var field uint64
			field, body = number(body)
			fields[k] = int(field)
		}
		flights = append(flights, InFlight{
			From: int(b[1]),
			To:   int(b[2]),
			Msg:  event.Message{Kind: n.classes[form%len(n.classes)], Fields: fields, Load: numbers(body, arena)},
		})
	}
	return flights
}

// append appends a message as bytes.
func (n *network) append(b []byte, from, to int, m event.Message) []byte {
	class := slices.Index(n.classes, m.Kind)
	if class < 0 {
		panic("reference: message class " + m.Kind + " is not declared")
	}
	form, start := len(m.Fields)*len(n.classes)+class, len(b)+header
	b = append(b, 0, byte(from), byte(to), byte(form))
	for _, f := range m.Fields {
		b = appendNumber(b, uint64(f))
	}
	for _, l := range m.Load {
		b = appendNumber(b, uint64(l))
	}
	size := len(b) - start
	if form > 255 || size > 255 {
		panic(fmt.Sprintf("reference: a %s with %d fields and %d more in %d bytes", m.Kind, len(m.Fields), len(m.Load), size))
	}
	b[start-header] = byte(size)
	return b
}

// numbers decodes all of b, in the arena.
func numbers(b []byte, arena *arena) []int {
	if len(b) == 0 {
		return nil
	}
	count := 0
	for _, c := range b {
		if c < 0x80 { // the last byte of a number
			count++
		}
	}
	list := arena.grow(count)
	for k := range list {
		var n uint64
		n, b = number(b)
		list[k] = int(n)
	}
	return list
}

// appendNumber appends a number.  A number below 128 takes one byte; almost all
// numbers of a state are.
func appendNumber(b []byte, n uint64) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}

// number decodes the number at the front of b.
func number(b []byte) (n uint64, rest []byte) {
	if b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	n, size := binary.Uvarint(b)
	return n, b[size:]
}
