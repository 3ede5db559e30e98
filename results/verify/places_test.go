package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
)

// TestStepsHavePlaces: each step of a run names the lines of template and model that print its event.
func TestStepsHavePlaces(t *testing.T) {
	c, err := models.Resolve("ricart-agrawala", models.Params{"n": "2", "variant": "no-tie-break"})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := Explore(t.Context(), Task{Config: c, Properties: []string{"deadlock"}}, false, 0, 1<<28)
	if err != nil || len(rs) != 1 || rs[0].Verdict != results.Fail {
		t.Fatalf("%+v, %v", rs, err)
	}
	m, err := models.Render(c, models.Build{Property: "deadlock"})
	if err != nil {
		t.Fatal(err)
	}
	model := strings.Split(string(m.Source), "\n")
	for _, s := range rs[0].Counterexample.Steps {
		if s.Place == nil {
			t.Errorf("%s has no place", s.Event)
			continue
		}
		kind, _, _ := strings.Cut(s.Event, " ")
		text, err := os.ReadFile(filepath.Join("..", "..", s.Place.File))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{strings.Split(string(text), "\n")[s.Place.Line-1], model[s.Place.ModelLine-1]} {
			if !strings.Contains(line, `printf("`+kind) {
				t.Errorf("%s: %+v is %q", s.Event, s.Place, line)
			}
		}
	}
}
