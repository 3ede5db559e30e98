package main

import (
	"fmt"
	"sync"

	"github.com/mxgen/mxgen/reference/record"
)

// message is what nodes send each other.
type message struct {
	kind   string // REQUEST or REPLY
	number int    // of a REQUEST
	id     string // that no other message has
}

// recorded is the message as the log has it.
func (m message) recorded() record.Message {
	r := record.Message{Kind: m.kind, ID: m.id}
	if m.kind == "REQUEST" {
		r.Fields = []int{m.number}
	}
	return r
}

// envelope is a message on its way out.
type envelope struct {
	to int
	message
}

// node decides, with the algorithm of Ricart and Agrawala, when its clients get the lock.
type node struct {
	id, n int
	bug   string
	links []*link       // by the number of the node; nil for this one
	turn  chan struct{} // held by the client that the node requests for

	mu       sync.Mutex // makes handlers atomic; guards what follows
	rec      *record.Node
	wants    bool
	inside   bool
	number   int // of the last request
	highest  int // number received
	replies  int
	deferred []int         // nodes that get their REPLY when the client releases the lock
	granted  chan struct{} // closed when the client has the lock; then nil
	out      []envelope    // what the handler sends
	sent     int           // messages so far
}

// lock returns when the caller has the lock.
func (n *node) lock() {
	n.turn <- struct{}{}
	<-n.request()
}

// unlock releases the lock.
func (n *node) unlock() {
	n.release()
	<-n.turn
}

// request asks all other nodes for permission.
func (n *node) request() <-chan struct{} {
	n.mu.Lock()
	defer n.end()
	n.rec.Request()
	n.wants = true
	n.number = n.highest + 1
	n.granted = make(chan struct{})
	for to, link := range n.links {
		if link != nil {
			n.send(to, message{kind: "REQUEST", number: n.number})
		}
	}
	return n.granted
}

// receive handles a message of another node.
func (n *node) receive(from int, m message) {
	n.mu.Lock()
	defer n.end()
	n.rec.Receive(from, m.recorded())
	switch m.kind {
	case "REQUEST":
		if n.bug != forgetsHighest {
			n.highest = max(n.highest, m.number)
		}
		if n.mustWait(from, m.number) {
			n.deferred = append(n.deferred, from)
		} else {
			n.send(from, message{kind: "REPLY"})
		}
	case "REPLY":
		if n.replies++; n.replies == n.n-1 {
			n.enter()
		}
	}
}

// mustWait tells whether the request of another node comes after ours.
func (n *node) mustWait(from, number int) bool {
	switch {
	case !n.wants, n.inside && n.bug == repliesInside, number == n.number && n.bug == noTieBreak:
		return false
	case number == n.number:
		return from > n.id
	}
	return number > n.number
}

// enter enters.  For the algorithm this is an event of its own.
func (n *node) enter() {
	n.recordState()
	n.rec.Enter()
	n.inside = true
}

// release leaves, and answers the nodes that were deferred.
func (n *node) release() {
	n.mu.Lock()
	defer n.end()
	n.rec.Exit()
	n.wants, n.inside, n.replies = false, false, 0
	for _, to := range n.deferred {
		n.send(to, message{kind: "REPLY"})
	}
	n.deferred = nil
}

// send has a message sent at the end of the handler.
func (n *node) send(to int, m message) {
	n.sent++
	m.id = fmt.Sprintf("%d-%d", n.id, n.sent)
	n.rec.Send(to, m.recorded())
	n.out = append(n.out, envelope{to, m})
}

// end ends a handler.  Its messages leave, and its client gets the lock, when its line is
// written: what others learn is then in the log, even if this process is killed.
func (n *node) end() {
	n.recordState()
	n.rec.End()
	for _, e := range n.out {
		n.links[e.to].queue <- e.message
	}
	n.out = n.out[:0]
	if n.inside && n.granted != nil {
		close(n.granted)
		n.granted = nil
	}
	n.mu.Unlock()
}

// recordState records the variables by the paper's names.
func (n *node) recordState() {
	deferred := 0
	for _, i := range n.deferred {
		deferred |= 1 << i
	}
	n.rec.State("num", n.number)
	n.rec.State("hi", n.highest)
	n.rec.State("replies", n.replies)
	n.rec.State("deferred", deferred)
}

// close ends the log.  No handler runs after it.
func (n *node) close() error {
	n.mu.Lock()
	return n.rec.Close()
}
