package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt sends signals to long verifications: mxgen ends within seconds with exit
// code 4 and one line, and leaves neither a process nor a file.
func TestInterrupt(t *testing.T) {
	binary := program(t)
	suite := filepath.Join(t.TempDir(), "long.yaml")
	text := "entries:\n  - algorithm: ricart-agrawala\n    with: { n: [4, 5, 6], network: [unordered, fifo] }\n"
	if err := os.WriteFile(suite, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		name   string
		signal os.Signal
		args   []string
		says   string
	}{
		{"one", os.Interrupt, []string{"verify", "ricart-agrawala", "--n", "6", "--property", "mutex"}, "have ended; finished passes and confirmed failures are cached"},
		{"terminated", syscall.SIGTERM, []string{"verify", "ricart-agrawala", "--n", "6", "--property", "mutex", "--no-cache"}, "no results are cached"},
		{"suite", os.Interrupt, []string{"verify", suite, "--json"}, "0 of 6 configurations were verified; finished passes"},
	} {
		t.Run(one.name, func(t *testing.T) {
			tmp := t.TempDir()
			c := exec.Command(binary, one.args...)
			c.Env = append(os.Environ(), "TMPDIR="+tmp, "MXGEN_CACHE="+t.TempDir())
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.Wait() }()
			defer c.Process.Kill()

			// Wait until pan runs: it must end with mxgen.
			for deadline := time.Now().Add(time.Minute); !strings.Contains(strings.Join(processesBelow(t, tmp), " "), "/pan"); {
				select {
				case err := <-ended:
					t.Fatalf("ended without a signal: %v\n%s%s", err, &stdout, &stderr)
				case <-time.After(20 * time.Millisecond):
				}
				if time.Now().After(deadline) {
					t.Fatal("pan was not started within a minute")
				}
			}
			began := time.Now()
			if err := c.Process.Signal(one.signal); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(20 * time.Second): // it takes a few seconds on a machine under load
				t.Fatalf("still running after 20 s; processes: %q", processesBelow(t, tmp))
			}
			t.Logf("ended after %s", time.Since(began).Round(time.Millisecond))
			if code := c.ProcessState.ExitCode(); code != exitTool {
				t.Errorf("exit code %d, not %d", code, exitTool)
			}
			lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "mxgen: ") || !strings.Contains(last, "interrupted") || !strings.Contains(last, one.says) {
				t.Errorf("stderr ends in %q", last)
			}
			if stdout.Len() > 0 {
				t.Errorf("stdout has part of a report: %.200q", &stdout)
			}
			if left := processesBelow(t, tmp); len(left) > 0 {
				t.Errorf("processes are left: %q", left)
			}
			if entries, err := os.ReadDir(tmp); err != nil || len(entries) > 0 {
				t.Errorf("files are left: %v, %v", entries, err)
			}
		})
	}
}

// processesBelow returns the programs of the processes whose working directory is below a
// directory.
func processesBelow(t *testing.T, below string) []string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		t.Fatalf("no /proc: %v", err)
	}
	var found []string
	for _, link := range links {
		// A process may have ended, or belong to another user.
		directory, err := os.Readlink(link)
		if err == nil && strings.HasPrefix(directory, below+string(filepath.Separator)) {
			program, _ := os.Readlink(filepath.Join(filepath.Dir(link), "exe"))
			found = append(found, program)
		}
	}
	return found
}
