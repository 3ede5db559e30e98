package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"text/tabwriter"
	"time"
)

// long verifies what keeps pan busy for minutes, one run after the other, and says
// what mxgen adds to the seconds of pan: everything else that it does, compilations
// and the cross-check included.  What the first tier begins and gives up is pan's.
func long(mxgen string) error {
	c := exec.Command(mxgen, "verify", "ricart-agrawala", "--n", "4", "--property", "no-overflow",
		"--ltl", "served=[] (waiting(2) -> <> inside(2))", "--timeout", "1h", "--json", "--no-cache", "-j", "1")
	c.Stderr = os.Stderr
	began := time.Now()
	out, err := c.Output()
	whole := time.Since(began).Seconds()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	var report struct {
		Results []struct {
			Verdict, Reason string
			Seconds         float64
			Memory          int64
		}
	}
	if jsonErr := json.Unmarshal(out, &report); jsonErr != nil {
		return errors.Join(err, jsonErr)
	}
	var seconds float64
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range report.Results {
		fmt.Fprintf(t, "pan\t%.1f s, %d MB: %s: %s\n", r.Seconds, r.Memory>>20, r.Verdict, r.Reason)
		seconds += r.Seconds
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system says nothing of memory")
	}
	fmt.Fprintf(t, "whole\t%.1f s\n", whole)
	fmt.Fprintf(t, "largest process, pan counted\t%d MB\n", usage.Maxrss>>10)
	fmt.Fprintf(t, "added to pan\t%.2f%%\n", 100*(whole-seconds)/seconds)
	return t.Flush()
}
