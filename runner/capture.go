package runner

import (
	"io"
	"os"
	"sync"
)

// capture writes the first bytes of a stream to a file and all of it to a
// second writer. It never fails, so that a full disk does not stop the
// process that is captured; the file is then cut, and Cut tells.
type capture struct {
	file *os.File
	left int64
	next io.Writer
	mu   sync.Mutex
	cut  bool
}

func newCapture(path string, limit int64, next io.Writer) (*capture, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &capture{file: f, left: limit, next: next}, nil
}

// Write implements io.Writer.
func (c *capture) Write(p []byte) (int, error) {
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
func (c *capture) Cut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cut
}

func (c *capture) Close() error { return c.file.Close() }
