package trace

import (
	"bufio"
	"fmt"
	"io"

	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// Writer writes a trace, one line at a time.
type Writer struct {
	out  *bufio.Writer
	seq  int
	line []byte
	read lineReader // checks that the Reader accepts each line
}

// NewWriter makes a Writer and writes the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	sys, err := algorithms.New(h.Config)
	if err != nil {
		return nil, err
	}
	h.Names = Names{} // what is written has the names of mxgen
	line, err := appendHeader(nil, h)
	if err == nil {
		_, err = parseHeader(line[:len(line)-1])
	}
	if err != nil {
		return nil, fmt.Errorf("trace header: %w", err)
	}
	t := &Writer{out: bufio.NewWriter(w), line: line, read: lineReader{sys: sys}}
	_, err = t.out.Write(line)
	return t, err
}

// Write writes an event.  It returns an error if the Reader would reject the
// line or if writing fails.
func (t *Writer) Write(s Step) error {
	t.seq++
	if s.Seq != t.seq {
		return fmt.Errorf("trace: event %d comes as number %d", s.Seq, t.seq)
	}
	if s.Event.Kind < event.Request || s.Event.Kind > event.Exit {
		return fmt.Errorf("trace: event %d has no kind", s.Seq)
	}
	t.line = appendStep(t.line[:0], s)
	_, err := t.read.parse(t.line)
	if err == nil {
		err = t.end()
	}
	if err != nil {
		return fmt.Errorf("trace: event %d: %w", s.Seq, err)
	}
	return nil
}

// WriteLine writes a line that may be incomplete, without its number.  It returns an error if
// the Reader would reject the line or if writing fails.
func (t *Writer) WriteLine(l Line) error {
	t.line = appendLine(t.line[:0], l)
	if _, err := t.read.parseLine(t.line); err != nil {
		return err
	}
	return t.end()
}

// end ends the line and writes it.
func (t *Writer) end() error {
	if t.line = append(t.line, '\n'); len(t.line) > MaxLine {
		return fmt.Errorf("a line of %d bytes, the longest is %d", len(t.line), MaxLine)
	}
	_, err := t.out.Write(t.line)
	return err
}

// Flush writes the buffered lines.
func (t *Writer) Flush() error { return t.out.Flush() }
