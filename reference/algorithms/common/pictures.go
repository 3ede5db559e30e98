package common

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/reference"
)

// This file has what the pictures of several algorithms share (reference.Picture).

// Listed writes nodes as a set: {1,3}.
func Listed(nodes []int) string {
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(nodes), " ", ","), "[]") + "}"
}

// WaitingFirst are the nodes that wait or are inside, ordered by before.
func WaitingFirst(w *reference.World, before func(i, j int) bool) []int {
	nodes := slices.Collect((w.InPhase(reference.Wait) | w.InPhase(reference.CS)).All())
	slices.SortStableFunc(nodes, func(i, j int) int {
		switch {
		case before(i, j):
			return -1
		case before(j, i):
			return 1
		}
		return 0
	})
	return nodes
}

// QueueOf is a queue of nodes with their phases.
func QueueOf(w *reference.World, nodes []int, notes func(i int) []string) *reference.Queue {
	q := &reference.Queue{}
	for _, i := range nodes {
		p := reference.Place{Node: i}
		if i >= 1 && i <= w.N() {
			p.Mark = w.MarkOf(i)
			if notes != nil {
				p.Notes = notes(i)
			}
		}
		q.Places = append(q.Places, p)
	}
	return q
}

// Insiders are K places, of which the nodes inside have some.  More than K are inside where mutual exclusion
// is violated.
func Insiders(w *reference.World) reference.Part {
	q := QueueOf(w, slices.Collect(w.InPhase(reference.CS).All()), nil)
	q.Set = true
	for len(q.Places) < w.System().Entries() {
		q.Places = append(q.Places, reference.Place{})
	}
	return reference.Part{Title: fmt.Sprintf("critical section, %d of %d inside", w.InPhase(reference.CS).Len(), w.System().Entries()), Queue: q}
}

// ByNode is a table without cells, a column for each node.
func ByNode(w *reference.World, corner string) *reference.Table {
	t := &reference.Table{Heads: []string{corner}, Even: true}
	for j := range w.N() {
		t.Heads = append(t.Heads, strconv.Itoa(j+1))
	}
	return t
}

// rowOf is the row of node i.
func rowOf(w *reference.World, i int, cell func(j int) reference.Cell) reference.Row {
	r := reference.Row{Name: strconv.Itoa(i), Mark: w.MarkOf(i)}
	for j := range w.N() {
		r.Cells = append(r.Cells, cell(j+1))
	}
	return r
}

// Rows are the rows of all nodes.
func Rows(w *reference.World, cell func(i, j int) reference.Cell) (all []reference.Row) {
	for i := range w.N() {
		all = append(all, rowOf(w, i+1, func(j int) reference.Cell { return cell(i+1, j) }))
	}
	return all
}

// Marked is a cell that has a mark if a condition holds.
func Marked(text string, mark reference.Mark, condition bool) reference.Cell {
	if !condition {
		mark = reference.Plain
	}
	return reference.Cell{Text: text, Mark: mark}
}

// TokenIs says where a token is, for the title of its part.
func TokenIs(at, from, to int) string {
	switch {
	case at != 0:
		return fmt.Sprintf("at %d", at)
	case to != 0:
		return fmt.Sprintf("under way from %d to %d", from, to)
	}
	return "nowhere"
}

// TokenRow is a table with the numbers on a token.
func TokenRow(w *reference.World, name string, numbers []int) *reference.Table {
	t := ByNode(w, "")
	r := reference.Row{Name: name}
	for _, n := range numbers {
		r.Cells = append(r.Cells, reference.Cell{Text: strconv.Itoa(n)})
	}
	t.Rows = []reference.Row{r}
	return t
}
