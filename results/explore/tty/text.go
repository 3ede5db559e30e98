package tty

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/results/show"
)

// Styles of text.  The terminal's library leaves out colours where NO_COLOR is set or there are none.
const (
	plain  = "\x1b[0m"
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

// line is a line of text with a style.
type line struct{ style, text string }

const help = "←→ back, forward  home start  r random  u until an entry  s shortest  g link  q end"

// text is the whole screen: what is explored, the lines that fit, and the keys.
func (m *screen) text() string {
	body := m.lines()
	room := m.height - 4
	m.top = max(0, min(m.top, len(body)-room))
	shown := body[m.top:min(len(body), m.top+room)]
	for len(shown) < room {
		shown = append(shown, line{})
	}
	head := line{bold, m.session.Setup().String()}
	said := line{dim, m.says}
	if m.bad {
		said.style = red
	}
	if more := len(body) - m.top - room; more > 0 && m.says == "" {
		said.text = fmt.Sprintf("%d more lines: ↓", more)
	}
	var out []string
	for _, l := range append(append([]line{head, m.verdict()}, shown...), said, line{dim, help}) {
		out = append(out, l.style+clip(l.text, m.width)+plain)
	}
	return strings.Join(out, "\n")
}

// clip cuts a line to the width of the terminal.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-1]) + "…"
}

func (m *screen) verdict() line {
	s := m.session
	at := fmt.Sprintf("event %d of %d: ", s.Depth(), s.Length())
	var broken []string
	for _, v := range s.Broken() {
		broken = append(broken, fmt.Sprintf("%s is violated after event %d", v.Property, s.DepthOf(v.At)))
	}
	if broken == nil {
		return line{green, at + "every property holds so far"}
	}
	return line{red, at + strings.Join(broken, ", ")}
}

// lines are all lines between head and keys.
func (m *screen) lines() (all []line) {
	s := m.session
	add := func(style, format string, args ...any) { all = append(all, line{style, fmt.Sprintf(format, args...)}) }
	before, events := s.Window(1)
	run := show.StartAt(before, s.Depth()-len(events))
	for _, e := range events {
		if err := run.Step(e); err != nil {
			add(red, "%s", err)
		}
	}
	nodes := run.Variables(run.Len())
	for _, g := range s.Groups() {
		var values []string
		for _, v := range nodes[g.Node-1].Variables {
			text := v.Name + " " + v.Value
			if v.Changed {
				text = v.Name + " " + v.Before + "→" + v.Value
			}
			values = append(values, text)
		}
		add(bold+phaseStyle(g.Phase), "node %d  %s", g.Node, strings.Join(values, "  "))
		for _, c := range g.Choices {
			key := c.Key
			if key == "" {
				key = " "
			}
			add("", "   %s  %s", key, c.Text)
		}
	}
	flights := s.World().InFlight()
	add("", "")
	add(bold, "messages under way: %d", len(flights))
	for _, f := range flights {
		add("", "   %d → %d %s", f.From, f.To, f.Msg)
	}
	for _, part := range m.queues() {
		add("", "%s", part)
	}
	add("", "")
	for _, st := range s.Statuses() {
		if st.Violated != nil {
			add(red, "%s is violated: %s", st.Property, st.Violated.Reason)
		}
	}
	add(bold, "the run")
	for _, v := range s.Visits(s.Depth()-12, s.Depth()+4) {
		mark, event := "   ", v.Event
		if v.Current {
			mark = " ▶ "
		}
		if event == "" {
			event = "start"
		}
		for _, b := range v.Branches {
			event += fmt.Sprintf("   (or %s)", b.Event)
		}
		add("", "%s%3d  %s", mark, v.Depth, event)
	}
	return all
}

func phaseStyle(p reference.Phase) string {
	return [...]string{reference.Idle: "", reference.Wait: yellow, reference.CS: green}[p]
}

// queues are the queues of the algorithm's own picture.
func (m *screen) queues() (all []string) {
	w := m.session.World()
	draw := w.System().Algorithm.Picture
	if draw == nil {
		return nil
	}
	for _, part := range draw(w) {
		if part.Queue == nil {
			continue
		}
		var places []string
		for _, p := range part.Queue.Places {
			places = append(places, fmt.Sprint(p.Node))
		}
		if places == nil {
			places = []string{"empty"}
		}
		all = append(all, part.Title+": "+strings.Join(places, " ← "))
	}
	return all
}
