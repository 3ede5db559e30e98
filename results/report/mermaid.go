package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// The two forms of an event.
var (
	received = regexp.MustCompile(`^receive (\d+)<-(\d+) (.*)$`)
	local    = regexp.MustCompile(`^(request|enter|exit) (\d+)(.*)$`)
)

// Mermaid is a result's counterexample as a Mermaid sequence diagram.  A message is numbered and
// drawn twice: by a dotted arrow where it is sent and by a solid one where it is received,
// so that a message that overtakes another is seen.  A bar marks a critical section.
// messages are those of the run; nil: nobody knows what is sent, and only receipts are drawn.
func Mermaid(r results.Result, messages *results.Messages) string {
	c := r.Counterexample
	d := diagram{indent: "    "}
	fmt.Fprintln(&d.out, "sequenceDiagram")
	d.line("%%%% %s: %s", r.Configuration, shows(r))
	for i := 1; i <= r.Configuration.N; i++ {
		d.line("participant %d", i)
	}
	everybody := "1"
	if r.Configuration.N > 1 {
		everybody = fmt.Sprintf("1,%d", r.Configuration.N)
	}
	if messages == nil {
		d.line("Note over %s: sends are not shown, a seeded bug is in the model alone", everybody)
		messages = &results.Messages{Sent: make([][]results.Message, len(c.Steps))}
	}
	for _, m := range messages.Initial {
		d.send(m)
	}
	for k, s := range c.Steps {
		if k == c.Cycle {
			d.line("loop for ever")
			d.indent += "    "
		}
		d.step(s.Event)
		for _, m := range messages.Sent[k] {
			d.send(m)
		}
	}
	if c.Cycle >= 0 && c.Cycle < len(c.Steps) {
		d.indent = "    "
		d.line("end")
	}
	for _, m := range d.underWay {
		d.line("Note over %s: m%d %s is under way from %d to %d", between(m.From, m.To), m.number, m.Text, m.From, m.To)
	}
	for _, line := range summary(r) {
		d.line("Note over %s: %s", everybody, strings.ReplaceAll(line, ", ", "<br/>"))
	}
	if r.Property != "" {
		d.line("Note over %s: %s", everybody, shows(r))
	}
	for _, i := range d.inside {
		d.line("deactivate %s", i)
	}
	return d.out.String()
}

// diagram is a diagram that is being written.
type diagram struct {
	out      strings.Builder
	indent   string
	sent     int
	underWay []numbered // messages that were sent and not received
	inside   []string   // nodes in their critical sections
}

// numbered is a message with its number in the order of sending.
type numbered struct {
	results.Message
	number int
}

func (d *diagram) line(format string, args ...any) {
	fmt.Fprintf(&d.out, d.indent+format+"\n", args...)
}

// between names the columns of two nodes for a note.
func between(i, j int) string {
	if i == j {
		return strconv.Itoa(i)
	}
	return fmt.Sprintf("%d,%d", min(i, j), max(i, j))
}

func (d *diagram) send(m results.Message) {
	d.sent++
	d.underWay = append(d.underWay, numbered{m, d.sent})
	d.line("%d--)%d: sends m%d %s", m.From, m.To, d.sent, m.Text)
}

func (d *diagram) step(event string) {
	if m := received.FindStringSubmatch(event); m != nil {
		d.receive(m[1], m[2], m[3])
		return
	}
	m := local.FindStringSubmatch(event)
	if m == nil {
		d.line("Note over 1: %s", event)
		return
	}
	d.line("Note over %s: %s%s", m[2], m[1], m[3])
	at := slices.Index(d.inside, m[2])
	switch {
	case m[1] == "enter" && at < 0:
		d.line("activate %s", m[2])
		d.inside = append(d.inside, m[2])
	case m[1] == "exit" && at >= 0:
		d.line("deactivate %s", m[2])
		d.inside = slices.Delete(d.inside, at, at+1)
	}
}

// receive draws the receipt of the oldest such message.
func (d *diagram) receive(to, from, text string) {
	at := slices.IndexFunc(d.underWay, func(m numbered) bool {
		return strconv.Itoa(m.From) == from && strconv.Itoa(m.To) == to && m.Text == text
	})
	if at < 0 {
		d.line("%s->>%s: %s", from, to, text)
		return
	}
	d.line("%s->>%s: m%d %s arrives", from, to, d.underWay[at].number, text)
	d.underWay = slices.Delete(d.underWay, at, at+1)
}
