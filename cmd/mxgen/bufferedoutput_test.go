package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// outputDir returns a directory with a file "old" of a mode, and a function that checks
// the names, the content of old, and its mode.
func outputDir(t *testing.T, mode fs.FileMode) (dir string, check func(content string, names ...string)) {
	t.Helper()
	dir = t.TempDir()
	old := filepath.Join(dir, "old")
	if err := errors.Join(os.WriteFile(old, []byte("before"), mode), os.Chmod(old, mode)); err != nil {
		t.Fatal(err)
	}
	return dir, func(content string, names ...string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(names) {
			t.Errorf("%v, %v, want %v", entries, err, names)
			return
		}
		for k, e := range entries {
			if e.Name() != names[k] {
				t.Errorf("%v, want %v", entries, names)
			}
		}
		if data, err := os.ReadFile(old); err != nil || string(data) != content {
			t.Errorf("%q, %v, want %q", data, err, content)
		}
		if info, err := os.Lstat(old); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, want %v", info.Mode(), mode)
		}
	}
}

// TestWriteOutputMode: a file that is replaced keeps its mode, and a new one has 0644 less
// the umask.
func TestWriteOutputMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o666, 0o755} {
		dir, check := outputDir(t, mode)
		if err := writeOutput(filepath.Join(dir, "old"), []byte("after")); err != nil {
			t.Error(err)
		}
		check("after", "old")
	}
	path := filepath.Join(t.TempDir(), "new")
	if err := writeOutput(path, []byte("after")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestWriteOutputLink: a symbolic link stays, and the file that it points to is replaced,
// through several links and from another directory.
func TestWriteOutputLink(t *testing.T) {
	dir, check := outputDir(t, 0o600)
	elsewhere := t.TempDir()
	link := filepath.Join(elsewhere, "link")
	if err := errors.Join(os.Symlink("old", filepath.Join(dir, "near")), os.Symlink(filepath.Join(dir, "near"), link)); err != nil {
		t.Fatal(err)
	}
	if err := writeOutput(link, []byte("after")); err != nil {
		t.Error(err)
	}
	check("after", "near", "old")
	for _, path := range []string{link, filepath.Join(dir, "near")} {
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}

// TestBufferedOutputDiscarded: output that is not committed leaves the old file and no
// other.
func TestBufferedOutputDiscarded(t *testing.T) {
	dir, check := outputDir(t, 0o600)
	out, err := newBufferedOutput(nil, filepath.Join(dir, "old"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Write([]byte("half of")); err != nil {
		t.Error(err)
	}
	out.discard()
	check("before", "old")
}

// TestBufferedOutputFails: a commit that fails, here because the temporary file is closed,
// leaves the old file and no other.
func TestBufferedOutputFails(t *testing.T) {
	dir, check := outputDir(t, 0o600)
	out, err := newBufferedOutput(nil, filepath.Join(dir, "old"))
	if err != nil {
		t.Fatal(err)
	}
	out.temporary.Close()
	if err := out.commit(); err == nil {
		t.Error("committed")
	}
	out.discard()
	check("before", "old")
}

// TestBufferedOutputCopies: standard output and a pipe get all of the output at commit.
func TestBufferedOutputCopies(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var stdout bytes.Buffer
	out, err := newBufferedOutput(&stdout, "")
	if err != nil {
		t.Fatal(err)
	}
	defer out.discard()
	if _, err := out.Write([]byte("data")); err != nil || stdout.Len() > 0 {
		t.Errorf("%v; %q before the commit", err, &stdout)
	}
	if err := out.commit(); err != nil || stdout.String() != "data" {
		t.Errorf("%v; %q", err, &stdout)
	}

	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		data, _ := os.ReadFile(fifo)
		read <- string(data)
	}()
	if err := writeOutput(fifo, []byte("data")); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "data" {
		t.Errorf("%q from the pipe", got)
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("%v, %v", info, err)
	}
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
