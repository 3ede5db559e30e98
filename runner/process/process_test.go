package process

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// script writes an executable shell script.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	syscall.ForkLock.RLock() // a process that another test starts meanwhile would keep the file open: "text file busy"
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLowerPriorityAfter compares how nice a process is before and after its priority is lowered.
// The shell uses the processor itself all the time: its children's time does not count.
func TestLowerPriorityAfter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := script(t, dir, "pan", "first=$(nice); while [ $(nice) = $first ]; do :; done; echo $first $(nice)")
	var out strings.Builder
	limits := Limits{Timeout: time.Minute, LowerPriorityAfter: 20 * time.Millisecond}
	o, err := Run(t.Context(), Command{Path: path, Dir: dir, Stdout: &out, Stderr: io.Discard, Limits: limits})
	if err != nil || !o.OK() {
		t.Fatal(o, err)
	}
	var first, then int
	if _, err := fmt.Sscan(out.String(), &first, &then); err != nil || then <= first {
		t.Errorf("%q", out.String())
	}
}

// TestProcessorTime checks that a program which waits uses no processor time, and that one which works does.
func TestProcessorTime(t *testing.T) {
	t.Parallel()
	for body, works := range map[string]bool{"exec sleep 0.5": false, "while :; do :; done": true} {
		dir := t.TempDir()
		var last time.Duration
		stop := func(used time.Duration) Cause {
			last = used
			if works && used > 300*time.Millisecond {
				return Escalated
			}
			return NotKilled
		}
		o, err := Run(t.Context(), Command{Path: script(t, dir, "pan", body), Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Stop: stop})
		if err != nil || works != (o.Exit.Killed == Escalated) || works != (last > 300*time.Millisecond) {
			t.Errorf("%s: %v, %v, %v used", body, o.Exit, err, last)
		}
	}
}

// TestNoOrphans cancels a process that ignores SIGINT and SIGTERM, as its children do; and it
// lets a process end whose child goes on.  No process may be left.  See case 55.
func TestNoOrphans(t *testing.T) {
	t.Parallel()
	for _, stubborn := range []bool{true, false} {
		dir := t.TempDir()
		tail := "wait"
		if !stubborn { // ends by itself and leaves its children
			tail = "exit 0"
		}
		path := script(t, dir, "pan", `trap '' INT TERM HUP
(trap '' INT TERM HUP; sh -c 'echo $$ > child; exec sleep 300') &
echo $$ > self
while [ ! -s child ]; do sleep 0.01; done
`+tail)
		ctx, cancel := context.WithCancel(t.Context())
		if stubborn {
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		began := time.Now()
		o, err := Run(ctx, Command{Path: path, Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Interrupt: true})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if stubborn && (o.Exit.Killed != Cancelled || o.Exit.Signal != syscall.SIGKILL) || !stubborn && !o.OK() {
			t.Errorf("%+v", o)
		}
		if took := time.Since(began); took > 30*time.Second { // nobody waited for the child
			t.Errorf("took %v", took)
		}
		for _, name := range []string{"self", "child"} {
			waitGone(t, filepath.Join(dir, name))
		}
	}
}

// waitGone checks that the process whose number a file holds ends soon.
func waitGone(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(state), ") Z ") { // a zombie waits for init
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s (%d) is still there", file, pid)
}

// TestGroupMemory checks that the memory of a process's children counts.
func TestGroupMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// The shell holds little; its child reads 200 MB into one line.
	path := script(t, dir, "pan", `head -c 200000000 /dev/zero | tr '\0' x | tail -n 1 | (sleep 20; cat) > /dev/null; exit 0`)
	o, err := Run(t.Context(), Command{Path: path, Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Limits: Limits{Memory: 100 << 20, Timeout: 20 * time.Second}})
	if err != nil || o.Exit.Killed != MemoryLimit {
		t.Errorf("%+v %v", o, err)
	}
}

// TestQuote passes quoted words through a shell, which must print them unchanged.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "it's", "$(id)", "a;b", "-x", "`x`", "\"", "é\n"} {
		var out PrefixBuffer
		o, err := Run(t.Context(), Command{Path: "/bin/sh", Args: []string{"-c", "printf %s " + quote(s)}, Dir: "/", Stdout: &out, Stderr: &out})
		if err != nil || !o.OK() || out.String() != s {
			t.Errorf("%q became %q (%v)", s, out.String(), err)
		}
	}
}
