package diagram_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/scene"
)

// chart has two messages from a to b of which the second arrives first, and one that does not arrive.
func chart() *diagram.Chart {
	return &diagram.Chart{Title: "a run", Lines: []string{"a", "b"}, Loop: 2,
		Events: []diagram.Event{{Line: 0, Text: "request"}, {Line: 0, Text: "again", Phase: diagram.Waiting}, {Line: 1, Text: "receives"}, {Line: 1, Text: "receives", Phase: diagram.Inside}},
		Messages: []diagram.Message{
			{From: 0, To: 1, Text: "ONE", Sent: 0, Received: 3},
			{From: 0, To: 1, Text: "TWO", Sent: 1, Received: 2},
			{From: 1, To: 0, Text: "LATE", Sent: 2, Received: -1},
			{From: 1, To: 0, Text: "EARLY", Sent: -1, Received: 1}},
		Marks: []diagram.Mark{{After: 3, Text: "mutex is violated"}},
	}
}

// TestOvertakes: a message overtakes what was sent before it on the same link and is not there yet, even at
// the end; without the late receipt none does.
func TestOvertakes(t *testing.T) {
	c := chart()
	if o := c.Overtakes(); !maps.Equal(o, map[int]bool{1: true}) {
		t.Errorf("%v overtake", o)
	}
	c.Messages[0].Received = -1
	if o := c.Overtakes(); !maps.Equal(o, map[int]bool{1: true}) {
		t.Errorf("while the first is under way, %v overtake", o)
	}
	c.Messages[0].Received, c.Messages[1].Received = 2, 3
	if o := c.Overtakes(); len(o) > 0 {
		t.Errorf("in order, %v overtake", o)
	}
}

// TestDraw: what a reader has to see is there, once.
func TestDraw(t *testing.T) {
	svg := diagram.Draw(chart()).SVG(scene.Standalone)
	for text, want := range map[string]int{
		`class="event" data-event=`: 4, `class="message" data-sent=`: 4, `class="pending"`: 1, `class="passing"`: 1, `class="inside"`: 1,
		`class="waiting"`: 1, `class="loop"`: 1, `class="alarmbar"`: 1, "after event 4: mutex is violated": 1, "repeats for ever": 1,
	} {
		if n := strings.Count(svg, text); n != want {
			t.Errorf("%q is there %d times, not %d", text, n, want)
		}
	}
	long := chart()
	long.Marks[0].Text = strings.Repeat("violated ", 12)
	drawn := diagram.Draw(long)
	for _, g := range drawn.Groups {
		for _, s := range g.Shapes {
			if s.Class == "alarmbar" && s.Points[1].X != drawn.Width {
				t.Errorf("the line of a violation ends at %.0f of %.0f", s.Points[1].X, drawn.Width)
			}
		}
	}
	texts := (&diagram.Chart{Lines: []string{"1"}, Events: []diagram.Event{{Text: strings.Repeat("long ", 10_000)}}}).EventTexts()
	if len(texts[0]) > 2000 {
		t.Errorf("a description of %d letters", len(texts[0]))
	}
	sends, receives := chart().Sends()
	if !slices.Equal(sends[1], []int{1}) || !slices.Equal(receives, []int{-1, 3, 1, 0}) {
		t.Errorf("sends %v, receives %v", sends, receives)
	}
}
