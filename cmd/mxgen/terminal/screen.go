package terminal

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

// screen is the last line of a terminal, which is written again and again.  The text is
// cut to the current width of the terminal, because a line that has wrapped cannot be
// erased.
type screen struct{ file *os.File }

// screenOf returns the screen behind a writer, nil where the writer is no terminal that
// can erase a line.
func screenOf(w io.Writer) *screen {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &screen{f}
}

// defaultWidth is for a terminal that does not know its size.
const defaultWidth = 80

// width returns the number of usable columns.  The last column stays empty, because some
// terminals wrap after it.
func (s *screen) width() int {
	size, err := unix.IoctlGetWinsize(int(s.file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return defaultWidth - 1
	}
	return int(size.Col) - 1
}

// eraseLine moves to the beginning of the line and erases the line.
const eraseLine = "\r\x1b[K"

func (s *screen) show(text string) { _, _ = s.file.WriteString(eraseLine + clipped(text, s.width())) }
func (s *screen) clear()           { _, _ = s.file.WriteString(eraseLine) }

// clipped cuts a text to a number of columns.  Control characters become question marks,
// because the name of a file may contain escape sequences.
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

// repeat calls a function at regular intervals until end is called.  When end returns,
// the last call is over.
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
