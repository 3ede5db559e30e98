package trace

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// kinds are the names of the kinds of event.
var kinds = []event.Kind{event.Request, event.Receive, event.Enter, event.Exit}

// lineReader reads the event lines of a system.
type lineReader struct {
	scanner
	sys   *reference.System
	names Names
	keys  []string // of the line so far
	line  Line
	after int // variables of the line before: this one probably has as many
}

// parse reads one event line.  The caller checks that the numbers of the events
// are consecutive.
func (r *lineReader) parse(line []byte) (Step, error) {
	l, err := r.parseLine(line)
	if err == nil {
		err = r.complete()
	}
	return l.Step, err
}

// parseLine reads one event line, which may be incomplete.
func (r *lineReader) parseLine(line []byte) (Line, error) {
	if r.words == nil {
		r.words = map[string]string{}
	}
	r.scanner = scanner{text: line, words: r.words}
	r.keys = r.keys[:0]
	r.line = Line{Step: Step{NoSends: true, NoState: true}}
	if err := r.object(r.member); err != nil {
		return Line{}, err
	}
	if err := r.end(); err != nil {
		return Line{}, err
	}
	if err := r.consistent(); err != nil {
		return Line{}, err
	}
	receive := r.line.Event.Kind == event.Receive
	r.line.NoPeer, r.line.NoMessage = receive && !r.has("peer"), receive && !r.has("message")
	return r.line, nil
}

// has tells whether the line has a key.
func (r *lineReader) has(key string) bool { return slices.Contains(r.keys, key) }

func (r *lineReader) member(key string) (err error) {
	r.keys = append(r.keys, key)
	e := &r.line.Event
	switch key {
	case "seq":
		r.line.Seq, err = r.number("seq", 0, math.MaxInt)
	case "event":
		e.Kind, err = r.kind()
	case "node":
		e.Node, err = r.node("node")
	case "peer":
		e.Peer, err = r.node("peer")
	case "choice":
		e.Choice, err = r.number("choice", 1, event.MaxNumber)
	case "message":
		e.Msg, r.line.ID, err = r.message()
	case "sends":
		r.line.NoSends = false
		err = r.array(r.send)
	case "state":
		r.line.NoState = false
		if r.after > 0 {
			r.line.After = make([]reference.Var, 0, r.after)
		}
		err = r.object(r.variable)
		r.after = len(r.line.After)
	case "time":
		r.line.Time, err = r.time()
	case "clock":
		r.line.Clock, err = r.clock()
	default:
		if extension(key) {
			return r.skipAny()
		}
		err = r.fail("unknown key %q: an event has seq, event, node, peer, choice, message, sends, state, time, clock, and keys that begin with x-", key)
	}
	return err
}

// consistent checks that the line says what happened and where, and has no key that
// does not go with it.
func (r *lineReader) consistent() error {
	if err := r.needs("event", "node"); err != nil {
		return err
	}
	unwanted := []string{"peer", "message", "choice"}
	switch r.line.Event.Kind {
	case event.Receive:
		unwanted = unwanted[2:]
	case event.Request, event.Exit:
		unwanted = unwanted[:2]
	}
	for _, key := range unwanted {
		if r.has(key) {
			return fmt.Errorf("%s does not go with %s", key, r.line.Event.Kind)
		}
	}
	return nil
}

// complete checks that the line has every key that its event needs.
func (r *lineReader) complete() error {
	if r.line.Event.Kind == event.Receive {
		return r.needs("seq", "peer", "message")
	}
	return r.needs("seq")
}

func (r *lineReader) needs(keys ...string) error {
	for _, key := range keys {
		if !r.has(key) {
			return fmt.Errorf("no %s", key)
		}
	}
	return nil
}

func (r *lineReader) kind() (event.Kind, error) {
	text, err := r.str()
	if err != nil {
		return 0, err
	}
	for _, k := range kinds {
		if k.String() == text {
			return k, nil
		}
	}
	return 0, r.fail("event %.60q: not request, receive, enter or exit", text)
}

func (r *lineReader) node(what string) (int, error) {
	if r.names.Nodes == nil && r.peek() != '"' {
		return r.number(what, 1, r.sys.Config.N)
	}
	name, err := r.word()
	if err != nil {
		return 0, err
	}
	return r.named(name, what)
}

func (r *lineReader) message() (m event.Message, id string, err error) {
	err = r.object(func(key string) (err error) {
		switch key {
		case "id":
			id, err = r.word()
		case "kind":
			m.Kind, err = r.str()
			if own, is := r.names.Messages[m.Kind]; is {
				m.Kind = own
			}
			if err == nil && !slices.Contains(r.sys.Algorithm.Messages, m.Kind) {
				err = r.fail("message %.60q: %s has %s", m.Kind, r.sys.Algorithm.Name, strings.Join(r.sys.Algorithm.Messages, ", "))
			}
		case "fields":
			err = r.array(func() error {
				if len(m.Fields) == maxKeys {
					return r.fail("more than %d fields", maxKeys)
				}
				f, err := r.number("field", 0, event.MaxNumber)
				m.Fields = append(m.Fields, f)
				return err
			})
		default:
			if extension(key) {
				return r.skipAny()
			}
			err = r.fail("unknown key %q: a message has kind, fields, id", key)
		}
		return err
	})
	if err == nil && m.Kind == "" {
		err = r.fail("a message without kind")
	}
	return m, id, err
}

func (r *lineReader) send() error {
	var send event.Send
	var id string
	err := r.object(func(key string) (err error) {
		switch key {
		case "to":
			send.To, err = r.node("to")
		case "message":
			send.Msg, id, err = r.message()
		default:
			err = r.fail("unknown key %q: a send has to and message", key)
		}
		return err
	})
	if err == nil && (send.To == 0 || send.Msg.Kind == "") {
		err = r.fail("a send needs to and message")
	}
	r.line.Sends = append(r.line.Sends, send)
	if id != "" || r.line.SendIDs != nil {
		r.line.SendIDs = append(append(r.line.SendIDs, make([]string, len(r.line.Sends)-1-len(r.line.SendIDs))...), id)
	}
	return err
}

// variable reads the value of a variable of the state.
func (r *lineReader) variable(name string) (err error) {
	v := reference.Var{Name: name}
	if !isName(name) {
		return r.fail("variable %.60q: a name is letters, digits and underscores", name)
	}
	if r.peek() == '[' {
		v.List = []int{}
		err = r.array(func() error {
			n, err := r.number(name, 0, math.MaxInt)
			v.List = append(v.List, n)
			return err
		})
	} else {
		v.Number, err = r.number(name, 0, math.MaxInt)
	}
	r.line.After = append(r.line.After, v)
	return err
}

// isName reports whether s is a valid name of a variable.
func isName(s string) bool {
	letter := func(r rune) bool {
		return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !letter(r) }) < 0
}

// appendStep appends the line of an event without its end.
func appendStep(b []byte, s Step) []byte {
	b = append(b, `{"seq":`...)
	b = strconv.AppendInt(b, int64(s.Seq), 10)
	return appendEvent(append(b, ','), Line{Step: s})
}

// appendLine appends an incomplete line without its end.
func appendLine(b []byte, l Line) []byte { return appendEvent(append(b, '{'), l) }

// appendEvent appends what follows the number of a line.
func appendEvent(b []byte, l Line) []byte {
	s, e := l.Step, l.Event
	b = append(b, `"event":"`...)
	b = append(b, e.Kind.String()...)
	b = append(b, `","node":`...)
	b = strconv.AppendInt(b, int64(e.Node), 10)
	if e.Kind == event.Receive && !l.NoPeer {
		b = append(b, `,"peer":`...)
		b = strconv.AppendInt(b, int64(e.Peer), 10)
	}
	if e.Kind == event.Receive && !l.NoMessage {
		b = append(b, `,"message":`...)
		b = appendMessage(b, e.Msg)
	}
	if e.Choice != 0 {
		b = append(b, `,"choice":`...)
		b = strconv.AppendInt(b, int64(e.Choice), 10)
	}
	if !s.NoSends {
		b = append(b, `,"sends":[`...)
		for k, send := range s.Sends {
			b = comma(b, k)
			b = append(b, `{"to":`...)
			b = strconv.AppendInt(b, int64(send.To), 10)
			b = append(b, `,"message":`...)
			b = appendMessage(b, send.Msg)
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	if !s.NoState {
		b = append(b, `,"state":`...)
		b = appendState(b, s.After)
	}
	if l.Clock != nil {
		b = append(b, `,"clock":`...)
		b = appendClock(b, l.Clock)
	}
	return append(b, '}')
}

// appendClock appends a vector clock, without the nodes of which it knows no event.
func appendClock(b []byte, clock []int) []byte {
	b = append(b, '{')
	first := true
	for i, count := range clock {
		if i == 0 || count == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(strconv.AppendInt(append(b, '"'), int64(i), 10), `":`...)
		b = strconv.AppendInt(b, int64(count), 10)
	}
	return append(b, '}')
}

// appendMessage appends a message.  Its kind is a class of an algorithm, which
// consists of capitals and needs no escape.
func appendMessage(b []byte, m event.Message) []byte {
	b = append(b, `{"kind":"`...)
	b = append(b, m.Kind...)
	b = append(b, '"')
	if len(m.Fields) > 0 {
		b = append(b, `,"fields":`...)
		b = appendNumbers(b, m.Fields)
	}
	return append(b, '}')
}

// appendState appends the variables of a node, in their order.
func appendState(b []byte, vars []reference.Var) []byte {
	b = append(b, '{')
	for k, v := range vars {
		b = comma(b, k)
		b = strconv.AppendQuote(b, v.Name) // which has nothing to escape
		b = append(b, ':')
		b = appendValue(b, v)
	}
	return append(b, '}')
}

func appendValue(b []byte, v reference.Var) []byte {
	if v.List != nil {
		return appendNumbers(b, v.List)
	}
	return strconv.AppendInt(b, int64(v.Number), 10)
}

func appendNumbers(b []byte, numbers []int) []byte {
	b = append(b, '[')
	for k, n := range numbers {
		b = comma(b, k)
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ']')
}

// comma separates element k from those before it.
func comma(b []byte, k int) []byte {
	if k > 0 {
		b = append(b, ',')
	}
	return b
}
