package batch

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/slurm"
)

var need = slurm.Need{Memory: 1 << 30, Time: time.Minute, CPUs: 1}

var tasks = []Task{{0, 2, need}, {2, 3, need}}

func create(t *testing.T, path string) *Directory {
	t.Helper()
	d, err := Create(path, "subject", 3, tasks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func result(property string) []results.Result {
	return []results.Result{{Property: property, Verdict: results.Pass, Reason: "r", Commands: []string{}, Tools: map[string]string{}}}
}

// refused fails the test unless the error has the text.
func refused(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, not %q", err, text)
	}
}

// TestResume: a second mxgen finds the plan and the results of the first, and at the end nothing is left.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	first := create(t, path)
	_, err := Create(path, "subject", 3, tasks)
	refused(t, err, "another mxgen follows this run")
	task, err := Open(path, "subject")
	if err != nil {
		t.Fatal(err)
	}
	if err := task.Write(1, result("mutex")); err != nil {
		t.Fatal(err)
	}
	if task.Has(0) || !task.Has(1) {
		t.Error("unit 0 has results, or unit 1 has none")
	}
	first.Close()
	_, err = Create(path, "other", 3, tasks)
	refused(t, err, "another suite")
	_, err = Open(path, "other")
	refused(t, err, "were changed since")
	second := create(t, path)
	if !reflect.DeepEqual(second.Plan, first.Plan) {
		t.Errorf("the plan %v, not %v", second.Plan, first.Plan)
	}
	found, err := second.Collect()
	if err != nil || len(found) != 1 || !reflect.DeepEqual(found[1], result("mutex")) {
		t.Errorf("%v, %v", found, err)
	}
	if err := second.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the directory is left: %v", err)
	}
	refused(t, task.Write(2, result("mutex")), "that all nodes see")
	_, err = second.Collect()
	refused(t, err, "the directory is lost")
}

// TestDamaged: a file that is no result of the unit is removed, so that the unit is decided again.
func TestDamaged(t *testing.T) {
	d := create(t, filepath.Join(t.TempDir(), "run"))
	if err := d.Write(2, result("mutex")); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(d.file(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{}", string(good[:len(good)-5]), strings.Replace(string(good), "subject", "subjekt", 1),
		strings.Replace(string(good), `"unit":2`, `"unit":1`, 1), strings.Replace(string(good), `"unit":2`, `"unit":2,"extra":1`, 1), "[]"} {
		if err := os.WriteFile(d.file(2), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if found, err := d.Collect(); err != nil || len(found) > 0 {
			t.Errorf("%.80q: %v, %v", text, found, err)
		}
		if _, err := os.Stat(d.file(2)); err == nil {
			t.Errorf("%.80q: the file is left", text)
		}
	}
}

// TestForeign: a directory with other files is not touched, and a bad plan is refused.
func TestForeign(t *testing.T) {
	path := t.TempDir()
	mine := filepath.Join(path, resultDir, "mine")
	if err := os.MkdirAll(filepath.Dir(mine), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Create(path, "subject", 3, tasks)
	refused(t, err, `has files of its own, such as "results"`)
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	for _, plan := range []string{"", "{", `{"schema":"mxgen.batch/v2"}`, `{"schema":"mxgen.batch/v1","run":"x; rm"}`,
		`{"schema":"mxgen.batch/v1","run":"mxgen-0123456789ab","units":2,"tasks":[{"from":0,"to":1}]}`,
		`{"schema":"mxgen.batch/v1","run":"mxgen-0123456789ab","units":2,"tasks":[{"from":0,"to":3}]}`,
		`{"schema":"mxgen.batch/v1","run":"mxgen-0123456789ab","units":2,"tasks":[{"from":1,"to":2},{"from":0,"to":1}]}`} {
		path := t.TempDir()
		if err := os.WriteFile(filepath.Join(path, planFile), []byte(plan), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Create(path, "subject", 2, nil)
		refused(t, err, "plan.json: ")
	}
}

// TestLog: the last line of a long output.
func TestLog(t *testing.T) {
	d := create(t, filepath.Join(t.TempDir(), "run"))
	name := slurm.LogDir + "/0+0.txt"
	if got := d.Log(name); got != "" {
		t.Errorf("%q", got)
	}
	if err := os.WriteFile(filepath.Join(d.Path, name), []byte(strings.Repeat("line\n", 5000)+"the last\xff\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := d.Log(name); got != "the last?" {
		t.Errorf("%q", got)
	}
}

// FuzzPlan: whatever is in plan.json, it is read without a panic, and a plan that is accepted has each
// unit once.
func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"schema":"mxgen.batch/v1","run":"mxgen-0123456789ab","subject":"s","units":2,"tasks":[{"from":0,"to":2,"need":{"memory":1,"time":1,"cpus":1}}]}`))
	f.Add([]byte(`{"schema":"mxgen.batch/v1","units":9223372036854775807}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p Plan
		if decode(data, &p) != nil || p.check() != nil {
			return
		}
		sum := 0
		for _, task := range p.Tasks {
			sum += task.To - task.From
		}
		if sum != p.Units {
			t.Errorf("%d of %d units", sum, p.Units)
		}
	})
}
