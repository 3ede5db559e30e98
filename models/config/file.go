package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// OpenFile opens an input file.  It refuses what is no regular file: a pipe would
// block, and some inputs are read twice.  The error is about with its Reason.
func OpenFile(path string, about Error) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		switch {
		case info.IsDir():
			err = errors.New("is a directory")
		case !info.Mode().IsRegular():
			err = errors.New("is not a regular file")
		}
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path)
	}
	if err != nil {
		about.Reason = reason(err)
		return nil, &about
	}
	return file, nil
}

// ReadFile reads an input file of at most limit bytes.  The error is as that of OpenFile.
func ReadFile(path string, limit int64, about Error) ([]byte, error) {
	file, err := OpenFile(path, about)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("larger than %d bytes", limit)
	}
	if err != nil {
		about.Reason = reason(err)
		return nil, &about
	}
	return data, nil
}

// reason is an error without the path, which the operand has.
func reason(err error) string {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}
