package main

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

// screen is the last line of a terminal, written over and over.  It is never longer
// than the terminal is wide, which may change meanwhile: what has wrapped could not be
// taken back.
type screen struct{ file *os.File }

// screenOf is the screen behind a writer, nil if nobody watches what is written there.
func screenOf(w io.Writer) *screen {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &screen{f}
}

// width is how many columns may be written to.  In the last one, some terminals wrap.
func (s *screen) width() int {
	size, err := unix.IoctlGetWinsize(int(s.file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 { // a line without a size
		return 79
	}
	return int(size.Col) - 1
}

func (s *screen) show(text string) { _, _ = s.file.WriteString("\r\x1b[K" + clipped(text, s.width())) }
func (s *screen) clear()           { _, _ = s.file.WriteString("\r\x1b[K") }

// clipped is as much of a text as so many columns have room for, without what a
// terminal would act upon: a file may have any name.
func clipped(text string, width int) string {
	var out strings.Builder
	for _, r := range text {
		if width--; width < 0 {
			break
		}
		if !unicode.IsPrint(r) {
			r = '?'
		}
		out.WriteRune(r)
	}
	return out.String()
}

// repeat does something again and again until it is told to end, and then not once
// more.
func repeat(every time.Duration, do func()) (end func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				do()
			}
		}
	}()
	return sync.OnceFunc(func() { close(done); <-ended })
}
