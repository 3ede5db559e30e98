package github

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

// commandLine is what the runner of GitHub takes for a command, after blanks: ::NAME PROPERTIES::MESSAGE.
var commandLine = regexp.MustCompile(`^::([a-z-]+)(?: ([^:]*))?::(.*)$`)

func annotations(t *testing.T, r results.Report) []string {
	var out bytes.Buffer
	if err := Annotations(&out, r, report.Places{}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestAnnotations(t *testing.T) {
	lines := annotations(t, samples.All())
	if len(lines) != 4 {
		t.Fatalf("%q", lines)
	}
	want := "::error file=templates/ricart-agrawala.pml.tmpl,line=146,col=3,title=mxgen%3A ricart-agrawala --n 3 --network unordered::deadlock: fail instead of pass: violated after 2 events%0A"
	if !strings.HasPrefix(lines[1], want) {
		t.Errorf("%q\n%q", lines[1], want)
	}
	if !strings.HasPrefix(lines[3], "::warning file=suites/sample.yaml,line=5,") || !strings.Contains(lines[3], "memory limit") {
		t.Errorf("%q", lines[3])
	}
}

// TestHostileAnnotations: a text of a model is part of the message of one command, and begins none.
func TestHostileAnnotations(t *testing.T) {
	lines := annotations(t, samples.Bad())
	if len(lines) != 4 { // three results, and that it was interrupted
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	for _, line := range lines {
		m := commandLine.FindStringSubmatch(line)
		if m == nil || m[1] != "error" && m[1] != "warning" {
			t.Errorf("%q", line)
		}
		if strings.Contains(line, "##[") || strings.ContainsAny(line, "\r\x1b\x00") {
			t.Errorf("%q", line)
		}
	}
}

func TestMostAnnotations(t *testing.T) {
	lines := annotations(t, samples.Many(500))
	if len(lines) != mostOfKind+1 || !strings.Contains(lines[mostOfKind], "40 more verdicts") {
		t.Errorf("%d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
}

func TestGuard(t *testing.T) {
	var out bytes.Buffer
	fmt.Fprint(Guard(&out), "table\n  ::error::x\n::add-mask::y\na ::b\n##[error]z\n")
	for _, line := range strings.Split(out.String(), "\n") {
		if commandLine.MatchString(strings.TrimSpace(line)) || strings.Contains(line, "##[") {
			t.Errorf("%q", line)
		}
	}
	if !strings.Contains(out.String(), "a ::b\n") {
		t.Error("what is no command has changed")
	}
}

func summaryOf(t *testing.T, r results.Report) string {
	var out bytes.Buffer
	if err := Summary(&out, r, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSummary(t *testing.T) {
	text := summaryOf(t, samples.All())
	for _, want := range []string{
		"## mxgen: sample\n", "3 of 7 verdicts as expected, 2 contradicted, 1 undecided, 1 broken",
		"| ricart-agrawala --n 3 --network unordered | deadlock | fail | pass | violated after 2 events |",
		"```mermaid\nsequenceDiagram\n", "| lamport --n 3 --network unordered | 122 | 1 error |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestHostileSummary: outside of blocks of code there is no HTML, cell, link or fence that a model has written.
func TestHostileSummary(t *testing.T) {
	text := summaryOf(t, samples.Bad())
	fenced, outside := "", ""
	for _, line := range strings.Split(text, "\n") {
		switch marks := regexp.MustCompile("^`{3,}").FindString(line); {
		case fenced == "" && marks != "":
			fenced = marks
		case fenced != "" && line == fenced:
			fenced = ""
		case fenced == "":
			outside += line + "\n"
		}
	}
	if fenced != "" {
		t.Error("a block does not end")
	}
	for _, bad := range []string{"<script", "<img", "](http", "::error", "\x1b", "| cell |"} {
		if strings.Contains(outside, bad) {
			t.Errorf("%q in\n%s", bad, outside)
		}
	}
	if strings.Count(outside, "<details>") != strings.Count(outside, "</details>") {
		t.Error("details do not end")
	}
}

// TestSummaryFits: a large suite has a summary below 1 MiB, which says what it leaves out and ends properly.
func TestSummaryFits(t *testing.T) {
	text := summaryOf(t, samples.Many(4000))
	if len(text) >= 1<<20 || len(text) < 900<<10 {
		t.Errorf("%d bytes", len(text))
	}
	if !strings.Contains(text, "parts of the report are left out") || strings.Count(text, "<details>") != strings.Count(text, "</details>") {
		t.Error("it does not end properly")
	}
}

func BenchmarkSummary(b *testing.B) {
	r := samples.Many(10_000)
	for b.Loop() {
		if err := Summary(io.Discard, r, nil); err != nil {
			b.Fatal(err)
		}
	}
}
