package runner

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Keep copies a job to a directory that reproduces it without mxgen: the model, the exact
// commands as a script, their output, the trails, and a README.  Compiled and generated files
// are left out, since the script makes them.  dir must be new or empty.  It appears as a whole, or
// not at all if there is an error.
func (j *Job) Keep(dir string) error {
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(parent, ".mxgen-keep-")
	if err != nil {
		return err
	}
	if err := j.keepIn(tmp); err != nil {
		return errors.Join(err, os.RemoveAll(tmp))
	}
	// Rename replaces an empty directory, and fails if the directory is not empty.
	if err := os.Rename(tmp, dir); err != nil {
		return errors.Join(fmt.Errorf("keep %s: it must be new or empty: %w", dir, err), os.RemoveAll(tmp))
	}
	return nil
}

func (j *Job) keepIn(dir string) error {
	err := filepath.WalkDir(j.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(j.dir, path)
		if err != nil {
			return err
		}
		switch {
		case e.IsDir():
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		case !e.Type().IsRegular() || !(kept(e.Name()) || j.hasHarness(e.Name())):
			return nil
		}
		return copyFile(filepath.Join(dir, rel), path)
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "run.sh"), []byte(j.script()), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "README"), []byte(readme), 0o644); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

// kept tells whether Keep copies a file that is no harness.
func kept(name string) bool {
	for _, end := range []string{ModelFile, ".trail", ".out", ".err"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// script is a shell script with every command of the job, and how it ended.
func (j *Job) script() string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\n# The commands of this verification, to be run in a copy of this directory.\n" +
		"cd \"$(dirname \"$0\")\" || exit 1\n" +
		"# Limits on time and memory were set from outside; commands that they ended are marked.\n" +
		"# Commands that were ended because a better one followed might take long: they are commented out.\n")
	for _, s := range j.Steps() {
		fmt.Fprintf(&b, "\n# output: %s %s", s.Stdout, s.Stderr)
		if !s.OK() {
			fmt.Fprintf(&b, "; %s", s.Exit.String())
		}
		b.WriteString("\n")
		if s.Exit.Killed == process.Escalated || s.Exit.Killed == process.DepthLimit {
			b.WriteString("# ")
		}
		b.WriteString(s.Command)
		if s.OK() && s.generates {
			b.WriteString(" || exit 1")
		}
		b.WriteString("\n")
	}
	return b.String()
}

const readme = `This directory reproduces a verification with SPIN, without mxgen. It needs spin,
gcc and perhaps tcc, of the versions that the output names:

    cp -r . ANOTHER && sh ANOTHER/run.sh

model.pml        the model
run.sh           the exact commands, in the order in which they ended
*.out, *.err     the output of each command; run.sh has the names
run*/*.trail     the trail of an error, for pan -r and spin -t
lasso.c          if a graph was searched for lassos: makes pan write every step of its search
steps.c          if channel variables had no channel: makes pan print them without an error
events*.txt      here or above, if a property is violated: the run that violates it
`

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
