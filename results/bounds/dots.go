package bounds

import (
	"fmt"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results/show/picture"
)

// Dots are all numbers that occur, a row for each node, and the stated bounds.
func (b *Bounds) Dots() *picture.Dots {
	d := &picture.Dots{Title: b.Configuration.String(), Unit: b.counted() + "; each number that occurs in some run"}
	if !b.Complete {
		d.Unit += "; INCONCLUSIVE, there may be more"
	}
	for _, n := range b.Nodes {
		row := picture.DotRow{Name: fmt.Sprintf("node %d", n.Node), Numbers: n.Values}
		if n.Node == 0 || b.Load == registry.LoadRun {
			row.Name = "run"
		}
		d.Rows = append(d.Rows, row)
	}
	for _, s := range b.Stated {
		if s.OneOf == nil {
			d.Lines = append(d.Lines, picture.DotLine{Number: s.Value, Text: s.text(b.Entries), Wrong: !s.Holds})
		}
	}
	return d
}
