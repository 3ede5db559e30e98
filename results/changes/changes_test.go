package changes

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
)

// repository is a git repository in a new directory, which is the working directory of the test.
type repository struct{ t *testing.T }

func newRepository(t *testing.T) repository {
	t.Helper()
	t.Chdir(t.TempDir())
	r := repository{t}
	r.git("init", "-q")
	return r
}

func (r repository) git(args ...string) {
	r.t.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v: %s", args, err, out)
	}
}

func (r repository) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "a")
}

// write writes files: a name, a text, a name ...
func (r repository) write(files ...string) {
	r.t.Helper()
	for k := 0; k < len(files); k += 2 {
		if err := errors.Join(os.MkdirAll(filepath.Dir(files[k]), 0o700), os.WriteFile(files[k], []byte(files[k+1]), 0o600)); err != nil {
			r.t.Fatal(err)
		}
	}
}

// since is the subjects that differ from HEAD, and why all do.
func (r repository) since(paths ...string) (subjects, why string) {
	r.t.Helper()
	s, err := suite.Load(paths...)
	if err != nil {
		r.t.Fatal(err)
	}
	c, err := Since(r.t.Context(), "HEAD", paths, s)
	if err != nil {
		r.t.Fatal(err)
	}
	var all []string
	for _, one := range c.Suite.Cases {
		all = append(all, one.Subject())
	}
	return strings.Join(all, "; "), c.Why
}

const example = `entries:
  - algorithm: centralized
    with: { n: [1, 2] }
  - algorithm: ricart-agrawala
    with: { n: 2 }
  - model: models/a.pml
    define: { N: [2, 3] }
  - model: models/b.pml
`

// TestSince changes a repository in one way after the other.
func TestSince(t *testing.T) {
	r := newRepository(t)
	pml := "active proctype a() { skip }\n"
	r.write("suites/s.yaml", strings.ReplaceAll(example, "models/", "../models/"), "models/a.pml", "#include \"common/a.inc\"\n"+pml, "models/common/a.inc", "#include \"b.inc\"\n",
		"models/common/b.inc", "int x\n", "models/b.pml", pml, "tree.txt", "1-2\n", "other.yaml", "entries:\n  - algorithm: raymond\n    with: { n: 2, topology: 'file:tree.txt' }\n")
	r.commit()
	const a2, a3, b = "models/a.pml -DN=2", "models/a.pml -DN=3", "models/b.pml"
	const all = "centralized --n 1 --coordinator 1 --network unordered; centralized --n 2 --coordinator 1 --network unordered; ricart-agrawala --n 2 --network unordered; " + a2 + "; " + a3 + "; " + b
	old := strings.ReplaceAll(example, "models/", "../models/")
	for _, c := range []struct {
		what  string
		files []string
		want  string
		why   string
	}{
		{"nothing", nil, "", ""},
		{"a comment in the suite", []string{"suites/s.yaml", "# A comment.\n" + old}, "", ""},
		{"a tag", []string{"suites/s.yaml", "defaults: { tags: x }\n" + old}, "", ""},
		{"a configuration", []string{"suites/s.yaml", strings.Replace(old, "n: [1, 2]", "n: [1, 3]", 1)}, "centralized --n 3 --coordinator 1 --network unordered", ""},
		{"an expectation", []string{"suites/s.yaml", strings.Replace(old, "with: { n: 2 }", "with: { n: 2 }\n    expect: { mutex: fail }", 1)}, "ricart-agrawala --n 2 --network unordered", ""},
		{"a macro", []string{"suites/s.yaml", strings.Replace(old, "[2, 3]", "[2, 4]", 1)}, "models/a.pml -DN=4", ""},
		{"a limit", []string{"suites/s.yaml", old + "    timeout: 5m\n"}, b, ""},
		{"a file", []string{"models/b.pml", pml + "\n"}, b, ""},
		{"a file that is included by one that is included", []string{"models/common/b.inc", "int y\n"}, a2 + "; " + a3, ""},
		{"a file that includes in a way that is not followed", []string{"models/b.pml", "#define F \"a.inc\"\n#include F\n" + pml}, b, ""},
		{"the file of a parameter of another suite", []string{"tree.txt", "2-1\n"}, "", ""},
	} {
		r.write(c.files...)
		if got, why := r.since("suites/s.yaml"); got != c.want || why != c.why {
			t.Errorf("%s: %q %q, want %q", c.what, got, why, c.want)
		}
		r.git("checkout", "-q", ".")
	}

	// A file that is included in a way that is not followed is changed at any commit.
	r.write("models/b.pml", "#include <b.inc>\n"+pml)
	r.commit()
	if got, _ := r.since("suites/s.yaml"); got != b {
		t.Errorf("a file in brackets: %q", got)
	}
	// What a configuration reads from a file.
	if got, why := r.since("other.yaml"); got != "" || why != "" {
		t.Errorf("%q %q", got, why)
	}
	r.write("tree.txt", "2-1\n")
	if got, why := r.since("other.yaml"); !strings.HasPrefix(got, "raymond") || why != "tree.txt is another one at HEAD, and a configuration reads it" {
		t.Errorf("%q %q", got, why)
	}
	// A suite that is new, was no suite, or includes a file from elsewhere.
	r.write("suites/new.yaml", "entries:\n  - algorithm: centralized\n    with: { n: 1 }\n")
	if got, why := r.since("suites/new.yaml"); got == "" || !strings.Contains(why, `suite "suites/new.yaml": no such file`) {
		t.Errorf("a new suite: %q %q", got, why)
	}
	outside := filepath.Join(t.TempDir(), "o.yaml")
	r.write(outside, "entries:\n  - algorithm: centralized\n    with: { n: 1 }\n", "suites/new.yaml", "include: "+outside+"\n")
	r.commit()
	if got, why := r.since("suites/new.yaml"); got == "" || !strings.Contains(why, "not in the repository") {
		t.Errorf("a suite that includes a file from elsewhere: %q %q", got, why)
	}
	r.write("suites/s.yaml", "no suite")
	r.commit()
	r.write("suites/s.yaml", old)
	if got, why := r.since("suites/s.yaml"); got != all || !strings.Contains(why, "cannot be read") {
		t.Errorf("no suite at the commit: %q %q", got, why)
	}
}

func TestSinceRefuses(t *testing.T) {
	r := newRepository(t)
	r.write("s.yaml", "entries:\n  - algorithm: centralized\n    with: { n: 1 }\n")
	outside := filepath.Join(t.TempDir(), "s.yaml")
	r.write(outside, "entries:\n  - algorithm: centralized\n    with: { n: 1 }\n")
	for _, c := range []struct{ ref, path, also, want string }{
		{"HEAD", "s.yaml", "", "no such commit"}, // none yet
		{"--output=x", "s.yaml", "", "no such commit"},
		{"", "s.yaml", "", "no such commit"},
		{"HEAD", outside, "", "needs a suite in a git repository"},
		{"HEAD", "s.yaml", outside, "is outside of the repository"},
	} {
		paths := []string{c.path}
		if c.also != "" {
			paths = append(paths, c.also)
		}
		s, err := suite.Load(paths...)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Since(t.Context(), c.ref, paths, s)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q of %q: %v, want %q", c.ref, paths, err, c.want)
		}
	}
}

// In a checkout of mxgen, templates and Go code count.
func TestSinceInMxgen(t *testing.T) {
	module, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := newRepository(t)
	for _, name := range []string{"go.mod", "go.sum", "models", "reference", "results", "runner", "templates"} {
		err := filepath.WalkDir(filepath.Join(module, name), func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "testdata" {
					return filepath.SkipDir
				}
				return nil
			}
			if strings.HasSuffix(path, "_test.go") {
				return nil
			}
			inside, err := filepath.Rel(module, path)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(path)
			r.write(inside, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	r.write("s.yaml", "entries:\n  - algorithm: centralized\n    with: { n: 1 }\n  - algorithm: raymond\n    with: { n: 2 }\n    ltl: { x: '[] (waiting(1) -> <> inside(1))' }\n")
	r.commit()
	if got, why := r.since("s.yaml"); got != "" || why != "" {
		t.Errorf("nothing has changed: %q %q", got, why)
	}
	change := func(file string) {
		old, _ := os.ReadFile(file)
		r.write(file, string(old)+"\n")
		r.commit()
	}
	change("templates/raymond.pml.tmpl")
	change("results/report/table.go") // which does not decide
	if got, why := r.since("s.yaml"); got != "raymond --n 2 --topology line --token 1 --network unordered" || why != "" {
		t.Errorf("a template has changed: %q %q", got, why)
	}
	change("results/conclude/conclude.go")
	if got, why := r.since("s.yaml"); !strings.HasPrefix(got, "centralized") || why != "results/conclude/conclude.go is another one at HEAD, and decides" {
		t.Errorf("code that decides has changed: %q %q", got, why)
	}
}
