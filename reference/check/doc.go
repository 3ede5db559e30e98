// Package check decides whether the logs of a program are a run of its algorithm, and
// what held along that run.
//
//	r, err := check.Check(ctx, []check.Log{check.File("a.jsonl"), check.File("b.jsonl")}, check.Options{})
//	if err != nil {
//		return err // a log cannot be read
//	}
//	fmt.Println(r.Verdict, r.Reason)
//
// A complete log in one total order is executed line by line, in constant memory.  Of any
// other log the package searches a completion: a run of the program whose visible part is
// the log.  What a log omits is not known: sent messages, states, deliveries, the lines of
// a node, lines that were lost, the beginning.
//
// The search is exact: Rejected means that no run has these lines.  Where memory does not
// suffice, the verdict is Inconclusive.
package check

import (
	"bufio"
	"compress/gzip"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Log is one log, plain or compressed by gzip.  Check reads it more than once.
type Log struct {
	Name string // for messages
	Open func() (io.ReadCloser, error)
}

// File is the log in a file.
func File(path string) Log {
	return Log{Name: path, Open: func() (io.ReadCloser, error) {
		file, err := config.OpenFile(path, config.Error{Operand: "trace " + strconv.Quote(path)})
		if err != nil {
			return nil, err
		}
		return file, nil
	}}
}

// Options select what is checked.  The zero value checks every property and uses 2 GB.
type Options struct {
	Complete   bool     // every event has a line
	Properties []string // state properties, nil: all
	// Extra makes further properties for a run of a raw system from its initial state: State is
	// called after each event, in order.  It is nil if there are none.
	Extra    func(sys *reference.System) []reference.Property
	Skew     time.Duration // greatest difference between two clocks that wrote times
	Stretch  time.Duration // for the shortest impossible stretch of a rejected log, 0: it is not searched
	MaxBytes int64         // memory of the search, 0: 2 GB
	Progress func(events int)
}

// A Verdict says whether logs are a run of the program.
type Verdict string

// The verdicts.
const (
	Accepted     Verdict = "accepted"     // there is a run with these lines
	Rejected     Verdict = "rejected"     // there is none
	Inconclusive Verdict = "inconclusive" // the search reached its limit
)

// Result is what Check found.
type Result struct {
	Header     trace.Header
	Verdict    Verdict
	Reason     string      // why Inconclusive
	Lines      int         // event lines that a run has: all of them if Accepted
	Whole      bool        // every event has a line: nothing was inferred
	Orders     *Orders     // of the completion's events; nil if there is none
	Completion []Step      // a run with these lines; nil if Whole, and if none was found
	Broken     []Violation // first violation of each property along the run, as far as the lines go
	Rejection  *Rejection
	Warnings   []string
}

// Step is an event of a completion.
type Step struct {
	Event event.Event
	At    *Place // the line that says so, nil: inferred
}

// Place is a line of a log.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// String is FILE:LINE, as editors read it.
func (p Place) String() string { return p.File + ":" + strconv.Itoa(p.Line) }

// Violation is a property that is false after an event.
type Violation struct {
	Property string      `json:"property"`
	At       Place       `json:"at"` // the line of the event, or the last line before it if it was inferred
	Event    event.Event `json:"-"`
	Reason   string      `json:"reason"`
}

// Inferred returns how many events of each kind the completion adds.
func (r *Result) Inferred() map[event.Kind]int {
	count := map[event.Kind]int{}
	for _, s := range r.Completion {
		if s.At == nil {
			count[s.Event.Kind]++
		}
	}
	return count
}

// Text opens the log and returns its text, decompressed.
func (l Log) Text() (io.Reader, io.Closer, error) {
	file, err := l.Open()
	if err != nil {
		return nil, nil, err
	}
	in := bufio.NewReader(file)
	var text io.Reader = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		if text, err = gzip.NewReader(in); err != nil {
			file.Close()
			return nil, nil, &trace.Error{File: l.Name, Reason: "gzip: " + err.Error()}
		}
	}
	return text, file, nil
}

// reader opens a log and reads its header.
func (l Log) reader() (*trace.Reader, io.Closer, error) {
	text, file, err := l.Text()
	if err != nil {
		return nil, nil, err
	}
	r, err := trace.NewReader(l.Name, text)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return r, file, nil
}

// Header opens the log and returns its header.
func (l Log) Header() (trace.Header, error) {
	r, file, err := l.reader()
	if err != nil {
		return trace.Header{}, err
	}
	return r.Header(), file.Close()
}

// Lines opens the log and yields its lines.  An error ends it.
func (l Log) Lines() iter.Seq2[trace.Line, error] {
	return func(yield func(trace.Line, error) bool) {
		r, file, err := l.reader()
		if err != nil {
			yield(trace.Line{}, err)
			return
		}
		defer file.Close()
		for err == nil {
			var line trace.Line
			line, err = r.NextLine()
			if err == io.EOF || !yield(line, err) {
				return
			}
		}
	}
}
