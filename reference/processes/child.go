package processes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
)

// child is the process of a node, as its parent sees it.
type child struct {
	node    int
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	orders  *json.Encoder
	answers chan answer // closed when the process has ended
	failed  string      // why it ended, in its own words; valid then
	stderr  beginning
}

// errEnded says that a process has ended.
var errEnded = errors.New("the process has ended")

// start starts a process.  The process is killed when the thread that calls start ends.  It
// gets no signals from the terminal: its parent does, and decides.
func start(node int, cmd *exec.Cmd) (*child, error) {
	c := &child{node: node, cmd: cmd, answers: make(chan answer, 4)} // it has at most one order to answer
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = &c.stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stdin, c.orders = stdin, json.NewEncoder(stdin)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(stdout)
	return c, nil
}

// read passes the answers on, and reaps the process.
func (c *child) read(stdout io.Reader) {
	defer close(c.answers)
	for d := json.NewDecoder(stdout); ; {
		var a answer
		if d.Decode(&a) != nil {
			break
		}
		if a.Failed != "" {
			c.failed = a.Failed
			continue
		}
		c.answers <- a
	}
	_, _ = io.Copy(io.Discard, stdout)
	_ = c.cmd.Wait() // ProcessState says how it ended
}

// order sends an order.  A process that has ended shows when it does not answer.
func (c *child) order(o order) { _ = c.orders.Encode(o) }

// answer waits for an answer; errEnded: there is none.
func (c *child) answer(ctx context.Context) (answer, error) {
	select {
	case a, more := <-c.answers:
		if !more {
			return a, errEnded
		}
		return a, nil
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	}
}

// wait waits for the end of the process, or of ctx.
func (c *child) wait(ctx context.Context) error {
	for {
		if _, err := c.answer(ctx); err == errEnded {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// signal sends a signal.  A process that has ended does not get it.
func (c *child) signal(s syscall.Signal) { _ = c.cmd.Process.Signal(s) }

// wasKilled tells whether SIGKILL has ended the process.
func (c *child) wasKilled() bool {
	status, is := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return is && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// end describes the end of a process that nobody wanted to end.
func (c *child) end() error {
	reason := c.failed
	if reason == "" {
		reason = c.cmd.ProcessState.String()
		if said := c.stderr.line(); said != "" {
			reason += ": " + said
		}
	}
	return fmt.Errorf("node %d ended: %s", c.node, reason)
}

// beginning keeps the beginning of a text.
type beginning struct {
	mu   sync.Mutex
	text []byte
}

// mostBeginning is how many bytes of it are kept.
const mostBeginning = 4 << 10

func (b *beginning) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, p[:min(len(p), mostBeginning-len(b.text))]...)
	return len(p), nil
}

// line is the first line: that of a program of Go says what is wrong, also where it panics.
func (b *beginning) line() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	first, _, _ := strings.Cut(strings.TrimSpace(string(b.text)), "\n")
	return strings.TrimPrefix(first, "mxgen: ")
}
