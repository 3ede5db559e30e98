package page

import (
	"github.com/mxgen/mxgen/results/show/scene"
)

// Data is what the script of a page reads: the run without the diagram.
type Data struct {
	First   int        `json:"first"`  // events before those of the page
	Causes  bool       `json:"causes"` // what follows from what is known
	Events  []Event    `json:"events"`
	Columns []string   `json:"columns"`
	Rows    []string   `json:"rows"`
	Start   [][]string `json:"start"`   // values before the first event, by row and column
	Changes [][]Change `json:"changes"` // by event
	Picture *Pictures  `json:"picture,omitempty"`
}

// Event is an event as the script needs it.
type Event struct {
	Text string `json:"text"`
	Line int    `json:"line"`
	From int    `json:"from"` // the event that sent what this one receives, -1: none
}

// Change is a new value.
type Change struct {
	Row    int    `json:"r"`
	Column int    `json:"c"`
	Value  string `json:"v"`
}

// Pictures are drawings of which many parts are equal.  Each part is stored once.
type Pictures struct {
	Parts  []string  `json:"parts"`
	Steps  []Drawing `json:"steps"`  // before the first event, then after each
	Height float64   `json:"height"` // the greatest
}

// Drawing is a drawing made of parts.
type Drawing struct {
	Head  string `json:"head"` // the start of its SVG
	Parts []int  `json:"parts"`
}

// DataOf is the data of a document.
func DataOf(d *Document) *Data {
	data := &Data{First: d.Chart.First, Causes: !d.Chart.Partly, Events: []Event{}, Changes: [][]Change{}}
	_, receives := d.Chart.Sends()
	texts := d.Chart.EventTexts()
	for k, e := range d.Chart.Events {
		from := -1
		if receives[k] >= 0 {
			from = d.Chart.Messages[receives[k]].Sent
		}
		data.Events = append(data.Events, Event{Text: texts[k], Line: e.Line, From: from})
	}
	before := d.Table(0)
	data.Columns, data.Rows, data.Start = before.Columns, before.Rows, before.Cells
	for k := range d.Chart.Events {
		after := d.Table(k + 1)
		changes := []Change{}
		for r := range after.Cells {
			for c, value := range after.Cells[r] {
				if value != before.Cells[r][c] {
					changes = append(changes, Change{r, c, value})
				}
			}
		}
		data.Changes = append(data.Changes, changes)
		before = after
	}
	if d.Picture != nil {
		data.Picture = picturesOf(d)
	}
	return data
}

func picturesOf(d *Document) *Pictures {
	p := &Pictures{}
	known := map[string]int{}
	for k := range len(d.Chart.Events) + 1 {
		picture := d.Picture(k)
		p.Height = max(p.Height, picture.Height)
		drawing := Drawing{Head: picture.Head(scene.Inline), Parts: []int{}}
		for _, part := range picture.Parts() {
			at, is := known[part]
			if !is {
				at = len(p.Parts)
				known[part] = at
				p.Parts = append(p.Parts, part)
			}
			drawing.Parts = append(drawing.Parts, at)
		}
		p.Steps = append(p.Steps, drawing)
	}
	return p
}
