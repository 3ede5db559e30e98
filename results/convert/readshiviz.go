package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/reference/trace/shiviz"
)

// ShiVizOptions say how to read logs with vector clocks.
type ShiVizOptions struct {
	Config    *config.Config // nil: that in the label of the execution
	Names     Names
	Execution int // from 1; 0: the only one
}

// Log is a log with vector clocks, as lines of a trace.
type Log struct {
	Header trace.Header
	log    *clockedLog
	events []int // those of its entries that are events
}

// mostEntries is how many events a log may have, mostCells how many numbers its clocks: they are
// compared with each other, so that all are in memory.
const (
	mostEntries = 1_000_000
	mostCells   = 16 << 20
)

// ReadShiViz reads logs of GoVector or ShiViz, in which a host is a node.  It is an error if
// events are missing before one that is there, or if the clocks cannot be those of a run.
// Clocks count the events that a trace has: those of other texts are left out.
func ReadShiViz(ctx context.Context, logs []check.Log, opts ShiVizOptions) (*Log, error) {
	c := &clockedLog{opts: opts}
	for _, log := range logs {
		if err := c.read(ctx, log); err != nil {
			return nil, err
		}
	}
	if c.entries == nil {
		return nil, &config.Error{Operand: fmt.Sprintf("log %q", logs[0].Name), Reason: "has no such event", Remedy: "leave --execution out, or see how many there are"}
	}
	if err := c.possible(); err != nil {
		return nil, err
	}
	out := &Log{Header: trace.Header{Config: *c.opts.Config, Order: trace.OrderNodes, Origin: trace.Origin{Driver: trace.Foreign}}, log: c}
	for k, e := range c.entries {
		if e.event != nil {
			out.events = append(out.events, k)
		}
	}
	return out, nil
}

// column is where an error is in a line that the user does not see.
var column = regexp.MustCompile(`^column \d+: `)

// Write writes the log as a trace.
func (l *Log) Write(out io.Writer) error {
	w, err := trace.NewWriter(out, l.Header)
	if err != nil {
		return err
	}
	for _, k := range l.events {
		e := l.log.entries[k]
		line := trace.Line{NoPeer: e.event.Peer == 0, NoMessage: e.event.Msg.Kind == "", Clock: l.log.counted(e.clock)}
		line.Event, line.NoSends, line.NoState = *e.event, true, true
		if err := w.WriteLine(line); err != nil {
			return at(e.at, column.ReplaceAllString(err.Error(), ""), "")
		}
	}
	return w.Flush()
}

// Place is the place in the log of a line of the trace; line 2 has the first event.
func (l *Log) Place(line int) (check.Place, bool) {
	if line < 2 || line-2 >= len(l.events) {
		return check.Place{}, false
	}
	return l.log.entries[l.events[line-2]].at, true
}

// Run is the run of the log: the completion that package check finds.
func (l *Log) Run(ctx context.Context, opts check.Options) (*Run, error) {
	var text bytes.Buffer
	if err := l.Write(&text); err != nil {
		return nil, err
	}
	name := l.log.entries[0].at.File
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }
	return fromLogs(ctx, []check.Log{{Name: name, Open: open}}, opts, func(p check.Place) check.Place {
		if own, is := l.Place(p.Line); is {
			return own
		}
		return p
	})
}

// at describes what is wrong at a place.
func at(p check.Place, reason, remedy string) error {
	return &config.Error{Operand: fmt.Sprintf("log %q, line %d", p.File, p.Line), Reason: reason, Remedy: remedy}
}

// clockedLog is an execution that is being read.
type clockedLog struct {
	opts    ShiVizOptions
	label   string // of the execution read last
	entries []clockedEntry
	byNode  [][]int // of each node, from 1: its entries, in order
	before  [][]int // of each node: how many of its first k entries are events
}

// clockedEntry is an event of a log.
type clockedEntry struct {
	at    check.Place
	node  int
	clock []int        // element i is of node i
	event *event.Event // nil: it is none
}

// read reads the entries of one log.
func (c *clockedLog) read(ctx context.Context, log check.Log) error {
	text, file, err := log.Text()
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := shiviz.NewReader(log.Name, text)
	if err != nil {
		return err
	}
	for e, err := range r.Entries() {
		if err != nil {
			return err
		}
		if len(c.entries)&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		place := check.Place{File: log.Name, Line: e.Line}
		if want := c.opts.Execution; want == 0 && e.Execution > 0 {
			return at(place, "a second execution begins", "--execution K selects one")
		} else if want > 0 && e.Execution != want-1 {
			continue
		}
		if err := c.configure(place, e.Label); err != nil {
			return err
		}
		if err := c.add(place, e); err != nil {
			return err
		}
	}
	return nil
}

// configure takes the configuration of a label, unless the user has given one.  A label with
// another configuration is that of another run.
func (c *clockedLog) configure(p check.Place, label string) error {
	if c.byNode != nil && label == c.label {
		return nil
	}
	c.label = label
	labelled, is := unlabel(label)
	switch {
	case c.opts.Config == nil && !is:
		return at(p, "the log does not say which configuration it is of", `add --configuration "ALGORITHM --n N ..." or --header TRACE`)
	case c.opts.Config == nil:
		c.opts.Config = &labelled
	case is && labelled.String() != c.opts.Config.String():
		return at(p, fmt.Sprintf("the execution is of %s, not of %s", labelled, c.opts.Config), "give the logs of one run, and its configuration or none")
	}
	if c.byNode == nil {
		c.byNode, c.before = make([][]int, c.opts.Config.N+1), make([][]int, c.opts.Config.N+1)
	}
	return nil
}

// add reads an entry.
func (c *clockedLog) add(p check.Place, e shiviz.Entry) error {
	n := c.opts.Config.N
	if most := min(mostEntries, mostCells/(n+1)); len(c.entries) == most {
		return at(p, fmt.Sprintf("more than %d events", most), "convert the beginning of the log alone")
	}
	node, err := c.host(e.Host)
	if err != nil {
		return at(p, err.Error(), "")
	}
	one := clockedEntry{at: p, node: node, clock: make([]int, n+1)}
	for host, count := range e.Clock {
		i, err := c.host(host)
		if err != nil {
			return at(p, "clock: "+err.Error(), "")
		}
		one.clock[i] = count
	}
	if one.event, err = c.opts.Names.event(e.Text, node); err != nil {
		return at(p, err.Error(), "--event 'REGEXP=EVENT' says what a text means, --ignore-unknown leaves it out")
	}
	if err := c.follows(one); err != nil {
		return err
	}
	so := 0
	if l := len(c.before[node]); l > 0 {
		so = c.before[node][l-1]
	}
	if one.event != nil {
		so++
	}
	c.byNode[node], c.before[node] = append(c.byNode[node], len(c.entries)), append(c.before[node], so)
	c.entries = append(c.entries, one)
	return nil
}

// host is the node of a host.
func (c *clockedLog) host(name string) (int, error) {
	i, err := c.opts.Names.node(name)
	if n := c.opts.Config.N; err != nil && c.opts.Names.Nodes == nil || err == nil && i > n {
		return 0, fmt.Errorf("host %.40q: want 1 to %d, or a name that \"nodes\" in the trace of --header maps to one", name, n)
	}
	return i, err
}

// follows checks the clock of an entry against that of the entry before at the same node.
func (c *clockedLog) follows(e clockedEntry) error {
	own := c.byNode[e.node]
	switch count := e.clock[e.node]; {
	case count == len(own)+1:
	case count <= len(own):
		return at(e.at, fmt.Sprintf("event %d of node %d comes again: want %d", count, e.node, len(own)+1), "a log has each node once, and its events in order")
	default:
		return at(e.at, fmt.Sprintf("events of node %d are missing: this is number %d, want %d", e.node, count, len(own)+1), "convert the whole log")
	}
	if len(own) == 0 {
		return nil
	}
	for i, before := range c.entries[own[len(own)-1]].clock {
		if e.clock[i] < before {
			return at(e.at, fmt.Sprintf("impossible clock: node %d has known %d events of node %d before, and now %d", e.node, before, i, e.clock[i]), "")
		}
	}
	return nil
}

// possible checks that every event knows what the events that it knows have known, and that
// none of these knows it.
func (c *clockedLog) possible() error {
	for _, e := range c.entries {
		for j, count := range e.clock {
			if j == 0 || j == e.node || count == 0 || c.byNode[j] == nil {
				continue // the log of node j is not there
			}
			if count > len(c.byNode[j]) {
				return at(e.at, fmt.Sprintf("impossible clock: it knows event %d of node %d, which has %d", count, j, len(c.byNode[j])), "give the logs of all nodes")
			}
			if own := e.clock[e.node]; own > 1 && c.entries[c.byNode[e.node][own-2]].clock[j] == count {
				continue // as the event before
			}
			for i, known := range c.entries[c.byNode[j][count-1]].clock {
				if known > e.clock[i] || i == e.node && known == e.clock[i] {
					return at(e.at, fmt.Sprintf("impossible clock: it knows event %d of node %d, which knows event %d of node %d", count, j, known, i), "")
				}
			}
		}
	}
	return nil
}

// counted is a clock that counts the events of the trace alone.
func (c *clockedLog) counted(clock []int) []int {
	out := make([]int, len(clock))
	for i, count := range clock {
		if i > 0 && count > 0 && c.byNode[i] != nil {
			out[i] = c.before[i][count-1]
		}
	}
	return out
}
