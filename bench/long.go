package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// longRun keeps pan busy for more than a minute.
var longRun = []string{"verify", "suzuki-kasami", "--n", "4", "--ltl", "served=[] (waiting(2) -> <> inside(2)) && [] (waiting(3) -> <> inside(3))",
	"--timeout", "1h", "--no-cache", "--json"}

// long times one long run twice: by mxgen, and by hand, with the commands that
// mxgen says it used in the end (spin, gcc -O2, pan), as one would type them.
func long(mxgen string) error {
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	keep := filepath.Join(dir, "kept")
	whole, own, out, err := timed(exec.Command(mxgen, append(longRun, "--keep", keep)...))
	if err != nil {
		return err
	}
	var report struct {
		Results []struct {
			Property, Verdict, Reason string
			Seconds                   float64
			Commands                  []string
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	r := report.Results[0]
	if len(report.Results) != 1 || r.Property != "served" {
		return fmt.Errorf("%d results, the first on %s", len(report.Results), r.Property)
	}
	plain, err := byHand(keep, r.Property, r.Commands)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "verdict\t%s: %s\n", r.Verdict, r.Reason)
	fmt.Fprintf(t, "mxgen\t%.1f s, its own memory %d MB\n", whole, own>>20)
	fmt.Fprintf(t, "pan in it\t%.1f s, what was begun and given up included\n", r.Seconds)
	fmt.Fprintf(t, "besides pan\t%.2f%%\n", 100*(whole-r.Seconds)/r.Seconds)
	fmt.Fprintf(t, "by hand\t%.1f s\n", plain)
	fmt.Fprintf(t, "more than by hand\t%.2f%%\n", 100*(whole-plain)/plain)
	return t.Flush()
}

// timed runs a command, and looks at how much memory the process itself, without
// those that it starts, takes at most.
func timed(c *exec.Cmd) (seconds float64, own int64, out []byte, err error) {
	var text strings.Builder
	c.Stdout, c.Stderr = &text, os.Stderr
	began := time.Now()
	if err := c.Start(); err != nil {
		return 0, 0, nil, err
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	for {
		select {
		case err := <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == 1 { // a property fails
				err = nil
			}
			return time.Since(began).Seconds(), own, []byte(text.String()), err
		case <-time.After(200 * time.Millisecond):
			own = max(own, peak(c.Process.Pid))
		}
	}
}

// peak is the largest memory of a process so far, in bytes.
func peak(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // it may be over
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			kb, _ := strconv.ParseInt(f[1], 10, 64)
			return kb << 10
		}
	}
	return 0
}

// byHand generates, compiles and runs the verifier that decided, and is how long
// that took.
func byHand(keep, property string, commands []string) (float64, error) {
	var script [3]string
	for _, c := range commands {
		switch {
		case strings.HasPrefix(c, "spin ") && strings.Contains(c, " -a "):
			script[0] = c
		case strings.HasPrefix(c, "gcc "):
			script[1] = c
		case strings.HasPrefix(c, "(mkdir -p run") && strings.Contains(c, " -N "+property):
			script[2] = c
		}
	}
	dir, err := os.MkdirTemp(keep, "by-hand-*")
	if err != nil {
		return 0, err
	}
	model, err := os.ReadFile(filepath.Join(keep, property, "model.pml"))
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), model, 0o600); err != nil {
		return 0, err
	}
	c := exec.Command("sh", "-ec", strings.Join(script[:], "\n"))
	c.Dir, c.Stderr = dir, os.Stderr
	began := time.Now()
	err = c.Run()
	fmt.Fprintln(os.Stderr, strings.Join(script[:], "\n"))
	return time.Since(began).Seconds(), err
}
