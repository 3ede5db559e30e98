package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
)

// EventText is a result's counterexample as text: numbered events, each with the
// variables that it changed, by node.  The middle of a long run is elided, unless all of it
// is wanted.
func EventText(r results.Result, full bool) string {
	c := r.Counterexample
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s%s\n", r.Subject(), shows(r), lengthProof(*c, claimed(r)))
	for _, line := range summary(r) {
		fmt.Fprintf(&out, "      %s\n", line)
	}
	width := 0
	for _, s := range c.Steps {
		width = max(width, min(utf8.RuneCountInString(s.Event), mostEvent))
	}
	hidden := elided(r, full)
	said := out.String()
	for k := 0; k < len(c.Steps); k++ {
		if k == c.Cycle {
			fmt.Fprintln(&out, "      from here on, for ever:")
		}
		if c.Gap != nil && k == c.Gap.After {
			fmt.Fprintf(&out, "      ... %d steps are not kept\n", c.Gap.Steps)
		}
		if n := hidden(k); n > 0 {
			fmt.Fprintf(&out, "      ... %s\n", countSteps(r, n))
			k += n - 1
			continue
		}
		event := c.Steps[k].Event
		if !full {
			event = shortened(event)
		}
		text := fmt.Sprintf("%4d  %-*s  %s", stepNumber(*c, k), width, event, changes(r, c.Steps[k]))
		fmt.Fprintln(&out, strings.TrimRight(text, " "))
		for n, note := range c.Steps[k].Notes() {
			if n < len(c.Steps[k].Wraps) || !strings.Contains(said, note) { // a choice is the same in each step
				fmt.Fprintf(&out, "      %s\n", note)
				said += note + "\n"
			}
		}
	}
	for _, line := range ending(r) {
		fmt.Fprintf(&out, "      %s\n", line)
	}
	return out.String()
}

// mostEvent is how wide the column of the events is, in characters.  SPIN can merge many statements into one step.
const mostEvent = 72

// leastStatement is how much of a statement is left beside a long note.
const leastStatement = 24

// shortened is an event that fits into its column.  Where it is longer, the middle of its statement is left out, and of a long note
// behind the statement.
func shortened(event string) string {
	if utf8.RuneCountInString(event) <= mostEvent {
		return event
	}
	place, rest, _ := strings.Cut(event, "  ")
	statement, note, noted := strings.Cut(rest, "  ")
	if !noted {
		return withoutMiddle(event, mostEvent)
	}
	room := mostEvent - utf8.RuneCountInString(place) - 4
	note = withoutMiddle(note, mostEvent/2)
	return place + "  " + withoutMiddle(statement, max(room-utf8.RuneCountInString(note), leastStatement)) + "  " + note
}

// withoutMiddle leaves out the middle of a text that has more characters than most.
func withoutMiddle(text string, most int) string {
	const gap = " ... "
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	end := min(20, (most-len(gap))/2)
	return string(runes[:most-end-len(gap)]) + gap + string(runes[len(runes)-end:])
}

// stepNumber is the number of a step in the run, from 1.
func stepNumber(c results.Counterexample, k int) int {
	if c.Gap != nil && k >= c.Gap.After {
		k += c.Gap.Steps
	}
	return k + 1
}

// countSteps is a number of steps in words: those of a user's model are no events.
func countSteps(r results.Result, n int) string {
	if r.Model == "" {
		return results.CountEvents(n)
	}
	return fmt.Sprintf("%d steps", n)
}

// ending says what comes after the last step.
func ending(r results.Result) []string {
	c := r.Counterexample
	var lines []string
	switch {
	case len(c.Steps) == 0 && c.Cycle < 0:
		lines = []string{"in the initial state"}
	case c.Cut && c.Gap == nil:
		lines = []string{"and so on; the run is longer than what is shown"}
	case c.Cycle == len(c.Steps) && r.Model == "":
		lines = []string{"from here on nothing needs to happen, for ever"}
	case c.Cycle == len(c.Steps) && c.Blocked == nil:
		lines = []string{"from here on nothing happens, for ever"}
	case c.Cycle >= 0 && c.Cycle < len(c.Steps):
		lines = []string{fmt.Sprintf("and again from %d on", stepNumber(*c, c.Cycle))}
	}
	if c.Blocked == nil {
		return lines
	}
	lines = append(lines, "from here on nothing can happen:")
	for _, b := range c.Blocked {
		lines = append(lines, "  "+b.String())
	}
	return lines
}

// lengthProof says whether another run may be shorter.
func lengthProof(c results.Counterexample, claimed bool) string {
	switch {
	case c.Shortest == results.ShortestNotSure:
		return "; whether a run is shorter is not known"
	case c.Shortest == results.ShortestProved && c.Cycle >= 0: // without the claim the model may come back sooner
		return "; no run comes back sooner, model and claim together"
	case c.Shortest == results.ShortestProved && claimed:
		return "; no run is shorter, model and claim together"
	case c.Shortest == results.ShortestProved:
		return "; no run is shorter"
	}
	return ""
}

// claimed tells whether a claim of a user's model watched the run.
func claimed(r results.Result) bool {
	return r.Model != "" && (strings.HasPrefix(r.Property, "ltl:") || strings.HasPrefix(r.Property, "never:"))
}

// shows says what a run shows about the property: that it is possible for an entry, a
// violation for all others.  A run without a property is one that the algorithm has.
func shows(r results.Result) string {
	if r.Property == "" {
		return "a run of " + countSteps(r, len(r.Counterexample.Steps))
	}
	if a, err := algorithms.Lookup(r.Algorithm); err == nil && a.KindOf(r.Property) == registry.Reach {
		return r.Property + " is possible"
	}
	return r.Property + " is violated"
}

// indexed matches a variable of one node: phase[2], request_net[1].to[2].
var indexed = regexp.MustCompile(`^(\w+)\[(\d+)\](.*)$`)

// changes lists what a step changed, node by node.
func changes(r results.Result, s results.Step) string {
	if r.Model != "" { // an index in a user's model is not a node
		var parts []string
		for _, ch := range s.Changes {
			parts = append(parts, ch.Variable+" "+ch.Value)
		}
		return strings.Join(parts, ", ")
	}
	var owners []string // the nodes; "" has the variables of no node
	byOwner := map[string][]string{}
	a, err := algorithms.Lookup(r.Algorithm)
	for _, ch := range s.Changes {
		owner, name := "", ch.Variable
		if m := indexed.FindStringSubmatch(ch.Variable); m != nil {
			owner, name = m[2], m[1]+m[3]
		}
		value := ch.Value
		if err == nil {
			value = readable(a, r.Configuration, ch)
		}
		if byOwner[owner] == nil {
			owners = append(owners, owner)
		}
		byOwner[owner] = append(byOwner[owner], name+" "+value)
	}
	slices.Sort(owners)
	var parts []string
	for _, o := range owners {
		text := strings.Join(byOwner[o], ", ")
		if o != "" {
			text = o + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "   ")
}

// readable is the new value of a variable as people read it.
func readable(a *registry.Algorithm, c config.Config, ch results.Change) string {
	variable, _, _ := strings.Cut(ch.Variable, "[")
	if slices.Contains(a.Variables.Sets, variable) {
		return nodeSet(ch.Value)
	}
	if n, err := strconv.Atoi(ch.Value); err == nil && a.Variables.Text != nil {
		if text, ok := a.Variables.Text(c, variable, n); ok {
			return text
		}
	}
	return ch.Value
}

// nodeSet writes a bit mask as the set of nodes that it stands for.
func nodeSet(value string) string {
	mask, err := strconv.ParseInt(value, 10, 64)
	if err != nil || mask < 0 {
		return value
	}
	var nodes []string
	for i := 0; i < 63; i++ {
		if mask>>i&1 == 1 {
			nodes = append(nodes, strconv.Itoa(i))
		}
	}
	return "{" + strings.Join(nodes, ",") + "}"
}
