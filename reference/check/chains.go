package check

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// chain is a sequence of lines whose order is that of the run.
type chain struct {
	file  string
	lines []trace.Line
	kinds [event.Exit + 1]bool // recorded
	nodes reference.Set        // recorded
	from  bool                 // anything may have happened before the first line
	ends  bool                 // nothing that is recorded happened after the last line
}

// chains are all lines of all logs.
type chains struct {
	header trace.Header
	all    []*chain
	sends  map[string][2]int // chain and index of the line that sends the message of an id
	clocks map[[2]int][2]int // node and its own count -> chain and index
	skew   int64
	bare   bool // no line has a number, a message or a state: normal forms have all that is needed
	torn   []string
}

// lineBytes is about what a line takes in memory.
const lineBytes = 400

// read reads all lines.  The error is a *config.Error, or that of ctx.
func read(ctx context.Context, logs []Log, opts Options) (*chains, error) {
	c := &chains{sends: map[string][2]int{}, clocks: map[[2]int][2]int{}, skew: int64(opts.Skew), bare: true}
	for k, log := range logs {
		r, file, err := log.reader()
		if err != nil {
			return nil, err
		}
		err = c.log(ctx, r, log.Name, opts)
		file.Close()
		if err != nil {
			return nil, err
		}
		if k > 0 && r.Header().Config.String() != c.header.Config.String() {
			return nil, &config.Error{Operand: "trace " + strconv.Quote(log.Name), Reason: "is of another configuration than " + logs[0].Name,
				Remedy: "check the logs of one run together"}
		}
		c.header = r.Header()
	}
	if err := c.distinct(); err != nil {
		return nil, err
	}
	c.index()
	return c, nil
}

// log reads one log: one chain, or one for each node.
func (c *chains) log(ctx context.Context, r *trace.Reader, name string, opts Options) error {
	h := r.Header()
	byNode := h.Order == trace.OrderNodes
	own := map[int]*chain{}
	seen := newOccurring()
	for n := 0; ; n++ {
		l, err := r.NextLine()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if int64(n)*lineBytes > opts.MaxBytes {
			return &config.Error{Operand: fmt.Sprintf("trace %q, line %d", name, l.Line), Reason: "the lines of an incomplete log do not fit into memory",
				Remedy: "--memory raises the limit"}
		}
		if n&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		seen.add(l)
		key := 0
		if byNode {
			key = l.Event.Node
		}
		if own[key] == nil {
			own[key] = &chain{file: name, from: h.From == trace.FromUnknown}
			c.all = append(c.all, own[key])
		}
		own[key].lines = append(own[key].lines, l)
		c.bare = c.bare && l.NoState && l.Event.Kind != event.Receive && len(l.Sends) == 0
	}
	if len(own) == 0 {
		own[0] = &chain{file: name, from: h.From == trace.FromUnknown}
		c.all = append(c.all, own[0])
	}
	for key, one := range own {
		one.records(h.Records, seen, key)
		// A process writes a line before the messages of the event leave: what it did not
		// write had no effect on anybody.
		one.ends = h.Origin.Driver == trace.Processes
	}
	if r.Torn() {
		c.torn = append(c.torn, name)
	}
	return nil
}

// records notes what a chain records: what the header says, else what occurs in the log.
func (o *chain) records(r trace.Records, seen occurring, node int) {
	for k := event.Request; k <= event.Exit; k++ {
		o.kinds[k] = seen.kinds[k]
		if r.Events != nil {
			o.kinds[k] = slices.Contains(r.Events, k.String())
		}
	}
	switch {
	case node != 0:
		o.nodes = o.nodes.With(node)
	case r.Nodes != nil:
		for _, i := range r.Nodes {
			o.nodes = o.nodes.With(i)
		}
	default:
		for i := range seen.nodes {
			o.nodes = o.nodes.With(i)
		}
	}
}

// distinct refuses two chains that record one node.
func (c *chains) distinct() error {
	for k, one := range c.all {
		for _, other := range c.all[:k] {
			if both := one.nodes & other.nodes; both != 0 {
				return &config.Error{Operand: "trace " + strconv.Quote(one.file), Reason: fmt.Sprintf("node %d is in %s as well", both.After(0), other.file),
					Remedy: "each node has one log"}
			}
		}
	}
	return nil
}

// index notes the places that other lines refer to.
func (c *chains) index() {
	for k, one := range c.all {
		for p, l := range one.lines {
			for _, id := range l.SendIDs {
				if id != "" {
					c.sends[id] = [2]int{k, p}
				}
			}
			if l.Clock != nil {
				c.clocks[[2]int{l.Event.Node, l.Clock[l.Event.Node]}] = [2]int{k, p}
			}
		}
	}
}

// system is the system in whose worlds the search goes.  The normal form makes it finite,
// and has all that bare lines say.
func (c *chains) system() (*reference.System, error) {
	s, err := algorithms.New(c.header.Config)
	if err == nil && !c.bare {
		s = s.Raw()
	}
	return s, err
}

// visible tells whether an event would have a line, at these positions.
func (c *chains) visible(e *event.Event, at []int) bool {
	for k, one := range c.all {
		if !one.nodes.Has(e.Node) || !one.kinds[e.Kind] {
			continue
		}
		switch p := at[k]; {
		case p == len(one.lines) && len(c.all) > 1 && !one.ends: // the log of a node may end before those of others
		case p == 0 && one.from, p < len(one.lines) && one.lines[p].Lost:
		default:
			return true
		}
	}
	return false
}

// seesAll tells whether every event of a node would have a line, at these positions.
func (c *chains) seesAll(node int, at []int) bool {
	for kind := event.Request; kind <= event.Exit; kind++ {
		if !c.visible(&event.Event{Kind: kind, Node: node}, at) {
			return false
		}
	}
	return true
}

// ready tells whether the next line of a chain may come now: messages, clocks and times
// order it after lines of other chains.
func (c *chains) ready(k int, at []int) bool {
	l := &c.all[k].lines[at[k]]
	passed := func(place [2]int, known bool) bool {
		return !known || at[place[0]] > place[1] || place[0] == k && place[1] >= at[k]
	}
	if l.ID != "" {
		if place, known := c.sends[l.ID]; !passed(place, known) {
			return false
		}
	}
	for j, count := range l.Clock {
		if j > 0 && j != l.Event.Node && count > 0 {
			if place, known := c.clocks[[2]int{j, count}]; !passed(place, known) {
				return false
			}
		}
	}
	if l.Time == 0 {
		return true
	}
	for other, one := range c.all {
		if other != k && at[other] < len(one.lines) {
			if t := one.lines[at[other]].Time; t != 0 && t+c.skew < l.Time {
				return false
			}
		}
	}
	return true
}

// fits tells whether an event may be that of a line.
func fits(l *trace.Line, e *event.Event) bool {
	is := &l.Event
	return is.Kind == e.Kind && is.Node == e.Node &&
		(l.NoPeer || is.Peer == e.Peer) && (l.NoMessage || is.Msg.Equal(e.Msg)) &&
		(is.Choice == 0 || is.Choice == e.Choice)
}
