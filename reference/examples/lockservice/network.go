package main

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"time"
)

// A connection begins with a line that says who calls, "CLIENT" or "PEER 2".  A client then
// writes LOCK and UNLOCK and reads LOCKED and UNLOCKED.  A peer writes its messages, one a
// line: kind, id, number.

// link carries messages to one other node, in the order in which they are sent.
type link struct {
	queue chan message
}

// newLink connects to a node, which may start later.
func newLink(id int, address string) *link {
	// A node has one request at a time.  Thus a link holds a few messages, even if the
	// other node is dead, and a send does not block.
	l := &link{make(chan message, 16)}
	go l.run(id, address)
	return l
}

func (l *link) run(id int, address string) {
	c, err := net.Dial("tcp", address)
	for ; err != nil; c, err = net.Dial("tcp", address) {
		time.Sleep(20 * time.Millisecond)
	}
	defer c.Close()
	_, err = fmt.Fprintf(c, "PEER %d\n", id)
	for err == nil {
		m := <-l.queue
		_, err = fmt.Fprintln(c, m.kind, m.id, m.number)
	}
	log.Printf("%s is gone: %v", address, err) // what it has not read is lost
}

func accept(l net.Listener, n *node) {
	for {
		c, err := l.Accept()
		if err != nil {
			log.Print(err)
			return
		}
		go func() {
			defer c.Close()
			if err := handle(c, n); err != nil {
				log.Printf("%s: %v", c.RemoteAddr(), err)
			}
		}()
	}
}

func handle(c net.Conn, n *node) error {
	lines := bufio.NewScanner(c)
	if !lines.Scan() {
		return lines.Err()
	}
	if lines.Text() == "CLIENT" {
		return handleClient(c, lines, n)
	}
	var from int
	if _, err := fmt.Sscanf(lines.Text(), "PEER %d", &from); err != nil || from < 1 || from > n.n || from == n.id {
		return fmt.Errorf("%q: want CLIENT, or PEER with the number of another node", lines.Text())
	}
	for lines.Scan() {
		var m message
		if _, err := fmt.Sscan(lines.Text(), &m.kind, &m.id, &m.number); err != nil {
			return fmt.Errorf("%q: %w", lines.Text(), err)
		}
		n.receive(from, m)
	}
	return lines.Err()
}

// handleClient serves a client.  If the client goes away, it releases the lock.
func handleClient(c net.Conn, lines *bufio.Scanner, n *node) error {
	has := false
	defer func() {
		if has {
			n.unlock()
		}
	}()
	for lines.Scan() {
		answer := lines.Text() + "ED"
		switch {
		case lines.Text() == "LOCK" && !has:
			n.lock()
			has = true
		case lines.Text() == "UNLOCK" && has:
			has = false
			n.unlock()
		default:
			return fmt.Errorf("%q: want LOCK, then UNLOCK", lines.Text())
		}
		if _, err := fmt.Fprintln(c, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}
