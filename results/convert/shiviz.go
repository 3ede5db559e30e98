package convert

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace/shiviz"
)

// ShiViz writes runs as one log, each with the label by which ReadShiViz finds its
// configuration.  ShiViz compares two of them.
func ShiViz(ctx context.Context, out io.Writer, runs []*Run) error {
	w, err := shiviz.NewWriter(out)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if err := w.Execution(label(r)); err != nil {
			return err
		}
		if err := r.clocked(ctx, w); err != nil {
			return err
		}
	}
	return w.Flush()
}

// clocked writes the events of a run with their vector clocks.
func (r *Run) clocked(ctx context.Context, w *shiviz.Writer) error {
	var hosts []string
	for i := 1; i <= r.Config.N; i++ {
		hosts = append(hosts, strconv.Itoa(i))
	}
	c := newClocks(r.Config.N)
	return r.Each(ctx, func(_ int, e event.Event, sends []event.Send, _ *reference.World) error {
		return w.Event(hosts[e.Node-1], hosts, c.event(e, sends), e.String())
	})
}

// clocks are the vector clocks of a run.
type clocks struct {
	of       [][]int           // of each node: element i-1 has the number of events of node i that it knows
	underWay map[[2]int][]sent // by link, the oldest first
}

// sent is a message under way with the clock of its sender.
type sent struct {
	message event.Message
	clock   []int
}

func newClocks(n int) *clocks {
	c := &clocks{underWay: map[[2]int][]sent{}}
	for range n {
		c.of = append(c.of, make([]int, n))
	}
	return c
}

// event returns the clock of a node after an event, valid until the node's next one.
func (c *clocks) event(e event.Event, sends []event.Send) []int {
	own := c.of[e.Node-1]
	own[e.Node-1]++
	if e.Kind == event.Receive {
		for i, count := range c.take(e) {
			own[i] = max(own[i], count)
		}
	}
	if len(sends) == 0 {
		return own
	}
	now := slices.Clone(own)
	for _, s := range sends {
		link := [2]int{e.Node, s.To}
		c.underWay[link] = append(c.underWay[link], sent{s.Msg.Clone(), now})
	}
	return own
}

// take removes the oldest such message and returns its clock, nil for one that was under way at
// the beginning.
func (c *clocks) take(e event.Event) []int {
	link := [2]int{e.Peer, e.Node}
	under := c.underWay[link]
	at := slices.IndexFunc(under, func(s sent) bool { return s.message.Equal(e.Msg) })
	if at < 0 {
		return nil
	}
	clock := under[at].clock
	c.underWay[link] = slices.Delete(under, at, at+1)
	return clock
}
