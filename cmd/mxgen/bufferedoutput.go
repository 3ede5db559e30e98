package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/mxgen/mxgen/models/config"
)

// bufferedOutput collects output in a temporary file, so that the destination gets all of
// it at once, or nothing.
//
// The temporary file replaces a regular file.  The replaced file keeps its mode, a new file
// has mode 0644 less the umask, and a symbolic link stays: the file that it points to is
// replaced.  A destination that is no regular file, such as standard output, a terminal or
// a pipe, gets a copy.
//
// Package process writes files of its own, for this user alone and without a sync;
// renameio writes the files that a user has named.
type bufferedOutput struct {
	name      string // of the destination, for errors
	temporary *os.File
	pending   *renameio.PendingFile // the temporary file that replaces a regular file, or nil
	copyTo    io.Writer             // what gets a copy, or nil
}

// newBufferedOutput makes the output to a path, "" for standard output.  The caller calls
// commit or discard, or both.
func newBufferedOutput(stdout io.Writer, path string) (*bufferedOutput, error) {
	if path == "" {
		return newCopiedOutput("-", stdout)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, unwritable(path, err)
		}
		return newCopiedOutput(path, file)
	}
	target := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil { // renameio would replace the link
		target = resolved
	}
	// The temporary file is beside the target: a rename cannot cross file systems.
	pending, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)),
		renameio.WithPermissions(0o644), renameio.WithExistingPermissions())
	if err != nil {
		return nil, unwritable(path, err)
	}
	return &bufferedOutput{name: path, temporary: pending.File, pending: pending}, nil
}

// newCopiedOutput makes the output to something that cannot be replaced.  The temporary
// file has no name, so that it disappears even if mxgen is killed.
func newCopiedOutput(name string, to io.Writer) (*bufferedOutput, error) {
	temporary, err := os.CreateTemp("", ".mxgen-*")
	if err != nil {
		return nil, &config.Error{Operand: "temporary files in " + os.TempDir(), Reason: "cannot be written: " + reasonOfPath(err), Remedy: "set TMPDIR to another directory"}
	}
	os.Remove(temporary.Name())
	return &bufferedOutput{name: name, temporary: temporary, copyTo: to}, nil
}

func (b *bufferedOutput) Write(p []byte) (int, error) { return b.temporary.Write(p) }

// commit gives the output to its destination.
func (b *bufferedOutput) commit() error {
	var err error
	if b.pending != nil {
		err = b.pending.CloseAtomicallyReplace()
	} else if _, err = b.temporary.Seek(0, io.SeekStart); err == nil {
		_, err = io.Copy(b.copyTo, b.temporary)
	}
	if err != nil {
		return unwritable(b.name, err)
	}
	return nil
}

// discard removes output that was not committed, and closes all files.
func (b *bufferedOutput) discard() {
	if b.pending != nil {
		_ = b.pending.Cleanup() // nothing is left to clean after a commit
		return
	}
	b.temporary.Close()
	if file, ok := b.copyTo.(*os.File); ok && file != os.Stdout {
		file.Close()
	}
}

// writeOutput writes data to a path as a bufferedOutput.  A file that has the same data
// already stays as it is, with its time of modification, for make.
func writeOutput(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(data)) {
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	out, err := newBufferedOutput(nil, path)
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := out.Write(data); err != nil {
		return unwritable(path, err)
	}
	return out.commit()
}

// unwritable describes an output that cannot be written.
func unwritable(path string, err error) error {
	return &config.Error{Operand: "output " + path, Reason: "cannot be written: " + reasonOfPath(err), Remedy: "name another path"}
}

// reasonOfPath returns the last part of an error, without the path that it is about.
func reasonOfPath(err error) string {
	reason := err.Error()
	if at := strings.LastIndex(reason, ": "); at >= 0 {
		reason = reason[at+2:]
	}
	return reason
}
