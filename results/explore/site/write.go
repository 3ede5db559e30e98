package site

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/explore/page"
	"github.com/mxgen/mxgen/runner/process"
)

// Write writes the site, which begins with a link, to a directory that is new, empty or an older site.
// The directory appears as a whole, or not at all.  An error about it is a *config.Error.
func Write(dir string, p Program, link string) error {
	files, err := page.Files(page.Wasm, link)
	if err != nil {
		return err
	}
	// The name says nothing of gzip, so that no server takes it for an encoding.
	files["explore.bin"], files["wasm_exec.js"] = p.Wasm, p.Script
	if err := Writable(dir); err != nil {
		return err
	}
	dir = filepath.Clean(dir)
	fail := func(err error) error { return unwritable(dir, err) }
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fail(err)
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), ".mxgen-site-")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(fresh)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(fresh, name), files[name], 0o644); err != nil {
			return fail(err)
		}
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return fail(err)
	}
	old := fresh + "-old"
	defer os.RemoveAll(old)
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail(err)
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(fail(err), os.Rename(old, dir))
	}
	return nil
}

// Writable refuses a directory that has other files than a site has, or that cannot be written.
func Writable(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unwritable(dir, err)
	case !info.IsDir():
		return &config.Error{Operand: fmt.Sprintf("export %q", dir), Reason: "is no directory", Remedy: "name a new directory"}
	}
	own, err := page.Files(page.Wasm, "")
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	for _, e := range entries {
		if _, is := own[e.Name()]; !is && e.Name() != "explore.bin" && e.Name() != "wasm_exec.js" {
			return &config.Error{Operand: fmt.Sprintf("export %q", dir), Reason: fmt.Sprintf("has other files than a site has, such as %.60q", e.Name()), Remedy: "name a new directory"}
		}
	}
	return nil
}

func unwritable(dir string, err error) error {
	return &config.Error{Operand: fmt.Sprintf("export %q", dir), Reason: "cannot be written: " + process.WithoutPath(err).Error(), Remedy: "name another directory"}
}
