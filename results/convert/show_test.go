package convert_test

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// show prints a counterexample in every way.
func show(r results.Result) string {
	text := report.EventText(r, false) + report.EventText(r, true)
	if r.Model == "" {
		text += report.Mermaid(r, nil)
	}
	return text
}

// TestShow: a run is printed with the program's own numbers; a run of results is printed as they
// have it.
func TestShow(t *testing.T) {
	r, err := runOf(t, simulated(t, "centralized --n 3")).Result()
	if err != nil {
		t.Fatal(err)
	}
	text := report.EventText(r, true)
	if !strings.HasPrefix(text, "centralized --n 3 --coordinator 1 --network unordered: a run of ") || strings.Contains(text, "violated") {
		t.Error(text)
	}
}
