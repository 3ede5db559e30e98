package results

import (
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/runner/pan"
)

// ParseSchema is the version of the JSON form of Parsed.
const ParseSchema = "mxgen.parse/v1"

// Parsed is what follows from the output of a verifier that somebody else ran.
type Parsed struct {
	Schema  string      `json:"schema"`
	Verdict pan.Verdict `json:"verdict"`
	Class   pan.Class   `json:"class"`
	Kind    pan.Kind    `json:"kind,omitempty"` // of the violation, or of what cut the search short
	Reason  string      `json:"reason"`

	Warnings   []string `json:"warnings,omitempty"`
	Checked    []string `json:"checked,omitempty"`     // what the header says was looked for
	NotChecked []string `json:"not_checked,omitempty"` // and what was not

	SPIN        string   `json:"spin,omitempty"` // its version
	Errors      int64    `json:"errors"`
	Depth       int64    `json:"depth"`
	States      int64    `json:"states"`
	Transitions int64    `json:"transitions"`
	Unknown     int      `json:"unknown_lines"`
	FirstLines  []string `json:"first_unknown_lines,omitempty"`
}

// mostUnknown bounds how many unknown lines are shown.
const mostUnknown = 8

// ParsePan reads output of any length, in constant memory.  The error is the
// reader's.
func ParsePan(in io.Reader) (Parsed, error) {
	o, err := pan.Parse(in)
	if err != nil {
		return Parsed{}, err
	}
	c := pan.Conclude(o, pan.Want{})
	return Parsed{
		Schema: ParseSchema, Verdict: c.Verdict(), Class: c.Class, Kind: c.Kind, Reason: c.Reason,
		Warnings: c.Warnings, Checked: c.Checked, NotChecked: c.Skipped, SPIN: o.Version,
		Errors: o.Errors, Depth: o.Depth, States: int64(o.Stored), Transitions: int64(o.Transitions),
		Unknown: o.UnknownCount, FirstLines: o.Unknown[:min(len(o.Unknown), mostUnknown)],
	}, nil
}

// WriteParsed writes it for people to read.
func WriteParsed(w io.Writer, p Parsed) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%s): %s\n", p.Verdict, p.Class, p.Reason)
	if p.SPIN != "" {
		fmt.Fprintf(&out, "%d states, %d transitions, SPIN %s\n", p.States, p.Transitions, p.SPIN)
	}
	for _, list := range []struct {
		label string
		lines []string
	}{{"checked", p.Checked}, {"not checked", p.NotChecked}} {
		if len(list.lines) > 0 {
			fmt.Fprintf(&out, "%s: %s\n", list.label, strings.Join(list.lines, ", "))
		}
	}
	for _, line := range p.FirstLines {
		fmt.Fprintf(&out, "unknown line: %q\n", line)
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(&out, "warning: %s\n", warning)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
