package processes

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// ErrNoParent says that the input of a node is not that of a parent.
var ErrNoParent = errors.New("its standard input is not that of a run, which starts nodes itself")

// Node is one node of a run, a whole process: in and out are its standard input and output,
// which lead to the parent.  It ends when the parent says so, when in ends, which it does
// when the parent is gone, or with ctx.
func Node(ctx context.Context, in io.Reader, out io.Writer, assemble func(config.Config) (*reference.System, error)) error {
	orders := json.NewDecoder(bufio.NewReader(in))
	var first order
	if err := orders.Decode(&first); err != nil || first.Setup == nil {
		return ErrNoParent
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sys, err := assemble(first.Setup.Config)
	if err != nil {
		return err
	}
	n := &node{setup: *first.Setup, sys: sys.Raw(), answers: json.NewEncoder(out)}
	if err := n.serve(ctx, cancel, orders); err != nil {
		_ = n.answers.Encode(answer{Failed: err.Error()}) // the parent may be gone
		return err
	}
	return nil
}

// node is a node and its connections.
type node struct {
	setup
	sys     *reference.System
	answers *json.Encoder
	program *program
	group   sync.WaitGroup
}

// serve follows the orders of the parent.
func (n *node) serve(ctx context.Context, cancel context.CancelFunc, orders *json.Decoder) (err error) {
	if n.program, err = newProgram(n.setup, n.sys); err != nil {
		return err
	}
	defer func() {
		cancel()
		n.group.Wait()
		if closed := n.program.log.Close(); err == nil {
			err = closed
		}
	}()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	if err := n.answers.Encode(answer{Port: l.Addr().(*net.TCPAddr).Port}); err != nil {
		return err
	}
	for received := range decoded(ctx, cancel, orders) {
		switch {
		case received.Ports != nil:
			if err = n.connect(ctx, l, received.Ports); err == nil {
				err = n.answers.Encode(answer{Ready: true})
			}
		case received.Start:
			n.group.Go(func() {
				defer cancel() // if the log has failed; serve returns that error
				n.program.run(ctx)
			})
		case received.Report:
			err = n.answers.Encode(answer{Report: n.program.report()})
		case received.End:
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decoded yields the orders, until ctx ends.  It ends ctx when the input ends, whatever the
// node is doing.
func decoded(ctx context.Context, cancel context.CancelFunc, orders *json.Decoder) func(yield func(order) bool) {
	all := make(chan order)
	go func() { // ends with the process, at the latest: a read cannot be cancelled
		defer cancel()
		for {
			var o order
			if orders.Decode(&o) != nil {
				return
			}
			select {
			case all <- o:
			case <-ctx.Done():
				return
			}
		}
	}()
	return func(yield func(order) bool) {
		for {
			select {
			case o := <-all:
				if !yield(o) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// connect makes the links to all nodes and waits for those from all nodes.
func (n *node) connect(ctx context.Context, l net.Listener, ports []int) error {
	accepted := make(chan error, 1)
	go func() { accepted <- n.accept(ctx, l) }()
	for i := 1; i <= n.Config.N; i++ {
		if err := n.dial(ctx, i, ports[i-1]); err != nil {
			return fmt.Errorf("link to node %d: %w", i, err)
		}
	}
	select {
	case err := <-accepted:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// dial makes the link to a node.
func (n *node) dial(ctx context.Context, to, port int) error {
	deliver := func(l letter) error { // to itself
		l.From = n.Node
		n.program.inbox.put(l)
		return nil
	}
	if to != n.Node {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return err
		}
		n.closeWith(ctx, c)
		if err := greet(c, hello{n.Secret, n.Node, to}); err != nil {
			return err
		}
		deliver = func(l letter) error { return writeLine(c, l) }
	}
	out := newLink(n.Disturbances.linkDelay(n.Node, to), deliver)
	n.program.links[to-1] = out
	n.group.Go(func() { out.run(ctx) })
	return nil
}

// closeWith closes a connection when ctx ends.
func (n *node) closeWith(ctx context.Context, c net.Conn) {
	context.AfterFunc(ctx, func() { c.Close() })
}

// accept waits for a link from every other node.  It closes whatever else connects.
func (n *node) accept(ctx context.Context, l net.Listener) error {
	context.AfterFunc(ctx, func() { l.Close() })
	linked := make(chan int)
	n.group.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.closeWith(ctx, c)
			n.group.Go(func() { n.admit(ctx, c, linked) })
		}
	})
	for range n.Config.N - 1 {
		select {
		case <-linked:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return l.Close()
}

// admit receives messages from a connection, if it is a link of this run and the first one
// from its sender.
func (n *node) admit(ctx context.Context, c net.Conn, linked chan<- int) {
	defer c.Close()
	from, lines, err := admit(c, n.Secret, n.Node)
	if err != nil || !n.program.link(from) {
		return
	}
	if _, err := c.Write([]byte{welcome}); err != nil {
		return
	}
	select {
	case linked <- from:
	case <-ctx.Done():
		return
	}
	for {
		l, err := readLetter(lines, n.sys.Algorithm.Messages)
		if err != nil {
			break
		}
		l.From = from
		n.program.inbox.put(l)
	}
	n.program.lost(from)
}
