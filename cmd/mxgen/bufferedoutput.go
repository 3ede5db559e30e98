package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/models/config"
)

// spool collects output in a temporary file, however much there is, so that
// all of it or nothing comes where it belongs.
type bufferedOutput struct {
	file *os.File
	path string         // to be replaced by the file; "": copy it to out
	name string         // of what is written, for errors
	out  io.WriteCloser // standard output, a terminal, a pipe: nothing to replace
}

// newBufferedOutput makes the spool of a path, "" for standard output.
func newBufferedOutput(stdout io.Writer, path string) (*bufferedOutput, error) {
	s := &bufferedOutput{path: path, name: path}
	dir := filepath.Dir(path)
	if path == "" {
		s.name, s.out, dir = "-", nopCloser{stdout}, ""
	} else if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if s.out, err = os.OpenFile(path, os.O_WRONLY, 0); err != nil {
			return nil, unwritable(path, err)
		}
		s.path, dir = "", ""
	}
	var err error
	s.file, err = os.CreateTemp(dir, ".mxgen-*")
	if err != nil && dir == "" { // it is not the output that cannot be written
		return nil, &config.Error{Operand: "temporary files in " + os.TempDir(), Reason: "cannot be written: " + reasonOfPath(err), Remedy: "set TMPDIR to another directory"}
	}
	if err != nil {
		return nil, unwritable(s.name, err)
	}
	if s.path == "" {
		os.Remove(s.file.Name()) // it needs no name, and leaves nothing however mxgen ends
	}
	return s, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// keep puts the output where it belongs.
func (s *bufferedOutput) keep() error {
	var err error
	if s.path == "" {
		if _, err = s.file.Seek(0, io.SeekStart); err == nil {
			_, err = io.Copy(s.out, s.file)
		}
	} else {
		err = s.file.Chmod(0o644)
		if closed := s.file.Close(); err == nil {
			err = closed
		}
		if err == nil {
			err = os.Rename(s.file.Name(), s.path)
		}
	}
	if err != nil {
		return unwritable(s.name, err)
	}
	return nil
}

// discard removes what was not kept.
func (s *bufferedOutput) discard() {
	s.file.Close()
	if s.path != "" {
		os.Remove(s.file.Name())
	}
	if s.out != nil {
		s.out.Close()
	}
}
