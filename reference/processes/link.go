package processes

import (
	"context"
	"sync"
	"time"
)

// link carries messages to one node, in the order of sending.  It takes every message at
// once, so that a sender never waits, and delivers it after the link's delay.
type link struct {
	delay   time.Duration
	deliver func(letter) error

	mu    sync.Mutex
	queue []posted
	more  chan struct{} // has an element if the queue may have one
}

// posted is a letter on its way.
type posted struct {
	letter
	due time.Time
}

func newLink(delay time.Duration, deliver func(letter) error) *link {
	return &link{delay: delay, deliver: deliver, more: make(chan struct{}, 1)}
}

// post puts a letter on its way.
func (l *link) post(one letter) {
	l.mu.Lock()
	l.queue = append(l.queue, posted{one, time.Now().Add(l.delay)})
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// take removes the first letters.
func (l *link) take() []posted {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.queue
	l.queue = nil
	return all
}

// run delivers letters until ctx ends or the receiver is gone.
func (l *link) run(ctx context.Context) {
	for {
		for _, p := range l.take() {
			if sleep(ctx, time.Until(p.due)) != nil || l.deliver(p.letter) != nil {
				return // what is not delivered stays under way for ever
			}
		}
		select {
		case <-l.more:
		case <-ctx.Done():
			return
		}
	}
}

// sleep waits, or returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
