package singhal

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// states are the letters of the states of a node.
var states = []string{notRequesting: "N", requesting: "R", executing: "E", holding: "H"}

// draw draws the state vectors, each state with its sequence number, and the vectors of the token.
func draw(w *reference.World) reference.Picture {
	t := common.ByNode(w, "SV,SN")
	t.Rows = common.Rows(w, func(i, j int) reference.Cell {
		n := nodeAt(w, i)
		return cell(int(n.state(j)), int(n.sn.At(j)))
	})
	tsv, tsn, from, to := token(w)
	vectors := common.ByNode(w, "")
	row := reference.Row{Name: "TSV,TSN"}
	for j := range tsv {
		row.Cells = append(row.Cells, cell(tsv[j], tsn[j]))
	}
	vectors.Rows = []reference.Row{row}
	return reference.Picture{
		{Title: "state and sequence number of each node, as a node knows them", Table: t},
		{Title: "token, " + common.TokenIs(common.HolderOf(w, hasSinghalToken), from, to), Table: vectors},
	}
}

func cell(state, number int) reference.Cell {
	text := fmt.Sprint(state)
	if state >= 0 && state < len(states) {
		text = states[state]
	}
	mark := reference.Plain
	switch state {
	case requesting:
		mark = reference.Notable
	case executing, holding:
		mark = reference.Inside
	}
	return reference.Cell{Text: fmt.Sprintf("%s %d", text, number), Mark: mark}
}
