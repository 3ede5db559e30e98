package process

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// UnfinishedPrefix begins the names of the files that WriteFile has not finished yet,
// beside those that they will replace.
const UnfinishedPrefix = ".new-"

// WriteFile writes a file that others may be reading: they see the old file, if there is
// one, or all of the new one.  It makes the directory, for this user alone.
//
// The file is not synced: after a power failure it may be damaged.
func WriteFile(path string, data []byte) error {
	return ReplaceFile(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// ReplaceFile is WriteFile with a function that writes the data.  If the function
// fails, the old file stays.
func ReplaceFile(path string, write func(io.Writer) error) error {
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// createBeside makes a file in the directory of another, and the directory too.  Another
// process that removes empty directories may remove it before the file is in it: then
// the directory is made again.
func createBeside(path string) (f *os.File, err error) {
	for range 10 {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.CreateTemp(filepath.Dir(path), UnfinishedPrefix)
		}
		if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}
