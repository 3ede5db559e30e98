package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
)

// terminal reports whether people watch what is written there.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// progress shows how far a suite is: a bar with the time left on a terminal,
// a line for each configuration elsewhere.
type progress struct {
	w     io.Writer
	bar   *progressbar.ProgressBar
	total int
	count int
}

func newProgress(w io.Writer, total int, name string) *progress {
	p := &progress{w: w, total: total}
	if terminal(w) {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(name),
			progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(30), progressbar.OptionEnableColorCodes(false))
	}
	return p
}

// step says that one more configuration is decided.
func (p *progress) step(configuration string, rs []results.Result) {
	p.count++
	if p.bar != nil {
		_ = p.bar.Add(1) // nothing to do about a terminal that is gone
		return
	}
	fmt.Fprintf(p.w, "[%d/%d] %s: %s\n", p.count, p.total, configuration, summary(rs))
}

// decided says how far it came.
func (p *progress) decided(what string) string {
	return fmt.Sprintf("%d of %d %s were decided", p.count, p.total, what)
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// summary counts the verdicts of a configuration.
func summary(rs []results.Result) string {
	count := map[pan.Verdict]int{}
	cached := 0
	for _, r := range rs {
		count[r.Verdict]++
		if r.Cached {
			cached++
		}
	}
	var parts []string
	for _, v := range []pan.Verdict{pan.Pass, pan.Fail, pan.Inconclusive, pan.Error} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	if cached > 0 {
		parts = append(parts, fmt.Sprintf("%d from the cache", cached))
	}
	return strings.Join(parts, ", ")
}

// startSpinner shows on a terminal that one long thing goes on, elsewhere a
// line when it has gone on for a while.  The function it returns ends it.
func startSpinner(w io.Writer, what string) func() {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		began := time.Now()
		every := 10 * time.Second
		if terminal(w) {
			every = time.Second
		}
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				if terminal(w) {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			case <-tick.C:
				text := fmt.Sprintf("%s, %s", what, time.Since(began).Round(time.Second))
				if terminal(w) {
					fmt.Fprint(w, "\r\x1b[K"+text)
				} else {
					fmt.Fprintln(w, text)
				}
			}
		}
	}()
	return func() { close(done); <-ended }
}
