package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain: the test's own binary is the program as well.
func TestMain(m *testing.M) {
	if os.Getenv("LOCKSERVICE") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command is a process of the program.
func command(t *testing.T, args ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	c.Env = append(os.Environ(), "LOCKSERVICE=1")
	return c
}

// cluster is a lock service of several processes.  Its nodes reach each other through the
// test, which decides when messages begin to flow.
type cluster struct {
	t       *testing.T
	dir     string
	nodes   []*exec.Cmd // that of node i at i-1
	address []string
	flow    chan struct{}
}

// start starts n nodes, some with a mistake.
func start(t *testing.T, n int, bugs map[int]string) *cluster {
	c := &cluster{t: t, dir: t.TempDir(), address: make([]string, n), flow: make(chan struct{})}
	doors := make([]net.Listener, n)
	for i := range doors {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		doors[i] = l
	}
	for i := range n {
		var peers []string
		for j, l := range doors {
			if j != i {
				peers = append(peers, fmt.Sprintf("%d=%s", j+1, l.Addr()))
			}
		}
		node := command(t, "-node", fmt.Sprint(i+1), "-peers", strings.Join(peers, ","), "-logs", c.dir, "-bug", bugs[i+1])
		out, err := node.StdoutPipe()
		if err == nil {
			err = node.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { node.Process.Kill(); node.Wait() })
		address, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatalf("node %d does not start: %v", i+1, err)
		}
		c.nodes, c.address[i] = append(c.nodes, node), strings.TrimSpace(address)
		go c.forward(doors[i], c.address[i])
	}
	return c
}

// forward hands connections on, once messages flow.
func (c *cluster) forward(l net.Listener, address string) {
	for {
		in, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer in.Close()
			select {
			case <-c.flow:
			case <-c.t.Context().Done():
				return
			}
			if out, err := net.Dial("tcp", address); err == nil {
				defer out.Close()
				io.Copy(out, in)
			}
		}()
	}
}

// client connects to node i.
func (c *cluster) client(i int) *client {
	c.t.Helper()
	k, err := dial(c.address[i-1])
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { k.Close() })
	return k
}

// try makes a client ask; the answer comes later.
func try(k *client, what string) <-chan error {
	done := make(chan error, 1)
	go func() { done <- k.do(what) }()
	return done
}

// must waits for an answer.
func (c *cluster) must(answer <-chan error) {
	c.t.Helper()
	if err := <-answer; err != nil {
		c.t.Fatal(err)
	}
}

// until waits for node i to have recorded something.  How long it takes decides nothing,
// except that a minute is a failure.
func (c *cluster) until(i int, what string, holds func([]line) bool) {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		events := c.log(i)
		if holds(events) {
			return
		}
		if time.Now().After(end) {
			c.t.Fatalf("node %d: %s: not in a minute; %d events", i, what, len(events))
		}
	}
}

func (c *cluster) log(i int) []line {
	c.t.Helper()
	events, err := readLog(filepath.Join(c.dir, fmt.Sprintf("node-%d.jsonl", i)), i, len(c.nodes))
	if err != nil {
		c.t.Fatal(err)
	}
	return events
}

// stop ends a node as an operator does.
func (c *cluster) stop(i int) {
	c.t.Helper()
	node := c.nodes[i-1]
	if err := node.Process.Signal(syscall.SIGTERM); err != nil {
		c.t.Fatal(err)
	}
	if err := node.Wait(); err != nil {
		c.t.Errorf("node %d: %v", i, err)
	}
}

func (c *cluster) kill(i int) {
	c.nodes[i-1].Process.Kill()
	c.nodes[i-1].Wait()
}

// count returns how many events of a kind a log has.
func count(events []line, kind string) (k int) {
	for _, e := range events {
		if e.Event == kind {
			k++
		}
	}
	return k
}
