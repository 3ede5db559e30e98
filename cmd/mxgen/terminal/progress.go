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
//	stop := terminal.StartSpinner(os.Stderr, "verifying n 3")
//	defer stop()
//
// On a terminal, both write one line again and again, and erase it at the end.  In a
// file or a pipe, both write whole lines without escape sequences.
package terminal

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows how many tasks are finished: as a bar with the remaining time on a
// terminal, as one line for each task elsewhere.
type Progress struct {
	w         io.Writer
	bar       *progressbar.ProgressBar // nil: one line for each task
	stopClock func()                   // stops the updates of the bar's time
	total     int
	count     int
}

// minimumBarWidth is the number of columns that a bar needs to fit into one line.
const minimumBarWidth = 40

// NewProgress begins to show the progress of so many tasks.  The caller ends it with
// Finish.
func NewProgress(w io.Writer, total int, name string) *Progress {
	p := &Progress{w: w, total: total}
	if s := screenOf(w); s != nil && s.width() >= minimumBarWidth {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(clipped(name, s.width()/4)),
			progressbar.OptionShowCount(), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetPredictTime(true), progressbar.OptionSetWidth(30),
			progressbar.OptionUseANSICodes(true), progressbar.OptionClearOnFinish(), progressbar.OptionEnableColorCodes(false))
		p.draw()
		p.stopClock = repeat(time.Second, p.draw)
	}
	return p
}

func (p *Progress) draw() {
	_ = p.bar.RenderBlank() // a terminal that was closed needs no progress
}

// Step records that one more task is finished.  The text is shown where there is no
// bar.
func (p *Progress) Step(text string) {
	p.count++
	if p.bar != nil {
		_ = p.bar.Add(1)
		return
	}
	fmt.Fprintf(p.w, "[%d/%d] %s\n", p.count, p.total, text)
}

// String returns how many tasks are finished, such as "3 of 6".
func (p *Progress) String() string { return fmt.Sprintf("%d of %d", p.count, p.total) }

// Finish erases the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		p.stopClock()
		_ = p.bar.Finish()
	}
}

// StartSpinner shows that a task is still running, with the elapsed time: every second
// on a terminal, as a line every ten seconds elsewhere.  The function that it returns
// ends it.
func StartSpinner(w io.Writer, task string) (stop func()) {
	began := time.Now()
	text := func() string { return fmt.Sprintf("%s, %s", time.Since(began).Round(time.Second), task) }
	s := screenOf(w)
	if s == nil {
		return repeat(10*time.Second, func() { fmt.Fprintln(w, text()) })
	}
	end := repeat(time.Second, func() { s.show(text()) })
	return func() { end(); s.clear() }
}
