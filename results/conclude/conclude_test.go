package conclude

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
)

// TestVerdict: only Verified and Vacuous are a pass, and a class that nobody knows is
// inconclusive.
func TestVerdict(t *testing.T) {
	for class, want := range map[pan.Class]results.Verdict{
		pan.Verified: results.Pass, pan.Vacuous: results.Pass, pan.Violated: results.Fail,
		pan.Incomplete: results.Inconclusive, pan.NoErrorFound: results.Inconclusive,
		pan.NotChecked: results.Inconclusive, pan.Unknown: results.Inconclusive,
		pan.ToolError: results.Error, pan.ModelError: results.Error, pan.AnnotationError: results.Error,
		"": results.Inconclusive, "new": results.Inconclusive,
	} {
		if got := Verdict(class); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
}

// TestParsePan: output that is none of pan's is no pass.
func TestParsePan(t *testing.T) {
	p, err := ParsePan(strings.NewReader("nothing\n"))
	if err != nil || p.Verdict == results.Pass || p.Schema != results.ParseSchema {
		t.Errorf("%+v, %v", p, err)
	}
}
