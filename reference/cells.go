package reference

import (
	"fmt"
)

// Variable is one compared variable.  The model has a global variable of the
// same name.
type Variable struct {
	Name  string
	Phase bool // the value is a Phase, for which a model may use other numbers
}

// MaxCell is the largest number of a compared variable, because it is a byte
// in the model.  The limit does not apply to sets, which have a bit for each
// node.
const MaxCell = 255

// Cells receives the values of the compared variables from a refinement
// mapping, one variable after the other.  It keeps the first value that does
// not fit into its variable as an error.
type Cells struct {
	n      int  // nodes
	names  bool // collect names, not only values
	vars   []Variable
	values []int
	err    error

	projected bool // worlds may have values in common
}

// Number fills name[index].
func (c *Cells) Number(name string, index, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d]", name, index)})
	}
	if value > MaxCell {
		c.Fail("%s[%d] is %d, more than %d", name, index, value, MaxCell)
	}
	c.values = append(c.values, value)
}

// Bool fills name[index] with 0 or 1.
func (c *Cells) Bool(name string, index int, value bool) {
	n := 0
	if value {
		n = 1
	}
	c.Number(name, index, n)
}

// Set fills name[index] with a set of nodes.
func (c *Cells) Set(name string, index int, value Set) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d]", name, index)})
	}
	c.values = append(c.values, int(value))
}

// One fills the variable name, which has no index, with a number or a set.
func (c *Cells) One(name string, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: name})
	}
	c.values = append(c.values, value)
}

// Numbers fills name[i] for each node i with a number.
func (c *Cells) Numbers(name string, of func(i int) int) {
	for i := range c.n {
		c.Number(name, i+1, of(i+1))
	}
}

// Bools fills name[i] for each node i with a bit.
func (c *Cells) Bools(name string, of func(i int) bool) {
	for i := range c.n {
		c.Bool(name, i+1, of(i+1))
	}
}

// Sets fills name[i] for each node i with a set of nodes.
func (c *Cells) Sets(name string, of func(i int) Set) {
	for i := range c.n {
		c.Set(name, i+1, of(i+1))
	}
}

// Pair fills name[j].to[i].
func (c *Cells) Pair(name string, j, i, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d].to[%d]", name, j, i)})
	}
	c.values = append(c.values, value)
}

// Row fills name[i].by[j].
func (c *Cells) Row(name string, i, j, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d].by[%d]", name, i, j)})
	}
	if value > MaxCell {
		c.Fail("%s[%d].by[%d] is %d, more than %d", name, i, j, value, MaxCell)
	}
	c.values = append(c.values, value)
}

// Rows fills name[i].by[1], name[i].by[2] and so on for each node i.
func (c *Cells) Rows(name string, of func(i int) []int) {
	for i := range c.n {
		for j, value := range of(i + 1) {
			c.Row(name, i+1, j+1, value)
		}
	}
}

// Place fills name[j].to[i].field[k]: field of message k under way from j to i.
func (c *Cells) Place(name string, j, i int, field string, k, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d].to[%d].%s[%d]", name, j, i, field, k)})
	}
	if value > MaxCell {
		c.Fail("%s[%d].to[%d].%s[%d] is %d, more than %d", name, j, i, field, k, value, MaxCell)
	}
	c.values = append(c.values, value)
}

// Queue fills name[0] to name[places-1] with a queue of nodes, the oldest
// first.  A free place is 0.
func (c *Cells) Queue(name string, queue []int, places int) {
	c.places(name, "", queue, places)
}

// QueueOf fills name[i].at[0] to name[i].at[places-1] in the same way.
func (c *Cells) QueueOf(name string, i int, queue []int, places int) {
	row := ""
	if c.names {
		row = fmt.Sprintf("[%d].at", i)
	}
	c.places(name, row, queue, places)
}

func (c *Cells) places(name, row string, queue []int, places int) {
	if len(queue) > places {
		c.Fail("%s: %d nodes in a queue for %d", name, len(queue), places)
	}
	for k := range places {
		if c.names {
			c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s%s[%d]", name, row, k)})
		}
		i := 0
		if k < len(queue) {
			i = queue[k]
		}
		c.values = append(c.values, i)
	}
}

// AddOnce adds i to the set of links on which a message of the class of f is
// under way.  A second such message on a link is an error, because a bit cannot
// represent it.
func (c *Cells) AddOnce(set *Set, i int, f InFlight) {
	if set.Has(i) {
		c.Fail("a second %s is under way from %d to %d", f.Msg.Kind, f.From, f.To)
	}
	*set = set.With(i)
}

// Fail reports that the world has no values of the compared variables.  The
// first error counts.
func (c *Cells) Fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// Ambiguous is Fail of a world whose values another world has as well.  For Projection it has values all the same.
func (c *Cells) Ambiguous(format string, args ...any) {
	if !c.projected {
		c.Fail(format, args...)
	}
}

// fill fills phases and counts of requests, then the variables of the
// algorithm.
func (c *Cells) fill(w *World) {
	c.n = w.N()
	for i, n := range w.nodes {
		c.Number("phase", i+1, int(n.client().Phase))
	}
	for k := range c.vars {
		c.vars[k].Phase = true
	}
	if w.sys.Config.Rounds > 0 {
		for i, n := range w.nodes {
			c.Number("requests", i+1, n.client().requests)
		}
	}
	for _, f := range w.InFlight() {
		if f.To == 0 {
			c.Fail("node %d has sent %s to nobody", f.From, f.Msg)
			return
		}
	}
	w.sys.Algorithm.RefinementMapping(w, c)
}

// Variables returns the compared variables in a fixed order.
func (s *System) Variables() []Variable {
	c := Cells{names: true}
	c.fill(s.World())
	return c.vars
}

// Values appends the values of the compared variables, in the order of
// Variables.  An error says why there are none: a number is larger than
// MaxCell, a link has a second message of a class, or a message differs from
// what the model assumes of it.
func (w *World) Values(values []int) ([]int, error) {
	c := &w.cells
	*c = Cells{values: values}
	c.fill(w)
	return c.values, c.err
}

// Projection is Values for a world of which the compared variables do not tell all, too: one in which a second token is
// under way, with other contents.  No run of a correct algorithm leads there.
func (w *World) Projection(values []int) ([]int, error) {
	c := &w.cells
	*c = Cells{values: values, projected: true}
	c.fill(w)
	return c.values, c.err
}
