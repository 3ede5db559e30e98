package report

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// The two forms of an event.
var (
	received = regexp.MustCompile(`^receive (\d+)<-(\d+) (.*)$`)
	local    = regexp.MustCompile(`^(request|enter|exit) (\d+)(.*)$`)
)

// Mermaid is a result's counterexample as a Mermaid sequence diagram.  A message is
// drawn when it is received.
func Mermaid(r results.Result) string {
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
