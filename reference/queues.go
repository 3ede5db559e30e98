package reference

import "fmt"

// queue fills name[0] to name[places-1] with a queue of nodes, oldest first,
// 0 for a free place.
func (c *Cells) queue(name string, queue []int, places int) {
	c.places(name, "", queue, places)
}

// queueOf fills name[i].at[0] to name[i].at[places-1] likewise.
func (c *Cells) queueOf(name string, i int, queue []int, places int) {
	row := ""
	if c.names {
		row = fmt.Sprintf("[%d].at", i)
	}
	c.places(name, row, queue, places)
}

func (c *Cells) places(name, row string, queue []int, places int) {
	if len(queue) > places {
		c.fail("%s: %d nodes in a queue for %d", name, len(queue), places)
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
