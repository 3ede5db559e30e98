// Package github writes results for GitHub Actions: workflow commands, which become annotations at the lines of a
// pull request, and the summary of a step.
package github

import (
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// mostOfKind is how many annotations of a kind GitHub shows for one step.
const mostOfKind = 10

// mostText bounds the message of an annotation, in bytes.
const mostText = 4000

// commands are those of the outcomes that are annotated, in the order of writing.
var commands = []struct {
	outcome results.Outcome
	name    string
}{{results.Broken, "error"}, {results.Contradicted, "error"}, {results.Undecided, "warning"}}

// Annotations writes a workflow command for each verdict that is not as expected, as many as GitHub shows, and
// one that counts the others.  GitHub reads commands from standard output and standard error.
func Annotations(w io.Writer, r results.Report, places report.Places) error {
	var out strings.Builder
	written := map[string]int{}
	more := 0
	for _, c := range commands {
		for _, one := range r.Results {
			if one.Outcome() != c.outcome {
				continue
			}
			if written[c.name] == mostOfKind {
				more++
				continue
			}
			written[c.name]++
			out.WriteString(command(c.name, one, places))
		}
	}
	if more > 0 {
		fmt.Fprintf(&out, "::notice title=mxgen::%d more verdicts are not as expected: see the summary of the job\n", more)
	}
	if r.Interrupted != "" {
		fmt.Fprintf(&out, "::warning title=mxgen::interrupted (%s): not everything was decided\n", data(r.Interrupted))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// command is the workflow command of a result.
func command(name string, r results.Result, places report.Places) string {
	text := "::" + name + " "
	if at := places.Of(r); len(at) > 0 {
		text += fmt.Sprintf("file=%s,line=%d,", property(at[0].File), at[0].Line)
		if at[0].Column > 0 {
			text += fmt.Sprintf("col=%d,", at[0].Column)
		}
	}
	message := strings.TrimSpace(report.Headline(r) + "\n" + report.Details(r))
	return text + "title=" + property("mxgen: "+r.Subject()) + "::" + data(report.Cut(message, mostText)) + "\n"
}

// GitHub's escapes.  A text must not end its command, and begin another one.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data is a text as the message of a command.  The older form of commands, ##[NAME], is one anywhere in a line.
func data(text string) string {
	return dataEscapes.Replace(strings.ReplaceAll(report.Plain(text), "##[", "# #["))
}

// property is a text as the value of a parameter.
func property(text string) string {
	return propertyEscapes.Replace(strings.ReplaceAll(report.PlainLine(text), "##[", "# #["))
}

// Guard returns a writer for what people read in the log of a job: no line in it is a workflow command, whatever a model
// prints or is named.
func Guard(w io.Writer) io.Writer { return guard{w} }

type guard struct{ w io.Writer }

func (g guard) Write(p []byte) (int, error) {
	lines := strings.SplitAfter(string(p), "\n")
	for k, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			line = strings.Replace(line, "::", ": :", 1)
		}
		lines[k] = strings.ReplaceAll(line, "##[", "# #[")
	}
	if _, err := io.WriteString(g.w, strings.Join(lines, "")); err != nil {
		return 0, err
	}
	return len(p), nil
}
