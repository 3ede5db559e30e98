package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// singhalStates are the letters of the states of a node.
var singhalStates = []string{notRequesting: "N", requesting: "R", executing: "E", holding: "H"}

// drawSinghal draws the state vectors, each state with its sequence number, and the vectors of the token.
func drawSinghal(w *reference.World) reference.Picture {
	t := byNode(w, "SV,SN")
	t.Rows = rows(w, func(i, j int) reference.Cell {
		n := singhalAt(w, i)
		return singhalCell(n.sv[j], n.sn[j])
	})
	tsv, tsn, from, to := singhalToken(w)
	vectors := byNode(w, "")
	row := reference.Row{Name: "TSV,TSN"}
	for j := range tsv {
		row.Cells = append(row.Cells, singhalCell(tsv[j], tsn[j]))
	}
	vectors.Rows = []reference.Row{row}
	return reference.Picture{
		{Title: "state and sequence number of each node, as a node knows them", Table: t},
		{Title: "token, " + tokenIs(holderOf(w, hasSinghalToken), from, to), Table: vectors},
	}
}

func singhalCell(state, number int) reference.Cell {
	text := fmt.Sprint(state)
	if state >= 0 && state < len(singhalStates) {
		text = singhalStates[state]
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
