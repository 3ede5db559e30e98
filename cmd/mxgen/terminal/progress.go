package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/mxgen/mxgen/results"
)

// progress shows how far a suite is: a bar with the time left on a terminal,
// a line for each configuration elsewhere.
type progress struct {
	w     io.Writer
	bar   *progressbar.ProgressBar // nil: lines
	clock func()                   // ends the bar's clock
	total int
	count int
}

// narrow is how many columns a bar needs, lest it takes two lines.
const narrow = 40

func newProgress(w io.Writer, total int, name string) *progress {
	p := &progress{w: w, total: total}
	if s := screenOf(w); s != nil && s.width() >= narrow {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(clipped(name, s.width()/4)),
			progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetPredictTime(true), progressbar.OptionSetWidth(30),
			progressbar.OptionUseANSICodes(true), progressbar.OptionClearOnFinish(), progressbar.OptionEnableColorCodes(false))
		p.draw()
		p.clock = repeat(time.Second, p.draw)
	}
	return p
}

func (p *progress) draw() {
	_ = p.bar.RenderBlank() // nothing to do about a terminal that is gone
}

// step says that one more configuration is decided.
func (p *progress) step(configuration string, rs []results.Result) {
	p.count++
	if p.bar != nil {
		_ = p.bar.Add(1)
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
		p.clock()
		_ = p.bar.Finish()
	}
}

// summary counts the verdicts of a configuration.
func summary(rs []results.Result) string {
	count := map[results.Verdict]int{}
	cached := 0
	for _, r := range rs {
		count[r.Verdict]++
		if r.Cached {
			cached++
		}
	}
	var parts []string
	for _, v := range []results.Verdict{results.Pass, results.Fail, results.Inconclusive, results.Error} {
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
	began := time.Now()
	text := func() string { return fmt.Sprintf("%s, %s", time.Since(began).Round(time.Second), what) }
	s := screenOf(w)
	if s == nil {
		return repeat(10*time.Second, func() { fmt.Fprintln(w, text()) })
	}
	end := repeat(time.Second, func() { s.show(text()) })
	return func() { end(); s.clear() }
}
