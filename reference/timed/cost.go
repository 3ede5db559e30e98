package timed

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// cost counts the messages for each request one by one, by the accounting of the
// algorithm, as package explore does for all runs.  A request is counted when
// its node leaves; with Options.Late, when no message is under way afterwards.
type cost struct {
	run   *run
	world *reference.World // the nodes, without messages

	count    []int  // of the latest request of each node
	open     []bool // it is not counted yet
	gone     []bool // its node has left
	left     int    // nodes that have left and are not counted yet
	underWay int    // messages
	recorded int    // requests since the warm-up
}

func newCost(r *run) *cost {
	n := len(r.nodes) + 1
	return &cost{run: r, world: r.sys.WorldOf(r.nodes), count: make([]int, n), open: make([]bool, n), gone: make([]bool, n)}
}

func (c *cost) request(i int) {
	if c.gone[i] && c.open[i] {
		c.left-- // it was never quiet: that request is not counted
	}
	c.count[i], c.open[i], c.gone[i] = 0, true, false
}

// sent counts a message for the requests that it is sent for.
func (c *cost) sent(from int, s event.Send) {
	c.underWay++
	for i := range c.run.sys.Algorithm.SentFor(c.world, from, s).All() {
		c.count[i]++
	}
}

// exit counts the request of node i, or leaves that to settle.
func (c *cost) exit(i int) {
	c.gone[i] = true
	c.left++
	if !c.run.opts.Late {
		c.record(i)
	}
}

// settle counts the requests whose nodes have left, once nothing is under way.
func (c *cost) settle() {
	if c.left == 0 || c.underWay > 0 {
		return
	}
	for i := range c.open {
		if c.open[i] && c.gone[i] {
			c.record(i)
		}
	}
}

func (c *cost) record(i int) {
	b, m := &c.run.batch, &c.run.measured
	c.open[i] = false
	c.left--
	if c.recorded == 0 || c.count[i] < m.Least {
		m.Least = c.count[i]
	}
	c.recorded++
	m.Most = max(m.Most, c.count[i])
	b.Requests++
	b.Cost += c.count[i]
}
