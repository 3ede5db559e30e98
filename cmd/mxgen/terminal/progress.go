// Package terminal shows the progress of long work on standard error.
//
// [NewProgress] shows how many of several tasks are finished:
//
//	progress := terminal.NewProgress(os.Stderr, len(tasks), "quick")
//	defer progress.Finish()
//	progress.Step("n 3: 4 pass")
//
// [StartSpinner] shows that a single task is still running:
//
//	spinner := terminal.StartSpinner(os.Stderr, "verifying n 3")
//	defer spinner.Stop()
//
// On a terminal, both write one line again and again, and erase it at the end.  In a
// file or a pipe, both write whole lines without escape sequences.
package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// noteTime is how long a note says something about what goes on.
const noteTime = 5 * time.Second

// note is a text about what goes on now, such as the figures of a search.
type note struct {
	mu   sync.Mutex
	text string
	at   time.Time
}

// Note replaces the text.  It may be called concurrently.
func (n *note) Note(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text, n.at = text, time.Now()
}

// current is the text with a separator before it, "" if it is too old.
func (n *note) current() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.text == "" || time.Since(n.at) > noteTime {
		return ""
	}
	return ": " + n.text
}

// Progress shows how many tasks are finished and when the rest may be: in one line on a
// terminal, elsewhere as a line for a finished task, at most every few seconds.
type Progress struct {
	note
	w       io.Writer
	screen  *screen // nil: lines
	stop    func()
	name    string
	total   int
	began   time.Time
	printed time.Time // the last line
	every   time.Duration

	weights []float64 // the expected costs of the tasks, by index; nil: all cost the same

	tasks sync.Mutex
	count int
	spent float64 // weight of the finished tasks
}

// betweenLines is how long after a line of progress the next one comes at the earliest.
const betweenLines = 3 * time.Second

// NewProgress begins to show the progress of so many tasks.  weights are their expected costs, by
// index, in any unit; nil: all cost the same.  The caller ends it with Finish.
func NewProgress(w io.Writer, total int, name string, weights []float64) *Progress {
	p := &Progress{w: w, total: total, name: name, weights: weights, began: time.Now(), screen: screenOf(w), every: betweenLines}
	if p.screen != nil {
		p.stop = repeat(time.Second/2, func() { p.screen.show(p.line()) })
	}
	return p
}

// line is the line on a terminal.
func (p *Progress) line() string {
	p.tasks.Lock()
	defer p.tasks.Unlock()
	text := fmt.Sprintf("[%d/%d] %s, %s", p.count, p.total, p.name, time.Since(p.began).Round(time.Second))
	if left, known := p.remaining(); known {
		text += fmt.Sprintf(", about %s left", left)
	}
	return text + p.current()
}

// remaining is the expected time until the last task is finished.
func (p *Progress) remaining() (time.Duration, bool) {
	all := float64(p.total)
	if p.weights != nil {
		all = 0
		for _, w := range p.weights {
			all += w
		}
	}
	if p.spent <= 0 || p.count == p.total {
		return 0, false
	}
	return time.Duration(float64(time.Since(p.began)) * max(0, all-p.spent) / p.spent).Round(time.Second), true
}

// Step records that the task of an index is finished.  Where there is no terminal, the text is
// shown, unless another was shown shortly before.
func (p *Progress) Step(k int, text string) {
	p.tasks.Lock()
	defer p.tasks.Unlock()
	p.count++
	if p.weights == nil {
		p.spent++
	} else {
		p.spent += p.weights[k]
	}
	if p.screen != nil || p.count < p.total && time.Since(p.printed) < p.every {
		return
	}
	p.printed = time.Now()
	fmt.Fprintf(p.w, "[%d/%d] %s\n", p.count, p.total, text)
}

// Finish erases the line.
func (p *Progress) Finish() {
	if p.screen != nil {
		p.stop()
		p.screen.clear()
	}
}

// Spinner shows that a task is still running.
type Spinner struct {
	note
	stop func()
}

// StartSpinner shows that a task is still running, with the elapsed time: every second
// on a terminal, as a line every ten seconds elsewhere.
func StartSpinner(w io.Writer, task string) *Spinner {
	began := time.Now()
	s := &Spinner{}
	text := func() string { return fmt.Sprintf("%s, %s", time.Since(began).Round(time.Second), task) + s.current() }
	screen := screenOf(w)
	if screen == nil {
		s.stop = repeat(10*time.Second, func() { fmt.Fprintln(w, text()) })
		return s
	}
	end := repeat(time.Second, func() { screen.show(text()) })
	s.stop = func() { end(); screen.clear() }
	return s
}

// Stop ends the spinner, and erases its line.
func (s *Spinner) Stop() { s.stop() }
