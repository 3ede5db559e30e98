package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Line is one event line of a log that may be incomplete: what a line omits is not
// known.
type Line struct {
	Step
	Lost      bool   // lines before this one were lost: seq has a gap
	NoPeer    bool   // a receive without peer
	NoMessage bool   // a receive without message
	Time      int64  // nanoseconds since 1970, 0: not known
	Clock     []int  // vector clock: element i is of node i, 0 for a node it does not name; nil: not known
	ID        string // of the message of a receive, "": not known
	SendIDs   []string
}

// NextLine returns the next line of a log that may be incomplete, or io.EOF at the end.
// The line does not share memory with the reader.  A last line without a newline was cut
// off by a crash: NextLine ends before it, and Torn returns true.
func (t *Reader) NextLine() (Line, error) {
	if t.err != nil {
		return Line{}, t.err
	}
	before := t.lines.line.Seq
	text, err := t.next()
	if t.torn {
		err, t.err = io.EOF, io.EOF
	}
	if err != nil {
		t.err = err
		return Line{}, err
	}
	l, err := t.lines.parseLine(text)
	if err != nil {
		return Line{}, t.fail(err.Error(), nil)
	}
	switch want := before + 1; {
	case !t.lines.has("seq"):
		l.Seq = want
		t.lines.line.Seq = want
	case l.Seq < want:
		return Line{}, t.failf("seq %d comes again: want %d", l.Seq, want)
	default:
		l.Lost = l.Seq > want
	}
	l.Line = t.line
	return l, nil
}

// Torn tells whether the file ends within a line.
func (t *Reader) Torn() bool { return t.torn }

// word reads a name or an id: a string, or digits.
func (r *lineReader) word() (string, error) {
	if r.peek() == '"' {
		return r.str()
	}
	return r.digits("id")
}

// time reads RFC 3339 or nanoseconds since 1970.
func (r *lineReader) time() (int64, error) {
	if r.peek() != '"' {
		n, err := r.unsigned("time")
		return int64(n), err
	}
	text, err := r.str()
	if err != nil {
		return 0, err
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return 0, r.fail("time %.40q: want RFC 3339, such as 2026-01-31T12:00:00.25Z, or nanoseconds", text)
	}
	return at.UnixNano(), nil
}

// clock reads a vector clock: an object with the number of events of each node.
func (r *lineReader) clock() ([]int, error) {
	clock := make([]int, r.sys.Config.N+1)
	err := r.object(func(name string) error {
		i, err := r.named(name, "clock")
		if err == nil {
			clock[i], err = r.number("clock", 0, 1<<53)
		}
		return err
	})
	return clock, err
}

// named returns the node of a name.
func (r *lineReader) named(name, what string) (int, error) {
	if r.names.Nodes != nil {
		if i, is := r.names.Nodes[name]; is {
			return i, nil
		}
		return 0, r.fail("%s %.40q: the header names %s", what, name, strings.Join(slices.Sorted(maps.Keys(r.names.Nodes)), ", "))
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 1 || i > r.sys.Config.N {
		return 0, r.fail("%s %.40q: want 1 to %d, or a name that \"nodes\" in the header maps to one", what, name, r.sys.Config.N)
	}
	return i, nil
}

// extension tells whether a key is one that everybody may use and nobody reads.
func extension(key string) bool { return strings.HasPrefix(key, "x-") }

// skipAny skips any value of JSON.
func (s *scanner) skipAny() error {
	var value json.RawMessage
	d := json.NewDecoder(strings.NewReader(string(s.text[s.at:])))
	if err := d.Decode(&value); err != nil {
		return s.fail("not a value of JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	s.at += int(d.InputOffset())
	return nil
}

// Names maps the names of a foreign program to those of mxgen.
type Names struct {
	Nodes    map[string]int    `json:"nodes,omitempty"`
	Messages map[string]string `json:"messages,omitempty"`
}

// Records says what a log records.  What it does not may have happened unseen.
type Records struct {
	Events []string `json:"events,omitempty"` // kinds of event; nil: those that occur
	Nodes  []int    `json:"nodes,omitempty"`  // nil: those that occur
}

// The values of Header.Order and Header.From.
const (
	OrderTotal  = "total"   // the order of the lines is that of the run
	OrderNodes  = "nodes"   // only the lines of one node are in order
	FromStart   = "start"   // the first line is the first event
	FromUnknown = "unknown" // anything may have happened before the first line
)

func oneOf(what, value string, values ...string) error {
	if !slices.Contains(values, value) {
		return fmt.Errorf("%s %.40q: want %s", what, value, strings.Join(values, " or "))
	}
	return nil
}
