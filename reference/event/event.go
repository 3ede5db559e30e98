// Package event defines the events of a run and their textual form, the label.
// One event is the execution of one atomic handler at one node
// (docs/algorithms.md, section 0.2).  Traces, the graphs of package explore and
// the output of a model use the same labels:
//
//	e, err := event.Parse("receive 3<-1 REQUEST 2")
//	fmt.Println(e.Node, e.Peer, e.Msg.Kind) // 3 1 REQUEST
//
// Non-goals: the package does not know the algorithms and does not decide
// whether an event is enabled.
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
	Enter                   // a waiting node enters its critical section
	Exit                    // a node leaves its critical section
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
	Load   []int  // further numbers that the text omits: the arrays of a token
}

// Equal reports whether two messages have the same class and fields.  It
// ignores the load, because an event that was read from a text has none.
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

// Send is a message that a handler sends.
type Send struct {
	To  int // receiver, 1..N
	Msg Message
}

// Event is one event.  Fields that its kind does not have are zero.
type Event struct {
	Kind   Kind
	Node   int     // where it happens, 1..N
	Choice int     // Request, Exit: the nondeterministic choice, 0 if there is none
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
