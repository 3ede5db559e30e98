package results

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// EventText is a counterexample for people to read: numbered events, each with
// what it changed at which node.
func EventText(r Result) string {
	c := r.Counterexample
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s %s%s\n", r.subject(), r.Property, shows(r), comparison(*c))
	width := 0
	for _, s := range c.Steps {
		width = max(width, len(s.Event))
	}
	for k, s := range c.Steps {
		if k == c.Cycle {
			fmt.Fprintln(&out, "      from here on, for ever:")
		}
		text := fmt.Sprintf("%4d  %-*s  %s", k+1, width, s.Event, changes(r, s))
		fmt.Fprintln(&out, strings.TrimRight(text, " "))
	}
	switch {
	case len(c.Steps) == 0:
		fmt.Fprintln(&out, "      in the initial state")
	case c.Cut:
		fmt.Fprintln(&out, "      and so on; the run is longer than what is shown")
	case c.Cycle == len(c.Steps):
		fmt.Fprintln(&out, "      from here on nothing needs to happen, for ever")
	}
	return out.String()
}

// comparison is what is known of the lengths of other runs.
func comparison(c Counterexample) string {
	switch {
	case c.Shortest == ShortestNotSure:
		return "; whether a run is shorter is not known"
	case c.Shortest == ShortestProved && c.Cycle >= 0: // the model alone may come back sooner
		return "; no run comes back sooner, model and claim together"
	case c.Shortest == ShortestProved:
		return "; no run is shorter"
	}
	return ""
}

// Runs are the result with each of its counterexamples, the one that counts
// first, no more than were asked for.
func (r Result) Runs() []Result {
	all := []Result{r}
	for k, c := range r.Counterexamples {
		if len(all) < len(r.Counterexamples) && !reflect.DeepEqual(c.Steps, r.Counterexample.Steps) {
			one := r
			one.Counterexample = &r.Counterexamples[k]
			all = append(all, one)
		}
	}
	return all
}

// subject is what a result is about.
func (r Result) subject() string {
	if r.Model != "" {
		return strings.Join(append([]string{r.Model}, r.Defines...), " -D")
	}
	return r.Configuration.String()
}

// shows is what a run says of the property: entry is shown, all others refuted.
func shows(r Result) string {
	if a, err := algorithms.Lookup(r.Algorithm); err == nil && kind(a, r.Property) == registry.Reach {
		return "is possible"
	}
	return "is violated"
}

// indexed is a variable of one node: phase[2], request_net[1].to[2].
var indexed = regexp.MustCompile(`^(\w+)\[(\d+)\](.*)$`)

// changes lists what a step changed, node by node.
func changes(r Result, s Step) string {
	if r.Model != "" { // an index is not a node there
		var parts []string
		for _, ch := range s.Changes {
			parts = append(parts, ch.Variable+" "+ch.Value)
		}
		return strings.Join(parts, ", ")
	}
	var owners []string // in the order of their first change; "" is nobody
	byOwner := map[string][]string{}
	a, err := algorithms.Lookup(r.Algorithm)
	for _, ch := range s.Changes {
		owner, name := "", ch.Variable
		if m := indexed.FindStringSubmatch(ch.Variable); m != nil {
			owner, name = m[2], m[1]+m[3]
		}
		value := ch.Value
		if err == nil {
			value = shown(a, r.Configuration, ch)
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

// shown is the new value of a variable as people read it.
func shown(a *registry.Algorithm, c config.Config, ch Change) string {
	variable, _, _ := strings.Cut(ch.Variable, "[")
	if slices.Contains(a.Variables.Sets, variable) {
		return set(ch.Value)
	}
	if n, err := strconv.Atoi(ch.Value); err == nil && a.Variables.Text != nil {
		if text, ok := a.Variables.Text(c, variable, n); ok {
			return text
		}
	}
	return ch.Value
}

// set writes a bit mask as the nodes in it.
func set(value string) string {
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

var received = regexp.MustCompile(`^receive (\d+)<-(\d+) (.*)$`)
var local = regexp.MustCompile(`^(request|enter|exit) (\d+)(.*)$`)

// Diagram is a counterexample as a Mermaid sequence diagram.  A message is
// drawn when it is received.
func Diagram(r Result) string {
	c := r.Counterexample
	var out strings.Builder
	fmt.Fprintf(&out, "sequenceDiagram\n    %%%% %s: %s is violated\n", r.Configuration, r.Property)
	for i := 1; i <= r.Configuration.N; i++ {
		fmt.Fprintf(&out, "    participant %d\n", i)
	}
	inside := map[string]bool{}
	indent := "    "
	for k, s := range c.Steps {
		if k == c.Cycle {
			fmt.Fprintf(&out, "    loop for ever\n")
			indent = "        "
		}
		if m := received.FindStringSubmatch(s.Event); m != nil {
			fmt.Fprintf(&out, "%s%s->>%s: %s\n", indent, m[2], m[1], m[3])
			continue
		}
		m := local.FindStringSubmatch(s.Event)
		if m == nil {
			fmt.Fprintf(&out, "%sNote over 1: %s\n", indent, s.Event)
			continue
		}
		fmt.Fprintf(&out, "%sNote over %s: %s%s\n", indent, m[2], m[1], m[3])
		switch {
		case m[1] == "enter" && !inside[m[2]]:
			fmt.Fprintf(&out, "%sactivate %s\n", indent, m[2])
			inside[m[2]] = true
		case m[1] == "exit" && inside[m[2]]:
			fmt.Fprintf(&out, "%sdeactivate %s\n", indent, m[2])
			inside[m[2]] = false
		}
	}
	if indent != "    " {
		fmt.Fprintln(&out, "    end")
	}
	fmt.Fprintf(&out, "    Note over 1,%d: %s violated\n", r.Configuration.N, r.Property)
	return out.String()
}
