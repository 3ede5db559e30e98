package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/process"
)

// Program is package wasm, compiled.
type Program struct {
	Wasm   []byte // WebAssembly, compressed with gzip
	Script []byte // of Go, of the version of the compiler: it runs Wasm
}

// mostBuilding bounds the time that the go command may take: it may compile the standard library.
const mostBuilding = 10 * time.Minute

// Build returns the program.  The error is a *config.Error that says how to get it, or a
// *process.ToolError.
func Build(ctx context.Context) (Program, error) {
	if embedded.Wasm != nil {
		return embedded, nil
	}
	source, err := sourceDirectory()
	if err != nil {
		return Program{}, err
	}
	goCommand, err := exec.LookPath("go")
	if err == nil {
		goCommand, err = filepath.Abs(goCommand)
	}
	if err != nil {
		return Program{}, missing("the go command was not found in PATH")
	}
	env, err := exec.LookPath("env")
	if err != nil {
		return Program{}, missing("the command env was not found in PATH")
	}
	dir, err := process.NewTempDir()
	if err != nil {
		return Program{}, err
	}
	defer dir.Remove()
	run := func(args ...string) (string, error) {
		out, complaint := new(process.PrefixBuffer), new(process.PrefixBuffer)
		outcome, err := process.Run(ctx, process.Command{Path: env, Args: append([]string{"GOOS=js", "GOARCH=wasm", "GOTMPDIR=" + dir.Path(), goCommand}, args...),
			Dir: dir.Path(), Stdout: out, Stderr: complaint, Limits: process.Limits{Timeout: mostBuilding}})
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return "", err
		case !outcome.OK():
			return "", &process.ToolError{Step: "go " + args[0], Reason: firstLine(complaint.String(), outcome.Exit.String()), Killed: outcome.Exit.Killed}
		}
		return strings.TrimSpace(out.String()), nil
	}
	wasm := filepath.Join(dir.Path(), "explore.wasm")
	if _, err := run("build", "-C", source, "-trimpath", "-ldflags=-s -w", "-o", wasm, "."); err != nil {
		return Program{}, err
	}
	goRoot, err := run("env", "GOROOT")
	if err != nil {
		return Program{}, err
	}
	script, err := os.ReadFile(filepath.Join(goRoot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return Program{}, missing("the Go in " + goRoot + " lacks lib/wasm/wasm_exec.js")
	}
	data, err := os.ReadFile(wasm)
	if err != nil {
		return Program{}, err
	}
	compressed, err := compress(data)
	return Program{Wasm: compressed, Script: script}, err
}

func missing(reason string) error {
	return &config.Error{Operand: "--export", Reason: "the program has to be compiled to WebAssembly, and " + reason,
		Remedy: "install Go (https://go.dev/dl), or use an mxgen that was built by make standalone, which has it"}
}

// sourceDirectory is the directory of package wasm in the source from which mxgen was built: a working copy,
// or Go's cache of modules.
func sourceDirectory() (string, error) {
	_, file, _, ok := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(filepath.Dir(file)), "wasm")
	if _, err := os.Stat(filepath.Join(dir, "main.go")); !ok || !filepath.IsAbs(file) || err != nil {
		return "", missing("the source from which mxgen was built is not on this machine")
	}
	return dir, nil
}

func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// firstLine is the first line that the go command complains with, after its headings.
func firstLine(text, otherwise string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading") {
			return line
		}
	}
	return otherwise
}
