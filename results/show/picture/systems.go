package picture

import (
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show/scene"
)

// Tree draws a tree of n nodes.
func Tree(title string, edges []config.Edge, n int) *scene.Scene {
	return Draw(reference.Picture{{Title: title, Graph: &reference.Graph{Layout: reference.Tree, Edges: edges, Points: make([]reference.Point, n)}}})
}

// Sets draws a quorum system, the set of node i at i-1: a row for each set, and above it the points and lines of
// a plane, if it is the one of 7 points.
func Sets(title string, sets [][]int) *scene.Scene {
	t := &reference.Table{Heads: []string{"S"}}
	for k := range sets {
		t.Heads = append(t.Heads, strconv.Itoa(k+1))
		r := reference.Row{Name: strconv.Itoa(k + 1)}
		for j := range sets {
			cell := reference.Cell{}
			if slices.Contains(sets[k], j+1) {
				cell = reference.Cell{Text: strconv.Itoa(j + 1), Mark: reference.Notable}
			}
			r.Cells = append(r.Cells, cell)
		}
		t.Rows = append(t.Rows, r)
	}
	p := reference.Picture{{Title: title, Table: t}}
	if IsPlane(sets) {
		plane := &reference.Graph{Layout: reference.Plane, Lines: sets, Points: make([]reference.Point, len(sets))}
		p = reference.Picture{{Title: title, Graph: plane}, {Title: "the set of each node", Table: t}}
	}
	return Draw(p)
}
