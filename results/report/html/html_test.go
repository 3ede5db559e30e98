package html

import (
	"bytes"
	"html/template"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/samples"
)

func write(t *testing.T, r results.Report, p Picture) string {
	var out bytes.Buffer
	if err := Write(&out, r, report.Places{}, p, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	drawn := 0
	text := write(t, samples.All(), func(r results.Result) template.HTML {
		drawn++
		return `<svg id="drawn"></svg>`
	})
	for _, want := range []string{
		"<title>mxgen: sample</title>", "5 cases, 7 verdicts:", `<span class="contradicted">2 contradicted</span>`,
		"suites/sample.yaml:5", "violated after 2 events", "receive 2&lt;-1 REQUEST 1", `<figure><svg id="drawn"></svg></figure>`,
		"the memory limit of 64 MB was reached", "fail instead of pass", "spin: 6.5.2",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if drawn != 2 {
		t.Errorf("%d pictures of 2 runs", drawn)
	}
	if m := regexp.MustCompile(`(?:src|href)\s*=`).FindString(text); m != "" || strings.Contains(text, "@import") {
		t.Errorf("the page needs other files: %q", m)
	}
}

// TestPageOfRun: each run leads to its page; an address that would be executed is none.
func TestPageOfRun(t *testing.T) {
	var out bytes.Buffer
	addresses := []string{"pages/a%20b.html", "javascript:alert(1)"}
	if err := Write(&out, samples.All(), report.Places{}, nil, func(results.Result) string {
		next := addresses[0]
		addresses = addresses[1:]
		return next
	}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.Contains(text, `<a href="pages/a%20b.html">Step through`) || strings.Contains(text, "javascript:") || strings.Count(text, "<a ") != 2 {
		t.Error(text)
	}
}

// TestHostile: nothing that a model says becomes an element or a script.
func TestHostile(t *testing.T) {
	text := write(t, samples.Bad(), nil)
	if n := strings.Count(text, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	for _, bad := range []string{"<img", "\x1b", "\x00", "\u202e"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q in the page", bad)
		}
	}
	if !strings.Contains(text, "Interrupted (SIGTERM)") {
		t.Error("it does not say that it was interrupted")
	}
}

func BenchmarkWrite(b *testing.B) {
	r := samples.Many(10_000)
	for b.Loop() {
		if err := Write(io.Discard, r, report.Places{}, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
