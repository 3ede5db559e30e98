package runner

import "sync"

// head keeps the first bytes of what is written to it, for messages. It may be
// written concurrently, as by the two streams of one process.
type head struct {
	mu  sync.Mutex
	buf []byte
}

const headSize = 64 << 10

// Write never fails.
func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buf = append(h.buf, p[:min(len(p), headSize-len(h.buf))]...)
	return len(p), nil
}

func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.buf)
}
