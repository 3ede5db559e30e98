package scene

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Colour is a colour on a light ground and on a dark one, as #rrggbb; "" is none.
type Colour struct{ Light, Dark string }

// Style is how the shapes of a class look.
type Style struct {
	Stroke, Fill Colour
	Width        float64 // of a line
	Dash         float64 // the length of its dashes, 0: none
	Size         float64 // of text
	Bold         bool
}

// The colours.  The contrast of text and ground is at least 4.5 to 1, that of lines 3 to 1.
var (
	ground  = Colour{"#ffffff", "#14171c"}
	ink     = Colour{"#1b1f24", "#e6e9ee"}
	dim     = Colour{"#57606a", "#a3adba"}
	faint   = Colour{"#d0d7de", "#3a424d"}
	message = Colour{"#2f5fb3", "#8ab4ff"}
	passing = Colour{"#b3470b", "#ffb077"}
	inside  = Colour{"#0b7a4b", "#4ccf8f"}
	waiting = Colour{"#bfe6d2", "#21573f"}
	alarm   = Colour{"#c1121f", "#ff7b7b"}
	soft    = Colour{"#fde3e3", "#4a2226"}
	loop    = Colour{"#fff3c9", "#3a3317"}
	token   = Colour{"#e0a100", "#f5c542"}
	light   = Colour{"#ffffff", "#14171c"}
	panel   = Colour{"#f2f5f8", "#20252c"}
	notable = Colour{"#fff0bf", "#4b3f10"}
	now     = Colour{"#dbe8ff", "#26364f"}
	past    = Colour{"#7d3fc4", "#d0a8ff"}
)

// Styles are the styles by class.
var Styles = map[string]Style{
	"ground": {Fill: ground},
	"panel":  {Fill: panel, Stroke: faint, Width: 1},
	"text":   {Fill: ink, Size: 12},
	"bold":   {Fill: ink, Size: 12, Bold: true},
	"title":  {Fill: ink, Size: 13, Bold: true},
	"note":   {Fill: dim, Size: 11},
	"faint":  {Stroke: faint, Width: 1},
	"node":   {Fill: panel, Stroke: ink, Width: 1.5},
	"number": {Fill: ink, Size: 13, Bold: true},

	// Of the space-time diagram.
	"life":     {Stroke: faint, Width: 1.5},
	"waiting":  {Fill: waiting},
	"inside":   {Fill: inside},
	"event":    {Fill: ink},
	"message":  {Stroke: message, Width: 1.4},
	"head":     {Fill: message, Stroke: ground, Width: 0.8}, // seen on the bar of a critical section
	"passing":  {Stroke: passing, Width: 1.8},
	"passhead": {Fill: passing, Stroke: ground, Width: 0.8},
	"pending":  {Stroke: message, Width: 1.4, Dash: 5},
	"loop":     {Fill: loop},
	"loopline": {Stroke: dim, Width: 1.2, Dash: 3},
	"alarm":    {Fill: alarm, Size: 12, Bold: true},
	"alarmbox": {Fill: soft},
	"alarmbar": {Stroke: alarm, Width: 2},
	"hit":      {},

	// Of the pictures.
	"pointer":     {Stroke: ink, Width: 1.5},
	"pointerhead": {Fill: ink},
	"follow":      {Stroke: inside, Width: 1.5, Dash: 4},
	"followhead":  {Fill: inside},
	"carried":     {Stroke: token, Width: 3},
	"carriedhead": {Fill: token},
	"token":       {Fill: token, Stroke: ink, Width: 1},
	"box":         {Fill: panel, Stroke: dim, Width: 1.2},
	"boxwaiting":  {Fill: waiting, Stroke: dim, Width: 1.2},
	"boxinside":   {Fill: inside, Stroke: dim, Width: 1.2},
	"boxnotable":  {Fill: notable, Stroke: dim, Width: 1.2},
	"boxalarm":    {Fill: soft, Stroke: alarm, Width: 1.2},
	"free":        {Stroke: dim, Width: 1.2, Dash: 4},
	"oninside":    {Fill: light, Size: 12, Bold: true},
	"line":        {Stroke: dim, Width: 1.2},
	"bar":         {Fill: message},
}

// CSS is the style sheet of the drawings, for a page or a file that has them.  A reader who
// prefers a dark ground gets one.
func CSS() string {
	var b strings.Builder
	b.WriteString(".mx text{font-family:ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace}\n")
	for _, class := range slices.Sorted(maps.Keys(Styles)) {
		s := Styles[class]
		fmt.Fprintf(&b, ".mx .%s{fill:%s;stroke:%s", class, orNone(s.Fill.Light), orNone(s.Stroke.Light))
		if s.Width > 0 {
			fmt.Fprintf(&b, ";stroke-width:%g", s.Width)
		}
		if s.Dash > 0 {
			fmt.Fprintf(&b, ";stroke-dasharray:%g", s.Dash)
		}
		if s.Size > 0 {
			fmt.Fprintf(&b, ";font-size:%gpx", s.Size)
		}
		if s.Bold {
			b.WriteString(";font-weight:bold")
		}
		b.WriteString("}\n")
	}
	b.WriteString(".mx .hit{pointer-events:all}\n" + marks(now.Light, past.Light) + "@media (prefers-color-scheme:dark){\n")
	for _, class := range slices.Sorted(maps.Keys(Styles)) {
		s := Styles[class]
		fmt.Fprintf(&b, ".mx .%s{fill:%s;stroke:%s}\n", class, orNone(s.Fill.Dark), orNone(s.Stroke.Dark))
	}
	b.WriteString(marks(now.Dark, past.Dark) + "}\n")
	return b.String()
}

// marks is the style of what the script of a page marks in a diagram: the row of an event, and the events and messages
// that it follows from.
func marks(now, past string) string {
	return ".mx g.now .hit{fill:" + now + "}\n.mx g.past .event,.mx g.past .message{fill:none;stroke:" + past + ";stroke-width:3px}\n" +
		".mx g.past .event,.mx g.past .head{fill:" + past + "}\n.mx g.past .head{stroke:" + past + ";stroke-width:2px}\n.mx g.past .passing{stroke-width:3.4px}\n"
}

func orNone(colour string) string {
	if colour == "" {
		return "none"
	}
	return colour
}
