// Package processes executes a system as processes: every node is one, and TCP connections
// on loopback are the links.  Each node writes a log of its own with package record; the
// processes share no lock and no memory.  They can be slowed down, paused and killed, and
// the logs say what happened all the same.
//
//	sys, err := algorithms.New(cfg)
//	...
//	result, err := processes.Run(ctx, sys, processes.Options{
//		Command:   func() *exec.Cmd { return exec.Command(os.Args[0], "node") },
//		Directory: "logs", Entries: 3, Limit: time.Minute,
//	})
//
// The program of Command calls [Node].  [Run] starts one for each node and tells each its
// set-up and the ports of all on its standard input.  A connection begins with a secret that
// only these processes know.
//
// A link delivers in the order of sending, by the nature of TCP.  Where the network of the
// configuration is unordered, a node takes any of the messages that have arrived.
//
// Non-goals: several machines, and reproducible schedules.
package processes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/mxgen/mxgen/reference"
)

// Options are how a system is executed.
type Options struct {
	Command      func() *exec.Cmd // makes a command whose program calls Node
	Directory    string           // gets the logs, node-I.jsonl; it has none yet
	Seed         uint64           // for choices, and what the clients think
	Entries      int              // that each node makes before it stops requesting; at least 1
	Limit        time.Duration    // for the run, once all nodes are connected
	Disturbances Disturbances
}

// An End says why a run ended.
type End int

// The ends.
const (
	Made  End = iota // every node that was not killed has made its entries
	Stuck            // some wait, and nothing can happen any more
	Late             // the time limit
)

// Result is how a run ended.  The logs are a run of the system in any case, or the beginning
// of one.
type Result struct {
	End       End
	Waiting   []int    // nodes that waited at the end, as far as they have reported
	Killed    []int    // nodes
	Unreached []string // disturbances whose time did not come, as Disturbances.Texts has them
}

const (
	startTime  = time.Minute            // for all nodes to start and connect
	endTime    = 5 * time.Second        // for a node to end when it is told to
	settleTime = 100 * time.Millisecond // for messages under way when all entries are made
)

// errLate is the cause of the end by the time limit.
var errLate = errors.New("time limit")

// Run executes a system until every node has made its entries and no message is under way.
// Some algorithms never fall silent, such as the token ring: the run then ends a little
// later.  It also ends when nothing can happen any more, and at the time limit.  All
// processes have ended when Run returns.
func Run(ctx context.Context, sys *reference.System, opts Options) (*Result, error) {
	if opts.Entries < 1 {
		return nil, fmt.Errorf("entries %d: want at least 1", opts.Entries)
	}
	runtime.LockOSThread() // the processes die with the thread that has started them
	defer runtime.UnlockOSThread()
	r := &run{Options: opts, killed: make([]bool, sys.Config.N)}
	defer r.kill()
	if err := r.start(ctx, sys); err != nil {
		return nil, err
	}
	disturbed := r.disturb()
	limited, cancel := context.WithTimeoutCause(ctx, opts.Limit, errLate)
	defer cancel()
	end, last, err := r.watch(limited)
	if err != nil {
		return nil, err
	}
	unreached := disturbed()
	if err := r.end(ctx); err != nil {
		return nil, err
	}
	result := &Result{End: end, Waiting: waiting(last), Unreached: unreached}
	for i, is := range r.killed {
		if is {
			result.Killed = append(result.Killed, i+1)
		}
	}
	return result, nil
}

// run is a run under way.
type run struct {
	Options
	children []*child
	killed   []bool // node i, at i-1
}

// start starts the nodes, connects them and lets them go.
func (r *run) start(ctx context.Context, sys *reference.System) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTime, fmt.Errorf("the nodes were not connected within %s", startTime))
	defer cancel()
	directory, err := filepath.Abs(r.Directory)
	if err != nil {
		return err
	}
	s := setup{Config: sys.Config, Secret: rand.Text(), Seed: r.Seed, Entries: r.Entries, Directory: directory,
		Disturbances: r.Disturbances, Since1970: time.Duration(time.Now().UnixNano()) - monotonic()}
	for i := 1; i <= sys.Config.N; i++ {
		c, err := start(i, r.Command())
		if err != nil {
			return err
		}
		r.children = append(r.children, c)
		s.Node = i
		c.order(order{Setup: &s})
	}
	ports := make([]int, len(r.children))
	if err := r.collect(ctx, func(c *child, a answer) { ports[c.node-1] = a.Port }); err != nil {
		return err
	}
	r.orderAll(order{Ports: ports})
	if err := r.collect(ctx, func(*child, answer) {}); err != nil {
		return err
	}
	r.orderAll(order{Start: true})
	return nil
}

// orderAll sends an order to every node that was not killed.
func (r *run) orderAll(o order) {
	for i, c := range r.children {
		if !r.killed[i] {
			c.order(o)
		}
	}
}

// collect waits for an answer of every node.  A node may end if a disturbance kills it.
func (r *run) collect(ctx context.Context, take func(*child, answer)) error {
	for i, c := range r.children {
		if r.killed[i] {
			continue
		}
		a, err := c.answer(ctx)
		if _, meant := r.Disturbances.kill(c.node); err == errEnded && meant && c.wasKilled() {
			r.killed[i] = true
			continue
		}
		if err == errEnded {
			return c.end()
		}
		if err != nil {
			return err
		}
		take(c, a)
	}
	return nil
}

// watch asks all nodes where they are, again and again, until the run ends.
func (r *run) watch(ctx context.Context) (End, []*report, error) {
	var before []*report
	var since time.Time // all entries are made
	for began := time.Now(); ; {
		now := make([]*report, len(r.children))
		r.orderAll(order{Report: true})
		err := r.collect(ctx, func(c *child, a answer) { now[c.node-1] = a.Report })
		if err == nil && quiet(before, now) {
			if len(waiting(now)) > 0 {
				return Stuck, now, nil
			}
			return Made, now, nil
		}
		if err == nil && made(now) {
			if since.IsZero() {
				since = time.Now()
			}
			if time.Since(since) > settleTime {
				return Made, now, nil
			}
		}
		if err == nil {
			before = now
			err = sleep(ctx, min(time.Millisecond+time.Since(began)/20, 20*time.Millisecond))
		}
		if errors.Is(context.Cause(ctx), errLate) {
			return Late, before, nil
		}
		if err != nil {
			return 0, nil, err
		}
	}
}

// disturb lets the pauses and kills happen in time.  stop ends that, and returns the
// disturbances whose time has not come.
func (r *run) disturb() (stop func() (unreached []string)) {
	timers := map[string]*time.Timer{}
	var mu sync.Mutex
	stopped := false
	for _, p := range r.Disturbances.Pauses {
		c := r.children[p.Node-1]
		timers["pause "+p.String()] = time.AfterFunc(p.At, func() {
			mu.Lock()
			defer mu.Unlock()
			if !stopped { // else nobody waits for the end of the pause
				c.signal(syscall.SIGSTOP)
				time.AfterFunc(p.Length, func() { c.signal(syscall.SIGCONT) })
			}
		})
	}
	for _, k := range r.Disturbances.Kills {
		if k.Events == 0 {
			timers["kill "+k.String()] = time.AfterFunc(k.At, func() { r.children[k.Node-1].signal(syscall.SIGKILL) })
		}
	}
	return func() (unreached []string) {
		mu.Lock()
		stopped = true
		mu.Unlock()
		for _, text := range r.Disturbances.Texts() {
			if t := timers[text]; t != nil && t.Stop() {
				unreached = append(unreached, text)
			}
		}
		for _, k := range r.Disturbances.Kills {
			if k.Events > 0 && !r.killed[k.Node-1] {
				unreached = append(unreached, "kill "+k.String())
			}
		}
		return unreached
	}
}

// end ends the processes in an orderly way, so that no line of a log is torn.
func (r *run) end(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, endTime, fmt.Errorf("a node did not end within %s", endTime))
	defer cancel()
	r.orderAll(order{End: true})
	for i, c := range r.children {
		c.signal(syscall.SIGCONT)
		if err := c.wait(ctx); err != nil {
			return err
		}
		_, meant := r.Disturbances.kill(c.node)
		switch {
		case meant && c.wasKilled():
			r.killed[i] = true
		case !c.cmd.ProcessState.Success():
			return c.end()
		}
	}
	return nil
}

// kill kills what is left of the processes.
func (r *run) kill() {
	for _, c := range r.children {
		c.signal(syscall.SIGKILL)
		c.stdin.Close()
		_ = c.wait(context.Background())
	}
}
