package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mxgen/mxgen/runner/pan"
)

// Limits bound one process group. A zero field is no limit.
type Limits struct {
	Timeout time.Duration // wall-clock time
	Memory  int64         // bytes resident, summed over the group

	yields time.Duration // how long until others go first who want the processor; 0: for ever
}

// Step is one command that was executed.
type Step struct {
	Command string // as one would type it in the job's directory
	Stdout  string // files that hold its output, in the job's directory
	Stderr  string
	Cut     bool // those files lack a part of the output
	Exit    pan.Exit
	Seconds float64 // wall-clock
	PeakRSS int64   // bytes, sampled; 0 if it ended before the first sample
}

// OK tells whether the command ended by itself with status 0.
func (s Step) OK() bool {
	return s.Exit.Known && s.Exit.Code == 0 && s.Exit.Signal == 0 && s.Exit.Killed == ""
}

// failure says in a few words how a command that is not OK ended.
func (s Step) failure() string {
	switch {
	case s.Exit.Killed != "":
		return "ended: " + s.Exit.Killed
	case s.Exit.Signal != 0:
		return "ended by a signal: " + s.Exit.Signal.String()
	}
	return fmt.Sprintf("exit status %d", s.Exit.Code)
}

// Reasons for which a process is ended; pan.Exit.Killed starts with one.
const (
	killedTimeout = "timeout"
	killedMemory  = "memory limit"
	killedCancel  = "cancelled"
	killedDepth   = "depth limit reached" // a deeper search is to start at once
	killedSlow    = "taken over by an optimised verifier"
)

// grace is how long pan gets to print its summary after SIGINT.
const grace = time.Second

// drain is how long what a process has printed may take to be read once it has
// ended.  Nobody else writes there any more; the machine may be busy.
const drain = time.Minute

// command is a process to run.
type command struct {
	path   string
	args   []string
	dir    string
	stdout io.Writer
	stderr io.Writer
	limits Limits
	gentle bool          // SIGINT first, SIGKILL after the grace
	stop   func() string // polled; a reason other than "" ends the process
}

// environment is all that a tool gets to see. Temporary files go to dir.
func environment(dir string) []string {
	env := []string{"LANG=C", "LC_ALL=C", "TMPDIR=" + dir}
	for _, name := range []string{"PATH", "HOME"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// start runs a command to its end, in a process group of its own, and leaves
// no process of that group behind, even if mxgen is killed meanwhile. The error says that it could not be
// started; how it ended is in the Step.
func start(ctx context.Context, c command) (Step, error) {
	if err := ctx.Err(); err != nil {
		return Step{Exit: pan.Exit{Killed: killedCancel}}, nil
	}
	// Pdeathsig is sent when the thread that started the process ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	guard := newGuard()
	defer guard.dismiss()
	cmd := &exec.Cmd{Path: c.path, Args: append([]string{c.path}, c.args...), Dir: c.dir, Env: environment(c.dir),
		Stdout: c.stdout, Stderr: c.stderr, WaitDelay: drain,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pgid: guard.group(), Pdeathsig: syscall.SIGKILL}}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Step{}, err
	}
	pid := cmd.Process.Pid
	group := cmp.Or(guard.group(), pid)
	ended := make(chan struct{})
	go func() {
		awaitExit(pid)
		close(ended)
	}()
	reason, peak := watch(ctx, c, pid, group, ended)
	step := Step{Seconds: time.Since(began).Seconds(), PeakRSS: peak}
	// Neither is reaped yet, the guard or the process, so the group's number is still its own.
	unix.Kill(-group, unix.SIGKILL)
	err := cmd.Wait()
	step.Exit = exitOf(cmd.ProcessState, reason)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return step, err
	}
	return step, nil
}

// awaitExit returns when a child has ended, and leaves it to be reaped.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

func exitOf(state *os.ProcessState, killed string) pan.Exit {
	exit := pan.Exit{Known: true, Killed: killed}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		exit.Signal = status.Signal()
	} else {
		exit.Code = state.ExitCode()
	}
	return exit
}

// watch waits until a process has ended, and ends its group if a limit is hit.
// It returns why, and the largest memory seen.
func watch(ctx context.Context, c command, pid, group int, ended <-chan struct{}) (reason string, peak int64) {
	var deadline <-chan time.Time
	if c.limits.Timeout > 0 {
		t := time.NewTimer(c.limits.Timeout)
		defer t.Stop()
		deadline = t.C
	}
	var yield <-chan time.Time
	if c.limits.yields > 0 {
		t := time.NewTimer(c.limits.yields)
		defer t.Stop()
		yield = t.C
	}
	meter := meter{pid: pid, group: group}
	poll := time.NewTimer(time.Millisecond)
	defer poll.Stop()
	for pause := time.Millisecond; reason == ""; pause = min(2*pause, 25*time.Millisecond) {
		select {
		case <-ended:
			return "", meter.peak
		case <-ctx.Done():
			reason = killedCancel
		case <-deadline:
			reason = fmt.Sprintf("%s of %v", killedTimeout, c.limits.Timeout)
		case <-yield:
			_ = unix.Setpriority(unix.PRIO_PROCESS, pid, 10) // if not, it is as before
		case <-poll.C:
			if used := meter.sample(); c.limits.Memory > 0 && used > c.limits.Memory {
				reason = fmt.Sprintf("%s of %s exceeded by the process group", killedMemory, megabytes(c.limits.Memory))
			} else if c.stop != nil {
				reason = c.stop()
			}
			poll.Reset(pause)
		}
	}
	endGroup(group, c.gentle, ended)
	return reason, meter.peak
}

// endGroup ends a process group and waits for the process that was started.
func endGroup(group int, gentle bool, ended <-chan struct{}) {
	if gentle {
		unix.Kill(-group, unix.SIGINT)
		select {
		case <-ended:
			return
		case <-time.After(grace):
		}
	}
	unix.Kill(-group, unix.SIGKILL)
	<-ended
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }

// shellLine is a command as one would type it.
func shellLine(path string, args []string) string {
	words := []string{quote(path)}
	for _, a := range args {
		words = append(words, quote(a))
	}
	return strings.Join(words, " ")
}

// quote makes one word for a POSIX shell.
func quote(s string) string {
	plain := s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=,:+%@", r))
	}) < 0
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
