package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"
)

var (
	// plainFlags matches the flags of plain SPIN that are right for a file: pan's -m, and the defines of its claims.
	plainFlags  = regexp.MustCompile(`plain: (-m\d+)((?: -D\w+)*)`)
	formulaName = regexp.MustCompile(`(?m)^ltl (\w+)`)
)

// files compares mxgen verify on the models of a directory with plain SPIN, with the flags that are right for them:
// one search for assertions and end states, one more for assertions where an invalid end state has ended the first,
// and one for each formula.
func files(mxgen, dir string) error {
	mxgen, err := filepath.Abs(mxgen)
	if err != nil {
		return err
	}
	models, err := filepath.Glob(filepath.Join(dir, "*.pml"))
	if err != nil || len(models) == 0 {
		return fmt.Errorf("no models in %s: %w", dir, err)
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "model\tsearches\tplain SPIN\tmxgen\tratio")
	for _, model := range models {
		text, err := os.ReadFile(model)
		if err != nil {
			return err
		}
		plain, searches, err := plainly(text)
		if err != nil {
			return fmt.Errorf("%s: %w", model, err)
		}
		began := time.Now()
		err = exec.Command(mxgen, "verify", model, "--no-cache", "--jobs", "1").Run()
		ours := time.Since(began)
		if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: a violation
			return fmt.Errorf("%s: %w", model, err)
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f s\t%.1f s\t%.2f\n", filepath.Base(model), searches, plain.Seconds(), ours.Seconds(), ours.Seconds()/plain.Seconds())
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// plainly decides a model by hand.
func plainly(text []byte) (took time.Duration, searches int, err error) {
	flags := plainFlags.FindSubmatch(text)
	if flags == nil {
		return 0, 0, errors.New("it does not say which flags are right")
	}
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "m.pml"), text, 0o600); err != nil {
		return 0, 0, err
	}
	depth, defines := string(flags[1]), strings.Fields(string(flags[2]))
	plain := shell{dir: dir}
	began := time.Now()
	plain.run("spin", "-a", "m.pml")
	plain.run("gcc", "-w", "-O2", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c")
	if strings.Contains(plain.pan(depth), "invalid end state") {
		plain.pan(depth, "-E")
	}
	plain.run("gcc", append([]string{"-w", "-O2", "-o", "pan", "pan.c"}, defines...)...)
	for _, m := range formulaName.FindAllSubmatch(text, -1) {
		plain.pan("-a", depth, "-N", string(m[1]))
	}
	return time.Since(began), plain.searches, plain.err
}

// shell executes commands in a directory, up to the first that fails.
type shell struct {
	dir      string
	searches int // runs of pan
	err      error
}

func (s *shell) run(name string, args ...string) (output string) {
	if s.err != nil {
		return ""
	}
	text, err := run(s.dir, name, args...)
	s.err = err
	return string(text)
}

func (s *shell) pan(args ...string) (output string) {
	s.searches++
	return s.run("./pan", args...)
}
