package claims

import (
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/models/claims"
	"github.com/mxgen/mxgen/runner/process"
)

// Schema is that of a Report as JSON.
const Schema = "mxgen.claims/v1"

// Report is a ledger for output, with what its commands came to now if they were executed.
type Report struct {
	Schema  string            `json:"schema"`
	Sources map[string]string `json:"sources"`
	Judged  bool              `json:"judged"` // the commands were executed
	Claims  []Entry           `json:"claims"`
	Needs   []claims.Need     `json:"needs"`
}

// Entry is a claim, and what its commands came to.
type Entry struct {
	claims.Claim
	Judges   []string  `json:"judges"`
	Outcomes []Outcome `json:"outcomes,omitempty"` // of each check; absent where none was executed

}

// NewReport makes the report of a ledger.  outcomes are those of its claims' checks, nil: none was executed.
func NewReport(l *claims.Ledger, outcomes [][]Outcome) *Report {
	r := &Report{Schema: Schema, Sources: l.Sources, Judged: outcomes != nil, Claims: []Entry{}, Needs: append([]claims.Need{}, l.Needs...)}
	for k, c := range l.Claims {
		e := Entry{Claim: c, Judges: append([]string{}, c.Judges()...)}
		if e.Checks == nil {
			e.Checks = []claims.Check{}
		}
		if outcomes != nil {
			e.Outcomes = outcomes[k]
		}
		r.Claims = append(r.Claims, e)
	}
	return r
}

// Count is how many checks came to what.
type Count struct{ Checks, Judged, Differ, Broken, Limited int }

// Count counts the checks.
func (r *Report) Count() (n Count) {
	for _, e := range r.Claims {
		n.Checks += len(e.Checks)
		for _, o := range e.Outcomes {
			switch {
			case !o.Judged:
				continue
			case o.Broken:
				n.Broken++
			case o.Limited:
				n.Limited++
			case o.Differs != "":
				n.Differ++
			}
			n.Judged++
		}
	}
	return n
}

// verdictText is a verdict in words.
func (e Entry) verdictText() string {
	switch e.Verdict {
	case claims.Holds:
		return "holds for " + e.For
	case claims.Refuted:
		return "refuted: " + e.Because
	case claims.Assumes:
		return "holds under an assumption that the source does not state: " + e.Because
	}
	return "not judged here: " + e.Because
}

// command is how a user writes a check.
func command(c claims.Check) string { return process.ShellLine("mxgen", c.Args()) }

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	var out strings.Builder
	for _, e := range r.Claims {
		fmt.Fprintf(&out, "%s (%s; %s)\n", e.ID, e.Algorithm, e.Source)
		fmt.Fprintf(&out, "  claim     %s\n", e.Claim.Claim)
		fmt.Fprintf(&out, "  formally  %s\n", e.Formally)
		fmt.Fprintf(&out, "  for       %s\n", e.For)
		fmt.Fprintf(&out, "  verdict   %s\n", e.verdictText())
		for k, c := range e.Checks {
			fmt.Fprintf(&out, "  %-8s  %s\n", "by", command(c))
			fmt.Fprintf(&out, "            %s\n", e.outcomeText(k))
		}
	}
	r.writeNeeds(&out, "text")
	r.writeCount(&out)
	_, err := io.WriteString(w, out.String())
	return err
}

// outcomeText says what the ledger has of a check, and what it came to now.
func (e Entry) outcomeText(k int) string {
	c := e.Checks[k]
	text := fmt.Sprintf("%s, exit code %d", c.Judge(), c.Exit)
	if c.Exit != 3 {
		text += map[bool]string{true: ": as the claim predicts", false: ": not as the claim predicts"}[c.Agreed()]
	}
	if c.Slow {
		text += "; slow"
	}
	if len(e.Outcomes) > 0 {
		switch o := e.Outcomes[k]; {
		case !o.Judged:
			text += "; not executed now"
		case o.Differs != "":
			text += "; NOW DIFFERENT: " + o.Differs
		default:
			text += fmt.Sprintf("; the same now (%.1f s)", o.Seconds)
		}
	}
	return text
}

func (r *Report) writeCount(out *strings.Builder) {
	counts := map[claims.Verdict]int{}
	for _, e := range r.Claims {
		counts[e.Verdict]++
	}
	fmt.Fprintf(out, "%d claims: %d hold, %d hold under an assumption, %d refuted, %d not judged here\n", len(r.Claims),
		counts[claims.Holds], counts[claims.Assumes], counts[claims.Refuted], counts[claims.Open])
	if n := r.Count(); r.Judged {
		fmt.Fprintf(out, "%d of %d commands executed, %d came to something else than the ledger has, %d to no verdict\n", n.Judged, n.Checks, n.Differ, n.Broken+n.Limited)
	}
}

// writeNeeds writes the matrix of assumptions.
func (r *Report) writeNeeds(out *strings.Builder, form string) {
	if len(r.Needs) == 0 {
		return
	}
	if form == "text" {
		out.WriteString("what an algorithm needs\n")
		for _, n := range r.Needs {
			fmt.Fprintf(out, "  %s\n", n.Algorithm)
			for k, c := range n.Cells() {
				fmt.Fprintf(out, "    %s: %s\n", claims.Columns[k], cellText(c, ""))
			}
		}
		return
	}
	fmt.Fprintf(out, "| algorithm | %s |\n|---|---|---|---|---|\n", strings.Join(claims.Columns, " | "))
	for _, n := range r.Needs {
		fmt.Fprintf(out, "| `%s` ", n.Algorithm)
		for _, c := range n.Cells() {
			fmt.Fprintf(out, "| %s ", escape(cellText(c, "`")))
		}
		out.WriteString("|\n")
	}
}

// cellText is a cell of the matrix, with claims in quotes.
func cellText(c claims.Cell, quote string) string {
	text := map[string]string{"none": "-", "open": "not judged here"}[c.Needs]
	if text == "" {
		text = c.Needs
	}
	if c.Because != "" {
		text += ": " + c.Because
	}
	if len(c.Claims) > 0 {
		text += " (" + quote + strings.Join(c.Claims, quote+", "+quote) + quote + ")"
	}
	return text
}

// Markdown writes the report as results/CLAIMS.md.  It has no times: the file changes only
// where the ledger or an outcome does.
func (r *Report) Markdown(w io.Writer) error {
	var out strings.Builder
	out.WriteString("# The claims of the sources, judged\n\nWritten by `make claims`, which executes every command of models/claims/claims.yaml " +
		"([docs/claims.md](../docs/claims.md)).\n\n")
	r.writeCount(&out)
	out.WriteString("\n## What an algorithm needs\n\n")
	r.writeNeeds(&out, "markdown")
	last := ""
	for _, e := range r.Claims {
		if e.Algorithm != last {
			last = e.Algorithm
			fmt.Fprintf(&out, "\n## %s\n\n| claim | source | in the source's terms | decided | verdict | by |\n|---|---|---|---|---|---|\n", last)
		}
		var by []string
		for k, c := range e.Checks {
			text := fmt.Sprintf("`%s` (%s, exit %d)", command(c), c.Judge(), c.Exit)
			if len(e.Outcomes) > 0 && e.Outcomes[k].Differs != "" {
				text += " **now different**: " + e.Outcomes[k].Differs
			} else if len(e.Outcomes) > 0 && !e.Outcomes[k].Judged {
				text += " not executed"
			}
			by = append(by, text)
		}
		cells := []string{e.ID, e.Source, e.Claim.Claim, e.Formally + "; " + e.For, "**" + string(e.Verdict) + "**", strings.Join(by, "<br>")}
		if e.Because != "" {
			cells[4] += ": " + e.Because
		}
		for k := range cells {
			cells[k] = escape(cells[k])
		}
		fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | "))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// escape keeps text inside a cell of a Markdown table.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}
