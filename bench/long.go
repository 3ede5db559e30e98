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

// property is the name of the formula that the long run decides.
const property = "served"

// longRun keeps pan busy for a minute or more.
var longRun = []string{"verify", "suzuki-kasami", "--n", "4", "--ltl", property + "=[] (waiting(2) -> <> inside(2)) && [] (waiting(3) -> <> inside(3))",
	"--timeout", "1h", "--no-cache", "--json"}

// rounds is how often each of the two runs is timed.
const rounds = 3

// sample is one run of a minute or more, in seconds.
type sample struct {
	whole float64
	pan   float64 // time of the run that decided, as pan prints it
}

// long times one long run by mxgen and by hand, in turns.  The run by hand has the
// commands that mxgen reports in the end (spin, gcc -O2, pan).  On a shared machine the
// time of one and the same run of pan varies by more than what mxgen adds; therefore
// the time of pan is subtracted from both before they are compared.
func long(mxgen string) error {
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "mxgen\tof it pan\tits own memory\tby hand\tof it pan\tmxgen adds")
	for k := range rounds {
		keep := filepath.Join(dir, strconv.Itoa(k))
		ours, memory, commands, err := byMxgen(mxgen, keep)
		if err != nil {
			return err
		}
		plain, err := byHand(keep, commands)
		if err != nil {
			return err
		}
		added := (ours.whole - ours.pan) - (plain.whole - plain.pan)
		fmt.Fprintf(t, "%.1f s\t%.1f s\t%d MB\t%.1f s\t%.1f s\t%.2f%%\n",
			ours.whole, ours.pan, memory>>20, plain.whole, plain.pan, 100*added/plain.pan)
	}
	return t.Flush()
}

// byMxgen runs mxgen and keeps the files of the run.  It returns the commands that mxgen
// used and the memory that mxgen itself took.
func byMxgen(mxgen, keep string) (s sample, memory int64, commands []string, err error) {
	whole, memory, out, err := timed(exec.Command(mxgen, append(longRun, "--keep", keep)...))
	if err != nil {
		return s, 0, nil, err
	}
	var r struct {
		Results []struct {
			Property, Verdict, Reason string
			Commands                  []string
		}
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return s, 0, nil, err
	}
	if len(r.Results) != 1 || r.Results[0].Property != property || r.Results[0].Verdict != "pass" {
		return s, 0, nil, fmt.Errorf("%s alone has to pass: %+v", property, r.Results)
	}
	runs, err := filepath.Glob(filepath.Join(keep, property, "run-*.out"))
	if err != nil || len(runs) != 1 {
		return s, 0, nil, fmt.Errorf("one run is to follow the first: %q, %v", runs, err)
	}
	text, err := os.ReadFile(runs[0])
	if err != nil {
		return s, 0, nil, err
	}
	pan, err := elapsed(string(text))
	return sample{whole, pan}, memory, r.Results[0].Commands, err
}

// elapsed is the time that pan prints in its output.
func elapsed(out string) (seconds float64, err error) {
	_, last, found := strings.Cut(out, "pan: elapsed time ")
	if !found {
		return 0, errors.New("pan does not say how long it took")
	}
	_, err = fmt.Sscan(last, &seconds)
	return seconds, err
}

// timed runs a command and measures the largest memory of its process, without the
// processes that it starts.
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
			if errors.As(err, &exit) && exit.ExitCode() == 1 { // a property is violated
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
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // the process may have ended
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			kb, _ := strconv.ParseInt(f[1], 10, 64)
			return kb << 10
		}
	}
	return 0
}

// byHand generates, compiles and runs the verifier that decided.
func byHand(keep string, commands []string) (sample, error) {
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
		return sample{}, err
	}
	model, err := os.ReadFile(filepath.Join(keep, property, "model.pml"))
	if err != nil {
		return sample{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), model, 0o600); err != nil {
		return sample{}, err
	}
	c := exec.Command("sh", "-ec", strings.Join(script[:], "\n"))
	c.Dir, c.Stderr = dir, os.Stderr
	began := time.Now()
	out, err := c.Output()
	whole := time.Since(began).Seconds()
	if err != nil {
		return sample{}, err
	}
	pan, err := elapsed(string(out))
	return sample{whole, pan}, err
}
