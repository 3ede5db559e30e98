package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
)

// progress shows how far a suite is: a bar with the time left on a terminal,
// a line for each configuration elsewhere.
type progress struct {
	w      io.Writer
	screen *screen // nil: lines
	name   string
	total  int
	began  time.Time
	end    func() // of the clock on the screen

	mu    sync.Mutex // the clock draws as well
	count int
}

func newProgress(w io.Writer, total int, name string) *progress {
	p := &progress{w: w, screen: screenOf(w), name: name, total: total, began: time.Now(), end: func() {}}
	if p.screen != nil {
		p.draw()
		p.end = repeat(time.Second, p.draw)
	}
	return p
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.screen.show(p.bar(time.Since(p.began), p.screen.width()))
}

// bar is how far it is, in at most so many columns: of a narrow terminal, the name
// and the bar are left out before what they stand for.
func (p *progress) bar(passed time.Duration, width int) string {
	counted := fmt.Sprintf("%d/%d", p.count, p.total)
	times := passed.Round(time.Second).String()
	if p.count > 0 {
		left := time.Duration(float64(passed) / float64(p.count) * float64(p.total-p.count))
		times += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	text := counted + " " + times
	if named := p.name + " " + text; len(named) <= width {
		text = named
	}
	const most, least = 30, 8
	if room := min(width-len(text)-len(" []"), most); room >= least {
		full := room * p.count / max(p.total, 1)
		text = strings.Replace(text, counted, counted+" ["+strings.Repeat("#", full)+strings.Repeat(".", room-full)+"]", 1)
	}
	return text
}

// step says that one more configuration is decided.
func (p *progress) step(configuration string, rs []results.Result) {
	p.mu.Lock()
	p.count++
	p.mu.Unlock()
	if p.screen != nil {
		p.draw()
		return
	}
	fmt.Fprintf(p.w, "[%d/%d] %s: %s\n", p.count, p.total, configuration, summary(rs))
}

// decided says how far it came.
func (p *progress) decided(what string) string {
	return fmt.Sprintf("%d of %d %s were decided", p.count, p.total, what)
}

func (p *progress) finish() {
	p.end()
	if p.screen != nil {
		p.screen.clear()
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
	began := time.Now()
	text := func() string { return fmt.Sprintf("%s, %s", time.Since(began).Round(time.Second), what) }
	s := screenOf(w)
	if s == nil {
		return repeat(10*time.Second, func() { fmt.Fprintln(w, text()) })
	}
	end := repeat(time.Second, func() { s.show(text()) })
	return func() { end(); s.clear() }
}
