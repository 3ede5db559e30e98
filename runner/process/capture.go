package process

import (
	"io"
	"os"
	"sync"
)

// Capture writes the first bytes of a stream to a file, and all of the stream to a
// second writer.  It never fails: a full disk must not stop the process whose output
// it is.  The file then lacks a part, and Cut tells.
type Capture struct {
	file *os.File
	left int64
	next io.Writer
	mu   sync.Mutex
	cut  bool
}

// NewCapture makes the file, which gets at most limit bytes.  next may be nil.
func NewCapture(path string, limit int64, next io.Writer) (*Capture, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &Capture{file: f, left: limit, next: next}, nil
}

// Write implements io.Writer; it never fails.
func (c *Capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	part := p[:min(int64(len(p)), c.left)]
	if len(part) < len(p) {
		c.cut = true
	}
	if len(part) > 0 {
		c.left -= int64(len(part))
		if _, err := c.file.Write(part); err != nil {
			c.left, c.cut = 0, true
		}
	}
	if c.next != nil {
		c.next.Write(p) // parsers do not fail
	}
	return len(p), nil
}

// Cut tells whether the file lacks a part of the stream.
func (c *Capture) Cut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cut
}

// Close closes the file.
func (c *Capture) Close() error { return c.file.Close() }
