package reference

import (
	"fmt"
)

// Variable is a variable of the compared state, by the name of the model's
// global variable.
type Variable struct {
	Name  string
	Phase bool // 0 idle, 1 wait, 2 cs, which a model may number otherwise
}

// MaxCell is the largest number that a cell of a model holds: a byte.  Sets
// have as many bits as there are nodes and are not bound by it.
const MaxCell = 255

// Cells receives the compared state, variable by variable.  The first thing
// that the model's variables could not hold is kept as an error.
type Cells struct {
	names  bool // collect names, not only values
	vars   []Variable
	values []int
	err    error
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

// Place fills name[j].to[i].field[k], place k of what is under way from j
// to i.
func (c *Cells) Place(name string, j, i int, field string, k, value int) {
	if c.names {
		c.vars = append(c.vars, Variable{Name: fmt.Sprintf("%s[%d].to[%d].%s[%d]", name, j, i, field, k)})
	}
	if value > MaxCell {
		c.Fail("%s[%d].to[%d].%s[%d] is %d, more than %d", name, j, i, field, k, value, MaxCell)
	}
	c.values = append(c.values, value)
}

// Queue fills name[0] to name[places-1] with a queue of nodes, oldest first,
// 0 for a free place.
func (c *Cells) Queue(name string, queue []int, places int) {
	c.places(name, "", queue, places)
}

// QueueOf fills name[i].at[0] to name[i].at[places-1] likewise.
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

// AddOnce adds i to a set in which it must not be yet: two messages of a class
// on a link are more than a bit can say.
func (c *Cells) AddOnce(set *Set, i int, f InFlight) {
	if set.Has(i) {
		c.Fail("a second %s is under way from %d to %d", f.Msg.Kind, f.From, f.To)
	}
	*set = set.With(i)
}

// Fail keeps the first thing that does not fit.
func (c *Cells) Fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// fill lets the frame and the algorithm fill the cells.
func (c *Cells) fill(w *World) {
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

// Variables returns the variables of the compared state, always in the same
// order.
func (s *System) Variables() []Variable {
	c := Cells{names: true}
	c.fill(s.World())
	return c.vars
}

// Values appends the values of the variables, in their order.  The error says
// what they cannot hold: a number beyond MaxCell, a second message of a class
// on a link, or a message that is not what the model takes it to be.
func (w *World) Values(values []int) ([]int, error) {
	c := &w.cells
	*c = Cells{values: values}
	c.fill(w)
	return c.values, c.err
}
