// Package page makes one HTML file of a run: the space-time diagram, the variables of all nodes and the
// picture of the algorithm at each step.  The file needs no network.  Without scripts it shows the diagram and the
// state at the end; with scripts it is stepped by mouse and keyboard.
//
//	err := page.Write(w, page.OfRun(run))
//
// A page is also made of a run that no program executes, such as one of a user's model: see Document.
package page

import (
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/results/show"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/scene"
)

// Document is what a page shows.
type Document struct {
	Title string   // the heading
	Lead  string   // what the run shows, one sentence
	Bad   bool     // that is a violation
	Notes []string // what a reader has to know besides
	// Processes says that the lines are processes of a user's model, of which nobody knows critical sections
	// and messages.
	Processes bool
	Chart     *diagram.Chart
	// Table has the values of the variables after k events.  Each table has the same rows and columns.
	Table func(k int) Table
	// Picture is the algorithm's picture after k events, nil if there is none.
	Picture func(k int) *scene.Scene
}

// Table has values by variable and node.
type Table struct {
	Columns []string // nodes
	Rows    []string // variables
	Cells   [][]string
}

// OfRun is the page of a run of the program.
func OfRun(run *show.Run) *Document {
	d := &Document{Title: run.Title, Chart: run.Chart()}
	d.Chart.Title = ""
	d.Table = func(k int) Table { return tableOf(run.Variables(k)) }
	if run.Picture(0) != nil {
		d.Picture = run.Picture
	}
	return d
}

// tableOf arranges variables by name and node.
func tableOf(nodes []show.NodeVariables) Table {
	var t Table
	for _, n := range nodes {
		t.Columns = append(t.Columns, strconv.Itoa(n.Node))
		for _, v := range n.Variables {
			if !slices.Contains(t.Rows, v.Name) {
				t.Rows = append(t.Rows, v.Name)
			}
		}
	}
	for range t.Rows {
		t.Cells = append(t.Cells, make([]string, len(t.Columns)))
	}
	for i, n := range nodes {
		for _, v := range n.Variables {
			t.Cells[slices.Index(t.Rows, v.Name)][i] = v.Value
		}
	}
	return t
}
