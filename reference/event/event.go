// Package event is the vocabulary of everything that happens in a run: one
// event is one atomic handler at one node (spec section 0.2).
//
// The text of an event is its label: the same in traces, in the explorer's
// graphs and in the output of a model.  The package does not know which
// algorithm is spoken about, and does not judge whether an event is possible.
package event

import (
	"slices"
	"strconv"
)

// Kind is one of the four kinds of event.
type Kind uint8

// The kinds of event.  The zero Kind is none of them.
const (
	Request Kind = iota + 1 // a node wants its critical section
	Receive                 // a node handles one message
	Enter                   // a waiting node goes in
	Exit                    // a node leaves
)

var kindNames = [...]string{Request: "request", Receive: "receive", Enter: "enter", Exit: "exit"}

// String is the first word of an event's label.
func (k Kind) String() string {
	if k < Request || k > Exit {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kindNames[k]
}

// Message is what one node sends to another.
type Message struct {
	Kind   string // class in capitals, such as REQUEST
	Fields []int  // numbers carried, in the order of the paper; none is negative
	Load   []int  // carried as well, but in no text: the arrays of a token
}

// Equal reports whether two messages have the same class and fields.  The
// load takes no part, because an event that was read from a text has none.
func (m Message) Equal(o Message) bool {
	return m.Kind == o.Kind && slices.Equal(m.Fields, o.Fields)
}

// Clone returns a copy that shares nothing with m.
func (m Message) Clone() Message {
	return Message{Kind: m.Kind, Fields: slices.Clone(m.Fields), Load: slices.Clone(m.Load)}
}

// AppendText appends the class and the fields, separated by single blanks.
func (m Message) AppendText(b []byte) ([]byte, error) {
	b = append(b, m.Kind...)
	for _, f := range m.Fields {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(f), 10)
	}
	return b, nil
}

// String is the text that AppendText appends.
func (m Message) String() string {
	b, _ := m.AppendText(nil)
	return string(b)
}

// Send is a message on its way out of a handler.
type Send struct {
	To  int // receiver, 1..N
	Msg Message
}

// Event is one event.  Fields that its kind does not have are zero.
type Event struct {
	Kind   Kind
	Node   int     // where it happens, 1..N
	Choice int     // Request, Exit: the number chosen at will, 0 where the algorithm leaves none
	Peer   int     // Receive: the sender, 1..N
	Msg    Message // Receive: what arrives
}

// Equal reports whether two events have the same label.
func (e Event) Equal(o Event) bool {
	return e.Kind == o.Kind && e.Node == o.Node && e.Choice == o.Choice && e.Peer == o.Peer && e.Msg.Equal(o.Msg)
}

// Clone returns a copy that shares nothing with e.
func (e Event) Clone() Event {
	e.Msg = e.Msg.Clone()
	return e
}

// AppendText appends the label of the event, such as "receive 3<-1 REQUEST 2".
func (e Event) AppendText(b []byte) ([]byte, error) {
	b = append(b, e.Kind.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(e.Node), 10)
	if e.Kind == Receive {
		b = append(b, "<-"...)
		b = strconv.AppendInt(b, int64(e.Peer), 10)
		b = append(b, ' ')
		return e.Msg.AppendText(b)
	}
	if e.Choice != 0 {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(e.Choice), 10)
	}
	return b, nil
}

// String is the label of the event.
func (e Event) String() string {
	b, _ := e.AppendText(nil)
	return string(b)
}
