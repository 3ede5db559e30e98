package main

import (
	"testing"

	"github.com/mxgen/mxgen/reference/record"
)

type writer func(line []byte)

func (w writer) Write(line []byte) (int, error) {
	w(line)
	return len(line), nil
}

// While a line is written, nothing of its event has left the node: no message, and no news
// to the client that it has the lock.
func TestRecordedFirst(t *testing.T) {
	peer := &link{make(chan message, 1)} // nobody takes messages from it
	n := &node{id: 1, n: 2, links: []*link{nil, nil, peer}}
	lines := 0
	var granted <-chan struct{}
	l, err := record.New(writer(func(line []byte) {
		lines++
		if len(peer.queue) > 0 {
			t.Errorf("a message has left before its line: %s", line)
		}
		select {
		case <-granted:
			t.Errorf("the client has the lock before the line: %s", line)
		default:
		}
	}), record.Header{Config: record.Config{Algorithm: "ricart-agrawala", N: 2, Network: "fifo"}})
	if err != nil {
		t.Fatal(err)
	}
	n.rec = l.Node(1)

	granted = n.request()
	<-peer.queue
	n.receive(2, message{kind: "REPLY", id: "2-1"})
	<-granted
	if lines != 4 {
		t.Errorf("%d lines, want the header, request, receive, enter", lines)
	}
}
