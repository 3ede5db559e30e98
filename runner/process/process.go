// Package process runs a program within limits and leaves nothing of it behind.
//
// Every program runs in a process group of its own, which a guard leads.  Run bounds the wall-clock time
// and the resident memory of the whole group, ends the group when the context is
// cancelled, and kills what is left of it when the program has ended.  A guard
// (see guard.go) kills the group when mxgen itself is killed.
//
//	out := new(process.PrefixBuffer)
//	outcome, err := process.Run(ctx, process.Command{
//		Path: "/usr/bin/gcc", Args: []string{"--version"}, Dir: "/",
//		Stdout: out, Stderr: out,
//		Limits: process.Limits{Timeout: 10 * time.Second, Memory: 1 << 30},
//	})
//	switch {
//	case err != nil: // gcc could not be started
//	case outcome.Exit.Killed == process.Timeout: // it took longer than 10 seconds
//	case outcome.Exit.OK(): // it ended with status 0; out has what it printed
//	}
//
// The package also has what the callers of programs need: writers that keep a
// bounded part of a stream ([PrefixBuffer], [Capture]) or split it into lines
// ([LineWriter]), temporary directories that a later run removes if mxgen was
// killed ([TempDir], [RemoveStale]), files that appear as a whole ([WriteFile]), the
// space left on a disk ([DiskFull]), and quoting for a shell ([ShellLine]).
//
// The package knows nothing of SPIN and imports nothing of mxgen.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Limits bound one process group.  A zero field is no limit.
type Limits struct {
	Timeout time.Duration // wall-clock time
	Memory  int64         // bytes resident, summed over the group

	// LowerPriorityAfter is the processor time that the program gets with its scheduling priority.
	// From then on other programs that want the processor go first.
	LowerPriorityAfter time.Duration
}

// Cause is why Run ended a process.
type Cause int

// The causes.
const (
	NotKilled   Cause = iota // the process ended by itself, or by somebody else's signal
	Timeout                  // Limits.Timeout has passed
	MemoryLimit              // the group had more than Limits.Memory
	Cancelled                // the context was cancelled
	DepthLimit               // pan hit its depth limit, and a deeper search is to start at once
	Escalated                // an optimised verifier is ready to search instead
)

// String is the cause as messages begin it.
func (c Cause) String() string {
	switch c {
	case NotKilled:
		return ""
	case Timeout:
		return "timeout"
	case MemoryLimit:
		return "memory limit"
	case Cancelled:
		return "cancelled"
	case DepthLimit:
		return "depth limit reached"
	case Escalated:
		return "taken over by an optimised verifier"
	}
	return fmt.Sprintf("cause %d", int(c))
}

// Exit is how a process ended.
type Exit struct {
	Known  bool           // false: nobody has seen it end
	Code   int            // its exit status, unless a signal ended it
	Signal syscall.Signal // the signal that ended it, 0: none
	Killed Cause          // why Run ended it
	Why    string         // Killed in words, with the limit: "timeout of 5s"; "": Killed says all
}

// Kill is the Exit, not yet known, of a process that was ended for a cause.
func Kill(cause Cause) Exit { return Exit{Killed: cause} }

// OK tells whether the process ended by itself with status 0.
func (e Exit) OK() bool {
	return e.Known && e.Code == 0 && e.Signal == 0 && e.Killed == NotKilled
}

// Reason is why the process was ended, in words: "timeout of 5s", "cancelled" ...;
// "" if nobody ended it.
func (e Exit) Reason() string {
	if e.Killed != NotKilled && e.Why != "" {
		return e.Why
	}
	return e.Killed.String()
}

// String says in a few words how a process ended: "exit status 3", "ended: timeout of 5s".
func (e Exit) String() string {
	switch {
	case e.Killed != NotKilled:
		return "ended: " + e.Reason()
	case e.Signal != 0:
		return "ended by a signal: " + e.Signal.String()
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Outcome is what is known of a process that has ended.
type Outcome struct {
	Exit    Exit
	Seconds float64 // wall-clock
	PeakRSS int64   // bytes of the group, sampled; 0 if it ended before the first sample
}

// OK tells whether the process ended by itself with status 0.
func (o Outcome) OK() bool { return o.Exit.OK() }

// summaryTime is how long a process that is interrupted gets to print its summary.
const summaryTime = time.Second

// drainTime is how long reading the output may take once the process has ended.
// Nobody else writes there any more, but the machine may be busy.
const drainTime = time.Minute

// Command is a program to run.
type Command struct {
	Path   string // absolute
	Args   []string
	Dir    string // where it runs; temporary files of its own go there too
	Stdout io.Writer
	Stderr io.Writer
	Limits Limits

	// Interrupt sends SIGINT first, and SIGKILL a second later, so that pan can print
	// its summary.  Else SIGKILL comes at once.
	Interrupt bool
	// Stop is called every 25 milliseconds or more often, with the processor time that the program
	// has used.  A cause other than NotKilled ends the process.  It may be nil.
	Stop func(used time.Duration) Cause
}

// environment is all that a program gets to see of the environment.
func environment(dir string) []string {
	env := []string{"LANG=C", "LC_ALL=C", "TMPDIR=" + dir}
	for _, name := range []string{"PATH", "HOME"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// Run runs a command to its end in a process group of its own.  No process of that
// group is left behind, even if mxgen is killed meanwhile.  The error says that the
// program could not be started, or its output not be read; how the program ended is in the Outcome.
func Run(ctx context.Context, c Command) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{Exit: Kill(Cancelled)}, nil
	}
	// Pdeathsig is sent when the thread that started the process ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := &exec.Cmd{Path: c.Path, Args: append([]string{c.Path}, c.Args...), Dir: c.Dir, Env: environment(c.Dir),
		Stdout: c.Stdout, Stderr: c.Stderr, WaitDelay: drainTime,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Outcome{}, err
	}
	pid := cmd.Process.Pid // and the number of its group
	theGuard.add(pid)
	ended := make(chan struct{})
	go func() {
		awaitExit(pid)
		close(ended)
	}()
	exit, peak := watch(ctx, c, pid, ended)
	o := Outcome{Seconds: time.Since(began).Seconds(), PeakRSS: peak}
	// The process is not reaped yet, so the group's number is still its own.
	unix.Kill(-pid, unix.SIGKILL)
	theGuard.remove(pid)
	err := cmd.Wait()
	o.Exit = exit.with(cmd.ProcessState)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return o, err
	}
	return o, nil
}

// awaitExit returns when a child has ended, and leaves the child to be reaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

// with adds what the kernel says of a process that has ended.
func (e Exit) with(state *os.ProcessState) Exit {
	e.Known = true
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = status.Signal()
	} else {
		e.Code = state.ExitCode()
	}
	return e
}

// watch waits until a process has ended, and ends its group if a limit is hit.  It
// returns why it ended the group, and the largest memory seen in bytes.
func watch(ctx context.Context, c Command, pid int, ended <-chan struct{}) (exit Exit, peak int64) {
	var deadline <-chan time.Time
	if c.Limits.Timeout > 0 {
		t := time.NewTimer(c.Limits.Timeout)
		defer t.Stop()
		deadline = t.C
	}
	lower := c.Limits.LowerPriorityAfter > 0
	meter := meter{pid: pid}
	poll := time.NewTimer(time.Millisecond)
	defer poll.Stop()
	for pause := time.Millisecond; exit.Killed == NotKilled; pause = min(2*pause, 25*time.Millisecond) {
		select {
		case <-ended:
			return exit, meter.peak
		case <-ctx.Done():
			exit = Kill(Cancelled)
		case <-deadline:
			exit = KillAfter(c.Limits.Timeout)
		case <-poll.C:
			used := processorTime(pid)
			if lower && used >= c.Limits.LowerPriorityAfter {
				_ = unix.Setpriority(unix.PRIO_PROCESS, pid, 10) // if it fails, the priority stays
				lower = false
			}
			if bytes := meter.sample(); c.Limits.Memory > 0 && bytes > c.Limits.Memory {
				exit = Exit{Killed: MemoryLimit, Why: fmt.Sprintf("%v of %d MB exceeded by the process group", MemoryLimit, c.Limits.Memory>>20)}
			} else if c.Stop != nil {
				exit = Kill(c.Stop(used))
			}
			poll.Reset(pause)
		}
	}
	endGroup(pid, c.Interrupt, ended)
	return exit, meter.peak
}

// KillAfter is the Exit, not yet known, of a process that had so much time.
func KillAfter(timeout time.Duration) Exit {
	return Exit{Killed: Timeout, Why: fmt.Sprintf("%v of %v", Timeout, timeout)}
}

// endGroup ends a process group and waits for the process that was started.
func endGroup(group int, interrupt bool, ended <-chan struct{}) {
	if interrupt {
		unix.Kill(-group, unix.SIGINT)
		select {
		case <-ended:
			return
		case <-time.After(summaryTime):
		}
	}
	unix.Kill(-group, unix.SIGKILL)
	<-ended
}
