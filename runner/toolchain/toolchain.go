// Package toolchain finds spin and the compilers gcc and tcc in PATH, and says exactly which programs
// they are.
//
//	tools, err := toolchain.Find(ctx)
//	...
//	fast, long := tools.Fast(), tools.Optimising()
//
// [Tools.Identity] has the versions and the bytes of all programs that decide: a cached result depends on
// it.  [Tools.Stamp] tells cheaply whether their files have changed since.
package toolchain

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Tool is an executable.
type Tool struct {
	Name    string
	Path    string // absolute
	Version string // the first line that it prints about itself
}

// Tools are the programs that a verification needs. SPIN needs gcc even to
// generate, as its preprocessor; tcc is optional, its Path is then empty.
type Tools struct {
	Spin, Gcc, Tcc Tool
}

// MissingError says that a tool is missing or does not work.
type MissingError struct {
	Tool   string
	Reason string
	Here   bool // the tool is installed, but the machine could not start it
}

func (e *MissingError) Error() string {
	remedy := "install it with: apt-get install spin gcc tcc"
	if e.Here {
		remedy = process.LimitsRemedy
	}
	return fmt.Sprintf("%s: %s: %s", e.Tool, e.Reason, remedy)
}

// Find looks for the tools in PATH and asks each for its version.  The error is a
// *MissingError that names the first tool that is missing or broken; the Tools that were found
// are returned with it.  If ctx was cancelled, the error is ctx's.
func Find(ctx context.Context) (Tools, error) {
	var t Tools
	var first error
	for _, e := range []struct {
		tool     *Tool
		name     string
		arg      string
		optional bool
	}{
		{&t.Spin, "spin", "-V", false},
		{&t.Gcc, "gcc", "--version", false},
		{&t.Tcc, "tcc", "-v", true},
	} {
		tool, err := find(ctx, e.name, e.arg)
		if err == nil {
			*e.tool = tool
		} else if !e.optional && first == nil {
			first = err
		}
	}
	return t, first
}

// lookPath finds a program in PATH and returns its absolute path.
func lookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

func find(ctx context.Context, name, arg string) (Tool, error) {
	path, err := lookPath(name)
	if err != nil {
		return Tool{}, &MissingError{Tool: name, Reason: "not found in PATH"}
	}
	var text process.PrefixBuffer
	step, err := process.Run(ctx, process.Command{Path: path, Args: []string{arg}, Dir: "/", Stdout: &text, Stderr: &text,
		Limits: process.Limits{Timeout: 10 * time.Second}})
	switch {
	case ctx.Err() != nil:
		return Tool{}, ctx.Err()
	case err != nil:
		return Tool{}, &MissingError{Tool: name, Reason: "cannot be started: " + process.WithoutPath(err).Error(), Here: process.OutOfResources(err)}
	case !step.OK():
		return Tool{}, &MissingError{Tool: name, Reason: "does not work: " + arg + ": " + step.Exit.String()}
	}
	version, _, _ := strings.Cut(strings.TrimSpace(text.String()), "\n")
	if !strings.Contains(strings.ToLower(version), name) {
		return Tool{}, &MissingError{Tool: name, Reason: "does not work: " + arg + " does not print its version"}
	}
	return Tool{name, path, version}, nil
}

// Limits bound a compilation.  The limits of a search are for the search alone: gcc -O2 may need more than a small
// model's verifier does.
var Limits = process.Limits{Timeout: 5 * time.Minute, Memory: 4 << 30}

// Compiler is a C compiler with its level of optimisation.
type Compiler struct {
	Tool  Tool
	Level string // "-O2" ...; "" for tcc, which has none

	Source string // what to compile instead of pan.c, which it includes
}

// Fast is the compiler that compiles in the shortest time: tcc, or gcc without optimisation.
func (t Tools) Fast() Compiler {
	if t.Tcc.Path != "" {
		return Compiler{Tool: t.Tcc}
	}
	return Compiler{Tool: t.Gcc, Level: "-O0"}
}

// Optimising is the compiler for long runs: gcc -O2.
func (t Tools) Optimising() Compiler { return Compiler{Tool: t.Gcc, Level: "-O2"} }

// Args are the arguments that compile pan.c into the file out.  Warnings are off (-w): they
// are about generated code.
func (c Compiler) Args(defines []string, out string) []string {
	args := []string{"-w"}
	if c.Level != "" {
		args = append(args, c.Level)
	}
	args = append(args, defines...)
	source := "pan.c"
	if c.Source != "" {
		source = c.Source
	}
	return append(args, "-o", out, source)
}
