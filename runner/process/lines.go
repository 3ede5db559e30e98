package process

import (
	"bytes"
	"sync"
)

// LineWriter splits a stream into lines and calls a function with each.
type LineWriter struct {
	mu   *sync.Mutex
	buf  []byte
	emit func(string)
}

// LineWriters are two LineWriters with one function, for the standard output and the
// standard error of a process.  Each stream has a LineWriter of its own, since what a
// process writes at once may end in the middle of a line.  The function is
// called by one stream at a time.
func LineWriters(emit func(line string)) (stdout, stderr *LineWriter) {
	mu := new(sync.Mutex)
	return &LineWriter{mu: mu, emit: emit}, &LineWriter{mu: mu, emit: emit}
}

// longestLine is how many bytes of a line are kept.
const longestLine = 64 << 10

// Write never fails.  Of a line it drops what lies beyond the first 64 KiB.
func (w *LineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(p)
	for {
		line, rest, found := bytes.Cut(p, []byte("\n"))
		w.buf = append(w.buf, line[:min(len(line), longestLine-len(w.buf))]...)
		if !found {
			return n, nil
		}
		w.emit(string(w.buf))
		w.buf, p = w.buf[:0], rest
	}
}

// Finish ends the last line if it has no newline.
func (w *LineWriter) Finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.buf) > 0 {
		w.emit(string(w.buf))
		w.buf = nil
	}
}
