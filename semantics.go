// Package mxgen has the source files of this module's packages that decide verdicts, as
// they were when the program was built, and a version of them.
//
// A cached result depends on that version, and on nothing else of the program: a program that
// was built anew, at another commit or in another directory, finds what it has decided before
// if the code that decides is the same.  Go stamps commit and directory into a program, so that the
// program's own bytes would change with both.
package mxgen

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// sources has more than what decides: go:embed cannot leave out tests, nor single rooms.
//
//go:embed models/*.go models/*/*.go reference/*.go reference/*/*.go reference/*/*/*.go results/*.go results/*/*.go
//go:embed runner/*.go runner/*/*.go runner/*/*.c.txt templates/*.go go.mod go.sum
var sources embed.FS

// rooms are the directories of the packages that decide: those of this module that results/verify
// reaches through its imports, without the ones that no verdict depends on.  A test
// holds this list against the imports.
var rooms = []string{
	"models", "models/algorithms", "models/config", "models/quorum", "models/registry", "models/topology",
	"reference", "reference/algorithms",
	"reference/algorithms/carvalho_roucairol", "reference/algorithms/centralized", "reference/algorithms/common", "reference/algorithms/lamport",
	"reference/algorithms/maekawa", "reference/algorithms/neilsen_mizuno", "reference/algorithms/raymond", "reference/algorithms/raymond_k",
	"reference/algorithms/ricart_agrawala", "reference/algorithms/ricart_agrawala_token", "reference/algorithms/singhal", "reference/algorithms/suzuki_kasami", "reference/algorithms/token_ring",
	"reference/check", "reference/event", "reference/explore", "reference/trace",
	"results", "results/conclude", "results/engine", "results/formula", "results/notation", "results/replay", "results/verify",
	"runner", "runner/graph", "runner/pan", "runner/pancode", "runner/panreplay", "runner/process", "runner/progress", "runner/promela", "runner/statespace", "runner/toolchain", "runner/trail",
}

// ErrModified says that the code of another module comes from a directory, whose files
// nothing identifies.
var ErrModified = errors.New("a module is replaced by a directory")

// Semantics is a version of the code that decides verdicts: the hash of its source files, the versions
// of the other modules, Go's version and its build tags.  It is the same in every directory and at every
// commit where these are.  The error is that the program was built without modules, or ErrModified.
func Semantics() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("built without modules")
	}
	return semantics(sources, info)
}

func semantics(files fs.FS, info *debug.BuildInfo) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, runtime.Version(), runtime.GOARCH)
	for _, s := range info.Settings {
		if s.Key == "-tags" {
			fmt.Fprintf(h, "tags %q\n", s.Value)
		}
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if m.Sum == "" {
			return "", ErrModified
		}
		fmt.Fprintln(h, m.Path, m.Version, m.Sum)
	}
	for _, room := range rooms {
		names, err := deciding(files, room)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%s %d\n", name, len(text))
			h.Write(text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Differs compares this program with a checkout of its module, and returns the first file that decides verdicts
// and is another one there, "" if there is none.  Templates are not compared: their Go code is.
func Differs(checkout fs.FS) (string, error) {
	names := []string{"go.mod", "go.sum"}
	for _, room := range append([]string{"templates"}, rooms...) {
		for _, files := range []fs.FS{sources, checkout} { // a file may be on one side only
			more, err := deciding(files, room)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
			names = append(names, more...)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		here, err := fs.ReadFile(sources, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		there, missing := fs.ReadFile(checkout, name)
		if err != nil || missing != nil || !bytes.Equal(here, there) {
			return name, nil
		}
	}
	return "", nil
}

// IsModule tells whether a checkout is of this module.
func IsModule(checkout fs.FS) bool {
	text, err := fs.ReadFile(checkout, "go.mod")
	return err == nil && bytes.HasPrefix(text, []byte("module github.com/mxgen/mxgen\n"))
}

// deciding lists the files of a room that are compiled or embedded, without the tests, in order.
func deciding(files fs.FS, room string) ([]string, error) {
	entries, err := fs.ReadDir(files, room)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() && !strings.HasSuffix(name, "_test.go") && (strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".c.txt")) {
			names = append(names, path.Join(room, name))
		}
	}
	slices.Sort(names)
	return names, nil
}
