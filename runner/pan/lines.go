package pan

import "bytes"

// lines splits a stream into lines and hands each to emit, holding at most
// maxLine bytes. What a line has beyond that is dropped.
type lines struct {
	emit func(line string)
	buf  []byte
}

// Write implements io.Writer; it never fails.
func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			l.add(p)
			break
		}
		l.add(p[:end])
		l.flush()
		p = p[end+1:]
	}
	return n, nil
}

func (l *lines) add(p []byte) {
	left := maxLine - len(l.buf)
	if len(p) > left {
		p = p[:left]
	}
	l.buf = append(l.buf, p...)
}

// flush ends the current line.
func (l *lines) flush() {
	if n := len(l.buf); n > 0 && l.buf[n-1] == '\r' {
		l.buf = l.buf[:n-1]
	}
	l.emit(string(l.buf))
	l.buf = l.buf[:0]
}

// finish ends the last line if it has no newline.
func (l *lines) finish() {
	if len(l.buf) > 0 {
		l.flush()
	}
}
