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

// hang does nothing for ever, nor does its child, and both heed no polite signal.
const hang = `trap '' INT TERM HUP; sleep 600 & echo > "$MARK"; while :; do sleep 1; done`

// fakeTools is a directory with programs that pass for the real ones until a
// certain argument comes.  hanging is the tool that then hangs; for pan, tcc makes
// a verifier that does.
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
	case "gcc": // while the fast verifier runs
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

// phases are where fakeTools can make mxgen wait.
var phases = []string{"spin -V", "spin -a", "tcc", "gcc", "pan", "loud pan"}

// inPhase starts mxgen and returns when the phase's tool is at work.
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

// working is an mxgen whose tool of some phase is at work.
type working struct {
	phase, tmp     string
	c              *exec.Cmd
	stdout, stderr bytes.Buffer
}

// inEveryPhase tries something with an mxgen in each phase.
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

// TestKilledInEveryPhase kills mxgen without warning while a tool and its child are
// at work: both end with it.
func TestKilledInEveryPhase(t *testing.T) {
	inEveryPhase(t, func(t *testing.T, w *working) {
		w.c.Process.Kill()
		w.c.Wait()
		waitForNone(t, w.tmp)
	})
}

// TestInterruptInEveryPhase interrupts mxgen while a tool is at work that does not
// listen: one line, exit 4, no process, no file, no half of a report.
func TestInterruptInEveryPhase(t *testing.T) {
	inEveryPhase(t, func(t *testing.T, w *working) {
		c, tmp, phase, stdout, stderr := w.c, w.tmp, w.phase, &w.stdout, &w.stderr
		if phase == "loud pan" {
			time.Sleep(3 * time.Second) // for gigabytes
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			t.Fatalf("still there after 30 s; processes: %q", processes(t, tmp))
		}
		if code := c.ProcessState.ExitCode(); code != exitTool {
			t.Errorf("exit code %d, not %d", code, exitTool)
		}
		if line := stderr.String(); !strings.HasPrefix(line, "mxgen: ") || strings.Count(line, "\n") != 1 {
			t.Errorf("stderr is not one line: %q", line)
		}
		if stdout.Len() > 0 {
			t.Errorf("stdout has half a report: %.200q", stdout)
		}
		if left := processes(t, tmp); len(left) > 0 {
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
