package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
)

// Reader reads a trace, one line at a time.
type Reader struct {
	file   string
	in     *bufio.Reader
	line   int // number of the line read last
	header Header
	lines  lineReader
	err    error // that has ended the reading
	torn   bool  // the file ends within a line
}

// NewReader makes a Reader and reads the header.  Errors are of type *Error and
// contain the name of the file.
func NewReader(file string, r io.Reader) (*Reader, error) {
	t := &Reader{file: file, in: bufio.NewReaderSize(r, MaxLine)}
	line, err := t.next()
	if err == io.EOF {
		return nil, &Error{File: file, Reason: "empty: a trace begins with a header"}
	}
	if err != nil {
		return nil, err
	}
	if t.header, err = parseHeader(line); err != nil {
		return nil, t.fail("header: "+err.Error(), nil)
	}
	sys, err := algorithms.New(t.header.Config)
	if err != nil {
		return nil, t.fail("header: "+err.Error(), nil)
	}
	t.lines.sys, t.lines.names = sys.Raw(), t.header.Names
	if err := t.header.check(sys.Algorithm.Messages); err != nil {
		return nil, t.fail("header: "+err.Error(), nil)
	}
	return t, nil
}

// Header returns the header.
func (t *Reader) Header() Header { return t.header }

// System returns the raw system of the trace.
func (t *Reader) System() *reference.System { return t.lines.sys }

// Next returns the next event, or io.EOF at the regular end.  The step does not
// share memory with the reader.  After an error Next returns the same error.
func (t *Reader) Next() (Step, error) {
	if t.err != nil {
		return Step{}, t.err
	}
	if t.header.Order == OrderNodes || t.header.From == FromUnknown {
		return Step{}, t.fail("the log is incomplete: its header says so; mxgen check reads it", nil)
	}
	before := t.lines.line.Seq
	line, err := t.next()
	if err != nil {
		t.err = err
		return Step{}, err
	}
	s, err := t.lines.parse(line)
	if err != nil {
		return Step{}, t.fail(err.Error(), nil)
	}
	switch want := before + 1; {
	case s.Seq < want:
		return Step{}, t.failf("seq %d comes again: want %d", s.Seq, want)
	case s.Seq > want:
		return Step{}, t.failf("seq %d is missing: this is %d", want, s.Seq)
	}
	s.Line = t.line
	return s, nil
}

// Steps yields the remaining events.  If an error ends the reading, Steps yields
// it last.
func (t *Reader) Steps() iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		for {
			s, err := t.Next()
			if err == io.EOF || !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// next returns the next line without its newline, valid until the next call.
func (t *Reader) next() ([]byte, error) {
	line, err := t.in.ReadSlice('\n')
	if err == io.EOF && len(line) == 0 {
		return nil, io.EOF
	}
	t.line++
	switch {
	case err == io.EOF:
		t.torn = true
		return nil, t.fail("torn: the line has no end", nil)
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, t.failf("longer than %d bytes", MaxLine)
	case err != nil && len(line) == 0:
		t.line--
		fallthrough
	case err != nil:
		return nil, t.fail(reason(err), err)
	case !utf8.Valid(line):
		return nil, t.fail("not UTF-8", nil)
	}
	return line[:len(line)-1], nil
}

// fail makes an error for the line that was read last.
func (t *Reader) fail(reason string, cause error) error {
	t.err = &Error{File: t.file, Line: t.line, Reason: reason, cause: cause}
	return t.err
}

// reason returns the text of an error without the path, which the caller adds.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// File is a trace in a file.
type File struct {
	*Reader
	file *os.File
}

// Open opens a trace and reads its header.
func Open(path string) (*File, error) {
	file, err := config.OpenFile(path, config.Error{Operand: "trace " + strconv.Quote(path)})
	if err != nil {
		return nil, err
	}
	r, err := NewReader(path, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &File{r, file}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Steps opens the trace in a file and yields its events as Reader.Steps does.
func Steps(path string) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		f, err := Open(path)
		if err != nil {
			yield(Step{}, err)
			return
		}
		defer f.Close()
		f.Steps()(yield)
	}
}

func (t *Reader) failf(format string, args ...any) error {
	return t.fail(fmt.Sprintf(format, args...), nil)
}
