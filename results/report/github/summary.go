package github

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// GitHub's limits: it drops a summary larger than 1 MiB, and draws no diagram of more than 50,000
// characters.  A diagram of many events is too high to be read.
const (
	mostSummary = 1<<20 - 1<<10
	mostDiagram = 50_000
	mostEvents  = 150
	mostRun     = 64 << 10 // bytes of the text of a run
	leastRoom   = 4 << 10  // bytes, without which no run is tried
)

// Messages returns what is sent in the run of a result, nil where nobody knows.
type Messages func(results.Result) *results.Messages

// Summary writes the summary of a step as Markdown, below 1 MiB: what is not as expected with the diagrams and
// texts of the runs, and then the table of all, as far as there is room.
func Summary(w io.Writer, r results.Report, messages Messages) error {
	s := summary{room: mostSummary}
	s.add(heading(r))
	for _, outcome := range []results.Outcome{results.Broken, results.Contradicted, results.Undecided} {
		s.outcome(r, outcome, messages)
	}
	s.all(r)
	if s.left > 0 {
		s.out.WriteString(fmt.Sprintf("\n%d parts of the report are left out: a summary has at most 1 MiB.\n", s.left))
	}
	_, err := io.WriteString(w, s.out.String())
	return err
}

// summary is a summary that is being written.
type summary struct {
	out  strings.Builder
	room int // bytes
	left int // parts without room
}

// add adds a part, if there is room for it.
func (s *summary) add(part string) bool {
	if len(part) > s.room {
		s.left++
		return false
	}
	s.room -= len(part)
	s.out.WriteString(part)
	return true
}

func heading(r results.Report) string {
	name := "verification"
	if r.Suite != "" {
		name = r.Suite
	}
	count := results.CountOutcomes(r.Results)
	text := fmt.Sprintf("## mxgen: %s\n\n%d of %d verdicts as expected", inline(name), count[results.AsExpected], len(r.Results))
	for _, o := range []results.Outcome{results.Contradicted, results.Undecided, results.Broken} {
		if count[o] > 0 {
			text += fmt.Sprintf(", %d %s", count[o], o)
		}
	}
	text += "\n"
	if r.Interrupted != "" {
		text += "\n**Interrupted (" + inline(r.Interrupted) + "):** not everything was decided.\n"
	}
	return text
}

// outcome adds the results of an outcome: first their table, then the runs.
func (s *summary) outcome(r results.Report, o results.Outcome, messages Messages) {
	var rs []results.Result
	for _, one := range r.Results {
		if one.Outcome() == o {
			rs = append(rs, one)
		}
	}
	if len(rs) == 0 {
		return
	}
	s.add(fmt.Sprintf("\n### %s%s\n\n| Verified | Property | Verdict | Expected | Reason |\n|---|---|---|---|---|\n", strings.ToUpper(string(o[:1])), o[1:]))
	for _, one := range rs {
		expected := one.Expected
		if expected == "" {
			expected = results.Pass
		}
		s.add(fmt.Sprintf("| %s | %s | %s | %s | %s |\n", inline(one.Subject()), inline(one.Property), one.Verdict, expected, inline(one.Reason)))
	}
	for _, one := range rs {
		if one.Counterexample != nil {
			s.run(one, messages)
		}
	}
}

// run adds the run of a result as a diagram, where it can be drawn, and as text.
func (s *summary) run(r results.Result, messages Messages) {
	if s.room < leastRoom {
		s.left++
		return
	}
	open := "\n<details><summary>" + inline(r.Subject()+": "+r.Property) + "</summary>\n\n"
	text := fence("", report.Cut(report.Details(r), mostRun)) + "\n</details>\n"
	if drawn := diagram(r, messages); drawn != "" && s.add(open+drawn+"\n"+text) {
		return
	}
	s.add(open + text)
}

// diagram is the run as a Mermaid diagram, "" where it cannot be drawn.
func diagram(r results.Result, messages Messages) string {
	if r.Model != "" || r.Configuration.N < 1 || len(r.Counterexample.Steps) > mostEvents {
		return ""
	}
	var sent *results.Messages
	if messages != nil {
		sent = messages(r)
	}
	text := report.Plain(report.Mermaid(r, sent))
	if len(text) > mostDiagram {
		return ""
	}
	return fence("mermaid", text)
}

// all adds the table of all cases.
func (s *summary) all(r results.Report) {
	const open, end = "\n<details><summary>All</summary>\n\n| Verified | States | Verdicts |\n|---|--:|---|\n", "\n</details>\n"
	s.room -= len(end)
	if !s.add(open) {
		return
	}
	for _, one := range results.EachCase(r.Results) {
		var verdicts []string
		for _, v := range []results.Verdict{results.Pass, results.Fail, results.Inconclusive, results.Error} {
			n := 0
			for _, o := range one {
				if o.Verdict == v {
					n++
				}
			}
			if n > 0 {
				verdicts = append(verdicts, fmt.Sprintf("%d %s", n, v))
			}
		}
		s.add(fmt.Sprintf("| %s | %d | %s |\n", inline(one[0].Subject()), one[0].States, strings.Join(verdicts, ", ")))
	}
	s.out.WriteString(end)
}

// fence is a block of code.  The fence is longer than any in the text.
func fence(language, text string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + language + "\n" + strings.TrimRight(text, "\n") + "\n" + marks + "\n"
}

// inline is a text in a cell of a table, in which nothing is Markdown or HTML.
func inline(text string) string {
	var out strings.Builder
	for _, c := range report.PlainLine(report.Cut(text, 1000)) {
		switch {
		case strings.ContainsRune("\\`*_{}[]()#+!|~@$:", c):
			out.WriteString(fmt.Sprintf("&#%d;", c))
		case c == '<' || c == '>' || c == '&' || c == '"' || c == '\'':
			out.WriteString(html.EscapeString(string(c)))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}
