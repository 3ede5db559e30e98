package process

import "sync"

// PrefixBuffer keeps the first 64 KiB of what is written to it, for messages.  The two
// streams of one process may write to it at the same time.  The zero value is ready.
type PrefixBuffer struct {
	mu  sync.Mutex
	buf []byte
}

const prefixSize = 64 << 10

// Write never fails.
func (b *PrefixBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(b.buf, p[:min(len(p), prefixSize-len(b.buf))]...)
	return len(p), nil
}

// String is what was kept.
func (b *PrefixBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.buf)
}
