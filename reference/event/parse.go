package event

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits of Parse.  Events of a run are far below them; they bound the cost of
// a hostile line.
const (
	MaxText   = 1 << 16     // bytes of a label
	MaxNumber = 999_999_999 // any number in it
)

// Parse reads a label.  It accepts exactly the spelling that String writes:
// Parse(s).String() == s.  The error names the wrong part and what would be
// right.
func Parse(text string) (Event, error) {
	if len(text) > MaxText {
		return Event{}, fmt.Errorf("event of %d bytes: longer than %d", len(text), MaxText)
	}
	e, err := parse(text)
	if err != nil {
		return Event{}, fmt.Errorf("event %s: %w", quote(text), err)
	}
	return e, nil
}

func parse(text string) (Event, error) {
	words := strings.Split(text, " ")
	e := Event{}
	for k := Request; k <= Exit; k++ {
		if words[0] == k.String() {
			e.Kind = k
		}
	}
	if e.Kind == 0 {
		return e, fmt.Errorf("%s is not request, receive, enter or exit", quote(words[0]))
	}
	if len(words) < 2 {
		return e, fmt.Errorf("no node after %s", e.Kind)
	}
	var err error
	switch e.Kind {
	case Receive:
		err = e.parseReceive(words[1:])
	case Request, Exit:
		if len(words) > 2 {
			if e.Choice, err = number(words[2], 1); err != nil {
				return e, fmt.Errorf("number chosen: %w", err)
			}
			words = append(words[:2], words[3:]...)
		}
		fallthrough
	default:
		if len(words) > 2 {
			return e, fmt.Errorf("%s after its end", quote(words[2]))
		}
		e.Node, err = node(words[1])
	}
	return e, err
}

// parseReceive reads what follows the word receive: "3<-1", class, fields.
func (e *Event) parseReceive(words []string) (err error) {
	to, from, arrow := strings.Cut(words[0], "<-")
	if !arrow {
		return fmt.Errorf("%s has no <- between receiver and sender", quote(words[0]))
	}
	if e.Node, err = node(to); err != nil {
		return err
	}
	if e.Peer, err = node(from); err != nil {
		return err
	}
	if len(words) < 2 {
		return fmt.Errorf("no message after %s", words[0])
	}
	e.Msg, err = ParseMessage(words[1:])
	return err
}

// ParseMessage reads the words of a message: its class, then its fields.
func ParseMessage(words []string) (Message, error) {
	if len(words) == 0 || !isClass(words[0]) {
		return Message{}, fmt.Errorf("a message needs a class in capitals, as in REQUEST")
	}
	m := Message{Kind: words[0]}
	for _, w := range words[1:] {
		f, err := number(w, 0)
		if err != nil {
			return Message{}, fmt.Errorf("field of %s: %w", m.Kind, err)
		}
		m.Fields = append(m.Fields, f)
	}
	return m, nil
}

// isClass reports whether s is a message class: capitals, at most 32.
func isClass(s string) bool {
	if s == "" || len(s) > 32 {
		return false
	}
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

func node(s string) (int, error) {
	n, err := number(s, 1)
	if err != nil {
		return 0, fmt.Errorf("node: %w", err)
	}
	return n, nil
}

// number reads a decimal number of at least least, without sign and leading
// zeros, so that every number has one spelling.
func number(s string, least int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(n) != s || n < least || n > MaxNumber {
		return 0, fmt.Errorf("%s is not a number from %d to %d", quote(s), least, MaxNumber)
	}
	return n, nil
}

// quote quotes text of any length and content for a message of one line.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
