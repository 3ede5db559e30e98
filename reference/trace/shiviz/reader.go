package shiviz

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Reader reads a log, one event at a time.
type Reader struct {
	file      string
	in        *bufio.Reader
	line      int // number of the line read last
	ahead     []string
	pattern   pattern
	delimiter *regexp.Regexp // nil: there is one execution
	events    int            // of this execution
	execution int
	label     string
	err       error // that has ended the reading
}

// NewReader makes a Reader and reads the regular expressions.  Errors are of type
// *config.Error, with the file and the line.
func NewReader(file string, in io.Reader) (*Reader, error) {
	r := &Reader{file: file, in: bufio.NewReaderSize(in, MaxLine)}
	if err := r.begin(); err != nil {
		return nil, err
	}
	return r, nil
}

// begin reads the regular expressions, or finds out which form the log has.
func (r *Reader) begin() error {
	if err := r.fill(2); err != nil {
		return err
	}
	if len(r.ahead) == 0 {
		return failAt(r.file, 0, "empty", "a log has two lines for each event")
	}
	if isPattern(r.ahead[0]) {
		return r.expressions()
	}
	form := Default
	if hostAndClock.MatchString(r.ahead[0]) || strings.TrimSpace(r.ahead[0]) == "" {
		form = GoVector // which has a line with a blank before the delimiter
	}
	r.pattern, _ = newPattern(form) // a test compiles both
	r.delimiter = delimiter
	return nil
}

var (
	hostAndClock = regexp.MustCompile(`^\S* \{.*\}$`)
	delimiter    = regexp.MustCompile(Delimiter)
)

// expressions reads the two lines that a user gives to ShiViz.
func (r *Reader) expressions() (err error) {
	if r.pattern, err = newPattern(r.ahead[0]); err != nil {
		return failAt(r.file, 1, "the regular expression of an event cannot be used: "+err.Error(),
			"write it with the groups host, clock and event, such as "+GoVector)
	}
	if len(r.ahead) > 1 && strings.TrimSpace(r.ahead[1]) != "" {
		if r.delimiter, err = compile(r.ahead[1]); err != nil {
			return failAt(r.file, 2, "the regular expression between executions cannot be used: "+err.Error(), "write it such as "+Delimiter)
		}
	}
	r.ahead = r.ahead[min(2, len(r.ahead)):]
	return nil
}

// Next returns the next event, or io.EOF at the end.  After an error Next returns the same
// error.
func (r *Reader) Next() (Entry, error) {
	if r.err != nil {
		return Entry{}, r.err
	}
	e, err := r.next()
	r.err = err
	return e, err
}

// Entries yields the remaining events.  An error comes last.
func (r *Reader) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			e, err := r.Next()
			if err == io.EOF || !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (r *Reader) next() (Entry, error) {
	if err := r.skip(); err != nil {
		return Entry{}, err
	}
	first := r.line - len(r.ahead) + 1
	if err := r.fill(r.pattern.lines); err != nil {
		return Entry{}, err
	}
	if len(r.ahead) < r.pattern.lines {
		return Entry{}, failAt(r.file, first, fmt.Sprintf("the log ends within an event, which has %d lines", r.pattern.lines), "add its other lines, or remove it")
	}
	lines := r.ahead[:r.pattern.lines]
	for k, line := range lines[1:] {
		if r.delimits(line) {
			return Entry{}, failAt(r.file, first+k+1, "a new execution begins within an event", fmt.Sprintf("an event has %d lines", r.pattern.lines))
		}
	}
	e, err := r.entry(first, strings.Join(lines, "\n"))
	r.ahead = r.ahead[r.pattern.lines:]
	r.events++
	return e, err
}

// entry reads the lines of one event.
func (r *Reader) entry(first int, text string) (Entry, error) {
	host, clock, event, ok := r.pattern.groups(text)
	if !ok {
		return Entry{}, failAt(r.file, first, "does not match the regular expression of an event, "+r.pattern.String()[len("(?m)"):],
			"give the right one in the first line, and in the second the one between executions")
	}
	e := Entry{Line: first, Execution: r.execution, Label: r.label, Host: host, Text: strings.TrimSpace(event)}
	var err error
	if e.Clock, err = parseClock(clock); err != nil {
		return Entry{}, failAt(r.file, first, err.Error(), "")
	}
	if e.Clock[host] == 0 {
		return Entry{}, failAt(r.file, first, fmt.Sprintf("the clock has no event of its own host %.40q", host), "a clock counts the event itself")
	}
	return e, nil
}

// skip passes over blank lines and lines between executions.
func (r *Reader) skip() error {
	for {
		if err := r.fill(1); err != nil {
			return err
		}
		switch {
		case len(r.ahead) == 0:
			return io.EOF
		case r.delimits(r.ahead[0]):
			r.begins(r.ahead[0])
		case strings.TrimSpace(r.ahead[0]) != "":
			return nil
		}
		r.ahead = r.ahead[1:]
	}
}

func (r *Reader) delimits(line string) bool {
	return r.delimiter != nil && line != "" && r.delimiter.MatchString(line)
}

// begins begins an execution.  A delimiter before the first event has no execution before it.
func (r *Reader) begins(line string) {
	if r.events > 0 {
		r.execution++
	}
	r.events, r.label = 0, ""
	if group := r.delimiter.SubexpIndex("trace"); group >= 0 {
		r.label = strings.TrimSpace(r.delimiter.FindStringSubmatch(line)[group])
	}
}

// fill reads ahead until there are n lines, or fewer at the end of the log.
func (r *Reader) fill(n int) error {
	for len(r.ahead) < n {
		line, err := r.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		r.ahead = append(r.ahead, line)
	}
	return nil
}

// read returns the next line without its end.
func (r *Reader) read() (string, error) {
	line, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(line) == 0 {
		return "", io.EOF
	}
	r.line++
	switch {
	case err == io.EOF:
		return "", failAt(r.file, r.line, "torn: the line has no end", "if the log is whole, add a newline")
	case errors.Is(err, bufio.ErrBufferFull):
		return "", failAt(r.file, r.line, fmt.Sprintf("longer than %d bytes", MaxLine), "")
	case err != nil:
		return "", failAt(r.file, r.line, err.Error(), "")
	case !utf8.Valid(line):
		return "", failAt(r.file, r.line, "not UTF-8", "")
	}
	return strings.TrimSuffix(string(line[:len(line)-1]), "\r"), nil
}
