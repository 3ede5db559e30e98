package show_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/show"
	"github.com/mxgen/mxgen/results/show/scene"
)

// scenario is what a file of results/scenarios has to say about events.
type scenario struct {
	Name      string
	Algorithm string
	With      map[string]string
	Steps     []struct{ Events []string }
}

// scenarios are the runs of the papers, by name of the file.
func scenarios(t *testing.T) map[string]*show.Run {
	t.Helper()
	files, err := filepath.Glob("../scenarios/*.yaml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	all := map[string]*show.Run{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s scenario
		if err := yaml.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		cfg, err := models.Resolve(s.Algorithm, s.With)
		if err != nil {
			t.Fatal(err)
		}
		sys, err := algorithms.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		run := show.NewRun(sys.Raw())
		for _, step := range s.Steps {
			for _, label := range step.Events {
				e, err := event.Parse(label)
				if err == nil {
					err = run.Step(e)
				}
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
			}
		}
		all[filepath.Base(file)] = run
	}
	return all
}

// TestScenarios draws each scenario of the papers.
func TestScenarios(t *testing.T) {
	dir := os.Getenv("SHOW_TO")
	for name, run := range scenarios(t) {
		svg := run.Diagram().SVG(scene.Standalone)
		picture := run.Picture(run.Len() / 2)
		if picture == nil {
			t.Fatalf("%s: no picture", name)
		}
		if dir != "" {
			write(t, filepath.Join(dir, name+".svg"), svg)
			for k := range 5 {
				at := run.Len() * (k + 1) / 5
				write(t, filepath.Join(dir, fmt.Sprintf("%s.%d.svg", name, k)), run.Picture(at).SVG(scene.Standalone))
			}
		}
	}
}

func write(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRun: a run that goes back and on again is the same run; its variables and its violations are those
// of the world.
func TestRun(t *testing.T) {
	run := scenarios(t)["ra-6.yaml"] // which violates mutex
	if len(run.Violations()) == 0 || run.Violations()[0].Property != "mutex" {
		t.Fatalf("violations %v", run.Violations())
	}
	svg, events, n := run.Diagram().SVG(scene.Inline), run.Events(), run.Len()
	if err := run.Step(event.Event{Kind: event.Request, Node: 99}); err == nil || run.Len() != n {
		t.Errorf("%d events, %v", run.Len(), err)
	}
	again := append([]event.Event{}, events...)
	if err := run.Back(2); err != nil || run.Len() != 2 || len(run.Violations()) > 0 {
		t.Errorf("%d events, %v, violations %v", run.Len(), err, run.Violations())
	}
	if err := run.Back(3); err == nil {
		t.Error("back to the future")
	}
	for _, e := range again[2:] {
		if err := run.Step(e); err != nil {
			t.Fatal(err)
		}
	}
	if run.Diagram().SVG(scene.Inline) != svg {
		t.Error("another diagram")
	}
	changed := 0
	for k := 1; k <= n; k++ {
		for _, node := range run.Variables(k) {
			if node.Acts != (node.Node == again[k-1].Node) {
				t.Errorf("event %d: node %d acts: %v", k, node.Node, node.Acts)
			}
			for _, v := range node.Variables {
				if v.Changed {
					changed++
				}
				if v.Changed != (v.Before != "") || v.Changed && node.Node != again[k-1].Node {
					t.Errorf("event %d: node %d: %+v", k, node.Node, v)
				}
			}
		}
	}
	if changed < n {
		t.Errorf("%d changes", changed)
	}
	part := show.StartAt(run.World(2), 2)
	for _, e := range again[2:] {
		if err := part.Step(e); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := part.Variables(n-2), run.Variables(n); !reflect.DeepEqual(a, b) || part.First() != 2 {
		t.Errorf("%v and %v", a, b)
	}
}
