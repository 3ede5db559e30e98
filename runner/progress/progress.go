// Package progress tells an observer what is done while it is done: commands, and the figures that pan prints during a
// search.
//
//	ctx = progress.Observe(ctx, progress.Observer{Figures: func(f progress.Figures) { fmt.Println(f.States) }})
//	result, err := job.Escalate(ctx, search, limits)
package progress

import (
	"context"
	"io"
	"regexp"
	"strconv"

	"github.com/mxgen/mxgen/runner/process"
)

// Observer is told what is done.  Its functions may be nil, and are called
// concurrently.
type Observer struct {
	Command func(line string) // about to be executed, as one would type it in the job's directory
	Figures func(Figures)     // of a search, about once for each million of states
}

// Figures are what pan prints during a search.
type Figures struct {
	States  float64 // stored
	Depth   int64   // reached so far
	Memory  float64 // MB
	Seconds float64 // since the search began
	Limit   int64   // of the memory, in bytes; 0: none
}

type observerKey struct{}

// Observe returns a context in which an observer is told what is done.
func Observe(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

// observerOf is the observer of a context, one without functions if there is none.
func observerOf(ctx context.Context) Observer {
	o, _ := ctx.Value(observerKey{}).(Observer)
	return o
}

// Command tells a context's observer that a command is about to be executed.
func Command(ctx context.Context, line string) {
	if o := observerOf(ctx); o.Command != nil {
		o.Command(line)
	}
}

var figuresLine = regexp.MustCompile(`^Depth= *(\d+) States= *([0-9.e+]+) Transitions= *[0-9.e+]+ (?:Nodes= *\d+ )?Memory= *([0-9.e+]+)\s*t= *([0-9.e+]+)`)

// Watch returns a writer that passes pan's output on, and tells a context's observer the figures in it.  limit is that
// of the memory, in bytes; 0: none.
func Watch(ctx context.Context, to io.Writer, limit int64) io.Writer {
	o := observerOf(ctx)
	if o.Figures == nil {
		return to
	}
	lines, _ := process.LineWriters(func(line string) {
		m := figuresLine.FindStringSubmatch(line)
		if m == nil {
			return
		}
		f := Figures{Limit: limit}
		f.Depth, _ = strconv.ParseInt(m[1], 10, 64)
		f.States, _ = strconv.ParseFloat(m[2], 64)
		f.Memory, _ = strconv.ParseFloat(m[3], 64)
		f.Seconds, _ = strconv.ParseFloat(m[4], 64)
		o.Figures(f)
	})
	return io.MultiWriter(to, lines)
}
