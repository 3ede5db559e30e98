package diagram

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results/show/scene"
)

// The measures of a diagram, in pixels.
const (
	row       = 22 // from event to event
	margin    = 12
	most      = 62   // letters of a row's text
	name      = 24   // letters of a node's name
	described = 1000 // letters of a description
	longest   = 110  // letters of a violation
	waitBar   = 8
	csBar     = 12
)

// drawing is a diagram that is being drawn.
type drawing struct {
	*Chart
	scene  *scene.Scene
	left   float64 // of the lines
	column float64 // from line to line
	top    float64 // of the rows
	text   float64 // where the texts of the rows begin
	sends  [][]int
}

// Draw draws a chart.  The groups of class "event", and those of class "row" behind all arrows, have the index of their
// event as data-event, the former that of its node as data-line, those of class "message" the events as data-sent and data-received.
func Draw(c *Chart) *scene.Scene {
	d := &drawing{Chart: c}
	d.sends, _ = c.Sends()
	d.measure()
	d.ground()
	d.lines()
	d.messages()
	d.events()
	d.marks()
	return d.scene
}

func (d *drawing) measure() {
	widest := 0.0
	for _, line := range d.Lines {
		widest = max(widest, scene.TextWidth("bold", scene.Shorten(line, name)))
	}
	d.column = max(widest+14, 46)
	if len(d.Lines) <= 4 {
		d.column = max(d.column, 64)
	}
	numbers := scene.TextWidth("note", strconv.Itoa(d.First+len(d.Events))) + 10
	d.left = margin + numbers + max(widest/2, csBar) + 4
	d.top = margin + 40
	if d.Title != "" {
		d.top += 22
	}
	d.text = d.left + d.column*float64(max(len(d.Lines)-1, 0)) + max(widest/2, csBar) + 18
	letters := 0.0
	for k := range d.Events {
		letters = max(letters, scene.TextWidth("text", d.rowText(k)))
	}
	width := max(d.text+letters, scene.TextWidth("title", d.Title)+margin) + margin
	for _, m := range d.Marks {
		width = max(width, scene.TextWidth("alarm", d.markText(m))+2*margin)
	}
	title := d.Title
	if title == "" {
		title = "space-time diagram"
	}
	d.scene = scene.New(width, d.bottom()+30, title)
}

func (d *drawing) x(line int) float64  { return d.left + d.column*float64(line) }
func (d *drawing) y(event int) float64 { return d.top + row*(float64(event)+0.5) }
func (d *drawing) bottom() float64     { return d.top + row*float64(len(d.Events)) + 8 }

// rowText is the text of an event with what it sends.
func (d *drawing) rowText(k int) string {
	return scene.Shorten(d.Events[k].Text+d.sentText(d.sends[k]), most)
}

// sentText says what an event sends, given by their indices: " → REPLY to 2".
func (c *Chart) sentText(sends []int) string {
	var b strings.Builder
	for at := 0; at < len(sends); {
		text := c.Messages[sends[at]].Text
		var to []string
		for ; at < len(sends) && c.Messages[sends[at]].Text == text; at++ {
			to = append(to, c.Lines[c.Messages[sends[at]].To])
		}
		separator := " → "
		if b.Len() > 0 {
			separator = "; "
		}
		b.WriteString(separator + text + " to " + strings.Join(to, ","))
	}
	return b.String()
}

// ground draws what is behind everything: the title, the names, the loop.
func (d *drawing) ground() {
	if d.Title != "" {
		d.scene.Draw(scene.Text("title", margin, margin+14, scene.Start, d.Title))
	}
	if d.Loop >= 0 && d.Loop < len(d.Events) {
		top, bottom := d.y(d.Loop)-row/2, d.y(len(d.Events)-1)+row/2
		d.scene.Add(scene.Group{Class: "loop-part", Shapes: []scene.Shape{
			scene.Rectangle("loop", 0, top, d.scene.Width, bottom-top),
			scene.Line("loopline", scene.Point{X: 0, Y: top}, scene.Point{X: d.scene.Width, Y: top}),
			scene.Line("loopline", scene.Point{X: 0, Y: bottom}, scene.Point{X: d.scene.Width, Y: bottom}),
			scene.Text("note", margin, bottom+14, scene.Start, "the shaded part repeats for ever"),
		}})
	}
	for k := range d.Events { // a row is behind the arrows, so that they are seen where it is marked
		d.scene.Add(scene.Group{Class: "row", Data: []scene.Datum{{Name: "event", Value: strconv.Itoa(k)}},
			Shapes: []scene.Shape{scene.Rectangle("hit", 0, d.y(k)-row/2, d.scene.Width, row)}})
	}
	for i, line := range d.Lines {
		d.scene.Draw(scene.Text("bold", d.x(i), d.top-14, scene.Middle, scene.Shorten(line, name)))
	}
	if d.First > 0 {
		d.scene.Draw(scene.Text("note", d.text, d.top-14, scene.Start, fmt.Sprintf("%d earlier events are not drawn", d.First)))
	}
	if d.Cut > 0 {
		d.scene.Draw(scene.Text("note", d.text, d.bottom()+12, scene.Start, fmt.Sprintf("%d later events are not drawn", d.Cut)))
	}
	if d.Loop >= 0 && d.Loop == len(d.Events) {
		d.scene.Draw(scene.Text("note", d.text, d.bottom()+12, scene.Start, "nothing happens for ever after"))
	}
}

// lines draws the nodes, with bars where they wait and where they are inside.
func (d *drawing) lines() {
	for i := range d.Lines {
		shapes := []scene.Shape{scene.Line("life", scene.Point{X: d.x(i), Y: d.top - 6}, scene.Point{X: d.x(i), Y: d.bottom()})}
		phase, since := Idle, d.top-6
		if d.Phases != nil {
			phase = d.Phases[i]
		}
		bar := func(until float64) {
			switch phase {
			case Waiting:
				shapes = append(shapes, scene.Rectangle("waiting", d.x(i)-waitBar/2, since, waitBar, until-since))
			case Inside:
				shapes = append(shapes, scene.Rectangle("inside", d.x(i)-csBar/2, since, csBar, until-since))
			}
		}
		for k, e := range d.Events {
			if e.Line == i && e.Phase != phase {
				bar(d.y(k))
				phase, since = e.Phase, d.y(k)
			}
		}
		bar(d.bottom())
		d.scene.Draw(shapes...)
	}
}

// messages draws the arrows.  A message that overtakes another one has another colour; one that is
// under way at the end leaves the diagram as a dashed line.
func (d *drawing) messages() {
	overtakes := d.Overtakes()
	paths := paths{d, map[int][][]scene.Point{}}
	for k, m := range d.Messages {
		line, head := "message", "head"
		if overtakes[k] {
			line, head = "passing", "passhead"
		}
		from, to := scene.Point{X: d.x(m.From), Y: d.top - 6}, scene.Point{X: d.x(m.To), Y: d.bottom() + 6}
		if m.Sent >= 0 {
			from.Y = d.y(m.Sent)
		}
		if m.Received >= 0 {
			to.Y = d.y(m.Received)
		}
		points := []scene.Point{{X: to.X + (from.X-to.X)*0.4, Y: to.Y - row*0.8}, to} // a short arrow from the side of the sender
		if !m.Unknown {
			points = paths.path(m.Sent, from, to)
		}
		var shapes []scene.Shape
		if m.Received < 0 {
			shapes = []scene.Shape{scene.Line("pending", points...)}
		} else {
			shapes = scene.Arrow(line, head, 4, points...)
		}
		d.scene.Add(scene.Group{Class: "message", Title: d.MessageText(k, overtakes[k]), Shapes: shapes,
			Data: []scene.Datum{{Name: "sent", Value: strconv.Itoa(m.Sent)}, {Name: "received", Value: strconv.Itoa(m.Received)}}})
	}
}

// MessageText describes a message in words.
func (c *Chart) MessageText(k int, overtakes bool) string {
	m := c.Messages[k]
	text := fmt.Sprintf("%s from %s to %s", m.Text, c.Lines[m.From], c.Lines[m.To])
	switch {
	case m.Unknown:
	case m.Sent < 0:
		text += ", sent before"
	default:
		text += fmt.Sprintf(", sent by event %d", c.First+m.Sent+1)
	}
	if m.Received < 0 {
		text += ", under way at the end"
	} else {
		text += fmt.Sprintf(", received by event %d", c.First+m.Received+1)
	}
	if overtakes {
		text += "; it overtakes a message that was sent earlier"
	}
	return text
}

// events draws a point and a text for each event.
func (d *drawing) events() {
	texts := d.EventTexts()
	for k, e := range d.Events {
		y := d.y(k)
		d.scene.Add(scene.Group{Class: "event", Title: texts[k], Data: []scene.Datum{{Name: "event", Value: strconv.Itoa(k)}, {Name: "line", Value: strconv.Itoa(e.Line)}}, Shapes: []scene.Shape{
			scene.Rectangle("hit", 0, y-row/2, d.scene.Width, row),
			scene.Text("note", d.left-max(csBar, d.left-margin-scene.TextWidth("note", strconv.Itoa(d.First+len(d.Events)))-2), y+4, scene.End, strconv.Itoa(d.First+k+1)),
			scene.Circle("event", d.x(e.Line), y, 3.6),
			scene.Text("text", d.text, y+4, scene.Start, d.rowText(k)),
		}})
	}
}

// EventTexts describes each event with its messages in words.
func (c *Chart) EventTexts() []string {
	sends, receives := c.Sends()
	texts := make([]string, len(c.Events))
	for k, e := range c.Events {
		texts[k] = fmt.Sprintf("%d: %s", c.First+k+1, scene.Shorten(e.Text+c.sentText(sends[k]), described))
		if r := receives[k]; r >= 0 && c.Messages[r].Sent >= 0 {
			texts[k] += fmt.Sprintf("; the message was sent by event %d", c.First+c.Messages[r].Sent+1)
		}
	}
	return texts
}

// marks draws the violations, each below the event after which its property is false.
func (d *drawing) marks() {
	for _, m := range d.Marks {
		y := d.y(m.After) + row/2
		d.scene.Add(scene.Group{Class: "violation", Title: m.Text, Shapes: []scene.Shape{
			scene.Line("alarmbar", scene.Point{X: 0, Y: y}, scene.Point{X: d.scene.Width, Y: y}),
		}})
	}
	d.markTexts()
}

// markTexts writes the violations below the diagram.
func (d *drawing) markTexts() {
	y := d.bottom() + 30
	for _, m := range d.Marks {
		d.scene.Draw(scene.Text("alarm", margin, y, scene.Start, d.markText(m)))
		y += 18
	}
	d.scene.Height = max(d.scene.Height, y)
}

// markText says what is wrong, and since when.
func (d *drawing) markText(m Mark) string {
	after := fmt.Sprintf("after event %d: ", d.First+m.After+1)
	if m.After < 0 {
		after = "at the start: "
	}
	return after + scene.Shorten(m.Text, longest)
}
