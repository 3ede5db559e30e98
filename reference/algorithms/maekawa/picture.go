package maekawa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// draw draws the sets with the votes: which members are locked for a node, which have failed it,
// which it has relinquished and which wait for an answer to an INQUIRE; and what each arbiter knows.  Seven
// sets that are the lines of a plane are drawn as such.
func draw(w *reference.World) reference.Picture {
	var p reference.Picture
	sets := w.System().Config.Quorums
	if w.N() == 7 {
		p = append(p, reference.Part{Title: "the sets as lines", Graph: plane(w, sets)})
	}
	votes := common.ByNode(w, "S")
	votes.Rows = common.Rows(w, func(i, j int) reference.Cell { return vote(w, i, j) })
	return append(p,
		reference.Part{Title: "votes: locked, failed, relinquished, inquiry to be answered", Table: votes},
		reference.Part{Title: "arbiters", Table: arbiters(w)})
}

// vote is what node i knows of member j of its set.
func vote(w *reference.World, i, j int) reference.Cell {
	m := memberAt(w, i)
	if !slices.Contains(w.System().Config.Quorums[i-1], j) {
		return reference.Cell{}
	}
	if n, numbered := m.(*node); numbered {
		switch {
		case n.got.Has(j) && n.pend.Has(j):
			return reference.Cell{Text: "inq", Mark: reference.Alarm}
		case n.got.Has(j):
		case n.rel.Has(j):
			return reference.Cell{Text: "rel", Mark: reference.Alarm}
		case n.fail.Has(j):
			return reference.Cell{Text: "fail", Mark: reference.Alarm}
		}
	}
	if m.lockedMembers().Has(j) {
		return reference.Cell{Text: "lock", Mark: reference.Notable}
	}
	return reference.Cell{Text: "·"}
}

// arbiters is the table of the arbiters that are locked or have requests, with the sequence numbers of these where
// there are any.
func arbiters(w *reference.World) *reference.Table {
	t := &reference.Table{Heads: []string{"arbiter", "locked for", "waiting", "inquired"}}
	if _, numbered := memberAt(w, 1).(*node); numbered {
		t.Heads[2] = "waiting (number)"
	}
	for i := range w.N() {
		lock, waiting, inquired := memberAt(w, i+1).lockedFor(), []string(nil), ""
		switch n := memberAt(w, i+1).(type) {
		case *node:
			for j := range n.waiting().All() {
				waiting = append(waiting, fmt.Sprintf("%d (%d)", j, n.asked[j]))
			}
			if n.inq {
				inquired = "yes"
			}
		case *queuedNode:
			for _, j := range n.queue {
				waiting = append(waiting, strconv.Itoa(j))
			}
		}
		if lock == 0 && waiting == nil {
			continue
		}
		t.Rows = append(t.Rows, reference.Row{Name: strconv.Itoa(i + 1), Cells: []reference.Cell{
			common.Marked(strconv.Itoa(lock), reference.Notable, lock != 0), {Text: strings.Join(waiting, " ")}, common.Marked(inquired, reference.Alarm, inquired != "")}})
	}
	return t
}

// plane has a pointer from each arbiter to the node for which it is locked, and the messages that
// take votes back.
func plane(w *reference.World, sets [][]int) *reference.Graph {
	g := &reference.Graph{Layout: reference.Plane, Lines: sets, Points: w.Points()}
	for i := range g.Points {
		if lock := memberAt(w, i+1).lockedFor(); lock != 0 {
			g.Points[i].Notes = []string{fmt.Sprintf("for %d", lock)}
		}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == common.Inquire || f.Msg.Kind == common.Relinquish {
			g.Arrows = append(g.Arrows, reference.Arrow{From: f.From, To: f.To, Kind: reference.UnderWay, Text: f.Msg.String()})
		}
	}
	return g
}
