package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hang is a shell script that sleeps for ever with a child; both ignore every signal that
// can be ignored.
const hang = `trap '' INT TERM HUP; sleep 600 & echo > "$MARK"; while :; do sleep 1; done`

// fakeTools returns a directory with programs that replace the real tools.  The program of
// the given phase hangs once it has written mark; before that phase, it behaves as the
// real tool.  For pan, tcc writes a verifier that hangs.
func fakeTools(t *testing.T, hanging, mark string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nMARK="+mark+"\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	real := func(name string) string {
		t.Helper()
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatalf("%v: install it with: apt-get install spin gcc tcc", err)
		}
		return path
	}
	switch hanging {
	case "spin -V":
		write("spin", hang)
	case "spin -a":
		write("spin", fmt.Sprintf(`if [ "$1" = -V ]; then exec %s -V; fi
%s`, real("spin"), hang))
	case "tcc":
		write("tcc", fmt.Sprintf(`if [ "$1" = -v ]; then exec %s -v; fi
%s`, real("tcc"), hang))
	case "gcc": // while the verifier of tcc runs
		write("gcc", fmt.Sprintf(`case "$*" in *pan.c) %s;; esac
exec %s "$@"`, hang, real("gcc")))
	case "pan":
		write("tcc", fmt.Sprintf(`if [ "$1" = -v ]; then exec %s -v; fi
while [ "$1" != -o ]; do shift; done
cat > "$2" <<'END'
#!/bin/sh
MARK=%s
%s
END
chmod +x "$2"`, real("tcc"), mark, hang))
	case "loud pan":
		write("tcc", fmt.Sprintf(`if [ "$1" = -v ]; then exec %s -v; fi
while [ "$1" != -o ]; do shift; done
cat > "$2" <<'END'
#!/bin/sh
echo > %s
trap '' INT TERM
yes 'pan:1: assertion violated 0 (at depth 1)'
END
chmod +x "$2"`, real("tcc"), mark))
	}
	return dir
}

// phases are the phases of a verification in which fakeTools can hang.
var phases = []string{"spin -V", "spin -a", "tcc", "gcc", "pan", "loud pan"}

// inPhase starts mxgen and returns when the tool of the phase runs.
func inPhase(t *testing.T, binary, phase, tmp string, stdout, stderr *bytes.Buffer) *exec.Cmd {
	t.Helper()
	mark := filepath.Join(t.TempDir(), "mark")
	c := exec.Command(binary, "verify", "ricart-agrawala", "--n", "5", "--property", "mutex", "--json")
	c.Env = append(os.Environ(), "TMPDIR="+tmp, "MXGEN_CACHE="+t.TempDir(), "PATH="+fakeTools(t, phase, mark)+":"+os.Getenv("PATH"))
	c.Stdout, c.Stderr = stdout, stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(mark); err == nil {
			return c
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s was not started within a minute: %s", phase, stderr)
		}
	}
}

// working is a running mxgen that waits for the tool of a phase.
type working struct {
	phase, tmp     string
	c              *exec.Cmd
	stdout, stderr bytes.Buffer
}

// inEveryPhase calls a test with a running mxgen in each phase.
func inEveryPhase(t *testing.T, try func(*testing.T, *working)) {
	binary := program(t)
	for _, phase := range phases {
		t.Run(phase, func(t *testing.T) {
			t.Parallel()
			w := &working{phase: phase, tmp: t.TempDir()}
			w.c = inPhase(t, binary, phase, w.tmp, &w.stdout, &w.stderr)
			try(t, w)
		})
	}
}

// TestKilledInEveryPhase kills mxgen with SIGKILL while a tool and its child run: both end
// with it.
func TestKilledInEveryPhase(t *testing.T) {
	inEveryPhase(t, func(t *testing.T, w *working) {
		w.c.Process.Kill()
		w.c.Wait()
		waitForNone(t, w.tmp)
	})
}

// TestInterruptInEveryPhase interrupts mxgen while a tool runs that ignores signals: mxgen
// prints one line, ends with exit code 130, and leaves no process, no file and no part of a
// report but a whole one.
func TestInterruptInEveryPhase(t *testing.T) {
	inEveryPhase(t, func(t *testing.T, w *working) {
		c, tmp, phase, stdout, stderr := w.c, w.tmp, w.phase, &w.stdout, &w.stderr
		if phase == "loud pan" {
			time.Sleep(3 * time.Second) // it writes gigabytes
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			t.Fatalf("still running after 30 s; processes: %q", processesBelow(t, tmp))
		}
		if code := c.ProcessState.ExitCode(); code != 130 {
			t.Errorf("exit code %d, not 130", code)
		}
		if line := stderr.String(); !strings.HasPrefix(line, "mxgen: ") || strings.Count(line, "\n") != 1 {
			t.Errorf("stderr is not one line: %q", line)
		}
		if stdout.Len() > 0 { // where nothing was begun, there is nothing to report
			checkInterrupted(t, stdout.Bytes(), "SIGINT")
		}
		if left := processesBelow(t, tmp); len(left) > 0 {
			t.Errorf("processes are left: %q", left)
		}
		if entries, err := os.ReadDir(tmp); err != nil || len(entries) > 0 {
			t.Errorf("files are left: %v, %v", entries, err)
		}
		if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); !ok || usage.Maxrss > 512<<10 {
			t.Errorf("%d MB were used", usage.Maxrss>>10)
		}
	})
}
