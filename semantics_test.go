package mxgen

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// undeciding are the packages of this module that results/verify imports and that no verdict
// depends on, each with the reason.
var undeciding = map[string]string{
	".":              "has the sources and their version",
	"templates":      "the key of a result has the rendered text",
	"models/suite":   "says which configurations are verified",
	"results/report": "prints results",
	"runner/cache":   "has a version of its own in each file",
}

// TestRooms holds the files that Semantics reads against those that go builds results/verify from.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,GoFiles,EmbedFiles,OtherFiles,CgoFiles,SFiles", "./results/verify").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	seen := map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath                                        string
			GoFiles, EmbedFiles, OtherFiles, CgoFiles, SFiles []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		room, inside := roomOf(p.ImportPath)
		if !inside {
			continue
		}
		seen[room] = true
		if undeciding[room] != "" {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.EmbedFiles, p.OtherFiles, p.CgoFiles, p.SFiles) {
			want = append(want, filepath.Join(room, name))
		}
	}
	for room := range undeciding {
		if !seen[room] {
			t.Errorf("%s: results/verify does not import it", room)
		}
	}
	var got []string
	for _, room := range rooms {
		names, err := deciding(sources, room)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, names...)
	}
	slices.Sort(want)
	slices.Sort(got)
	for _, name := range want {
		if _, found := slices.BinarySearch(got, name); !found {
			t.Errorf("%s: decides, and Semantics does not read it: add its package to rooms and to go:embed, or to undeciding with the reason", name)
		}
	}
	for _, name := range got {
		if _, found := slices.BinarySearch(want, name); !found {
			t.Errorf("%s: Semantics reads it, and results/verify is not built from it", name)
		}
	}
}

// Every file of the rooms counts, and no other file does.
func TestSemanticsOfFiles(t *testing.T) {
	files := func(change func(fstest.MapFS)) string {
		all := fstest.MapFS{}
		for _, room := range rooms {
			all[room+"/a.go"] = &fstest.MapFile{Data: []byte("package a")}
		}
		if change != nil {
			change(all)
		}
		s, err := semantics(all, &debug.BuildInfo{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	put := func(name, text string) func(fstest.MapFS) {
		return func(all fstest.MapFS) { all[name] = &fstest.MapFile{Data: []byte(text)} }
	}
	first := files(nil)
	for name, same := range map[string]bool{
		"cmd/mxgen/a.go": true, "runner/a_test.go": true, "results/report/a.go": true, "runner/README.md": true,
		"runner/b.go": false, "runner/b.c.txt": false, "runner/pan/a.go": false, "results/verify/a.go": false,
	} {
		if got := files(put(name, "package b")) == first; got != same {
			t.Errorf("%s: the same %v, want %v", name, got, same)
		}
	}
	seen := map[string]string{}
	for what, change := range map[string]func(fstest.MapFS){
		"a renamed file": func(all fstest.MapFS) { all["runner/b.go"] = all["runner/a.go"]; delete(all, "runner/a.go") },
		"a moved file":   func(all fstest.MapFS) { all["runner/pan/b.go"] = all["runner/a.go"]; delete(all, "runner/a.go") },
		"a longer file":  put("runner/a.go", "package a\n"),
		"none":           nil,
	} {
		s := files(change)
		if seen[s] != "" {
			t.Errorf("%s and %s: the same", what, seen[s])
		}
		seen[s] = what
	}
}

// Other versions of modules and other tags are another semantics, the commit is not.
func TestSemanticsOfBuilds(t *testing.T) {
	of := func(info debug.BuildInfo) string {
		s, err := semantics(sources, &info)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	dep := func(version, sum string) []*debug.Module {
		return []*debug.Module{{Path: "example.org/a", Version: version, Sum: sum}}
	}
	first := of(debug.BuildInfo{Deps: dep("v1.0.0", "h1:a"), Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "a"}}})
	if of(debug.BuildInfo{Deps: dep("v1.0.0", "h1:a"), Main: debug.Module{Version: "v2"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "b"}, {Key: "vcs.modified", Value: "true"}}}) != first {
		t.Error("another commit is another semantics")
	}
	for what, info := range map[string]debug.BuildInfo{
		"version":     {Deps: dep("v1.0.1", "h1:a")},
		"sum":         {Deps: dep("v1.0.0", "h1:b")},
		"tags":        {Deps: dep("v1.0.0", "h1:a"), Settings: []debug.BuildSetting{{Key: "-tags", Value: "x"}}},
		"replacement": {Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/b", Version: "v1.0.0", Sum: "h1:a"}}}},
	} {
		if of(info) == first {
			t.Errorf("another %s is the same semantics", what)
		}
	}
	replaced := &debug.BuildInfo{Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0", Sum: "h1:a", Replace: &debug.Module{Path: "../a"}}}}
	if _, err := semantics(sources, replaced); !errors.Is(err, ErrModified) {
		t.Errorf("a module from a directory: %v", err)
	}
}

// Differs finds every file that decides, on either side, and no other file.
func TestDiffers(t *testing.T) {
	checkout := fstest.MapFS{}
	err := fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := sources.ReadFile(path)
		checkout[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkout["README.md"] = &fstest.MapFile{Data: []byte("# mxgen")}
	if !IsModule(checkout) || IsModule(fstest.MapFS{"go.mod": {Data: []byte("module github.com/mxgen/mxgen/v2\n")}}) || IsModule(fstest.MapFS{}) {
		t.Error("go.mod says which module a checkout is of")
	}
	for name, want := range map[string]bool{
		"README.md": false, "results/report/table.go": false, "runner/statespace/drive_test.go": false, "templates/raymond.pml.tmpl": false, "cmd/mxgen/main.go": false,
		"go.mod": true, "go.sum": true, "results/conclude/conclude.go": true, "templates/templates.go": true, "runner/new.go": true, "runner/statespace/graph.c.txt": true,
	} {
		old := checkout[name]
		for _, change := range []*fstest.MapFile{{Data: []byte("another")}, nil} {
			if checkout[name] = change; change == nil {
				delete(checkout, name)
			}
			got, err := Differs(checkout)
			if differs := want && (old != nil || change != nil); err != nil || (got != "") != differs || differs && got != name {
				t.Errorf("%s changed, or is missing (%v): %q, %v", name, change == nil, got, err)
			}
		}
		if checkout[name] = old; old == nil {
			delete(checkout, name)
		}
	}
}

// TestRebuilt builds a program that prints Semantics: in two directories, at two commits, and after
// changes of code that decides and of code that does not.
func TestRebuilt(t *testing.T) {
	first, second := copied(t), copied(t)
	write := func(name string) {
		f, err := os.OpenFile(filepath.Join(second, name), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString("// Another text.\n")
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, first)
	before, stamp := built(t, first)
	write("cmd/mxgen/version.go")
	write("results/report/table.go")
	commit(t, second)
	after, newStamp := built(t, second)
	if stamp == newStamp || stamp == "" {
		t.Errorf("the commit is %q and then %q: this test shows nothing", stamp, newStamp)
	}
	if after != before {
		t.Error("another directory and a commit that changes nothing that decides are another semantics")
	}
	write("results/conclude/conclude.go")
	if changed, _ := built(t, second); changed == before {
		t.Error("code that decides has changed, and its semantics is the same")
	}
}

// copied copies the source files of this module into a new directory.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "semantics.go", "cmd/mxgen/version.go", "templates", "models", "reference", "results", "runner"} {
		err := filepath.WalkDir(name, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if strings.HasSuffix(path, "_test.go") {
				return nil
			}
			if d.IsDir() {
				return nil
			}
			target := filepath.Join(dir, path)
			text, err := os.ReadFile(path)
			return errors.Join(err, os.MkdirAll(filepath.Dir(target), 0o700), os.WriteFile(target, text, 0o600))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	program := "package main\n\nimport mxgen \"" + module + "\"\n\nfunc main() {\n\ts, err := mxgen.Semantics()\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tprint(s)\n}\n"
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "cmd", "semantics"), 0o700),
		os.WriteFile(filepath.Join(dir, "cmd", "semantics", "main.go"), []byte(program), 0o600)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// built builds the program in a directory, and returns what it prints and the commit that Go has stamped into it.
func built(t *testing.T, dir string) (semantics, commit string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "semantics")
	build := exec.Command("go", "build", "-buildvcs=true", "-o", program, "./cmd/semantics")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(program).CombinedOutput()
	if err != nil || len(out) != 64 {
		t.Fatalf("%v: %s", err, out)
	}
	stamps, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(stamps)) {
		if _, revision, found := strings.Cut(line, "vcs.revision="); found {
			commit = strings.TrimSpace(revision)
		}
	}
	return string(out), commit
}

// commit makes a repository of a directory, with one commit.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "a"}} {
		c := exec.Command("git", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args, err, out)
		}
	}
}
