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

// long verifies one property that keeps pan busy for a minute or more, and says
// what mxgen adds to the seconds of pan: everything else that it does, the first
// tier's lost work and the compilations included.
func long(mxgen string) error {
	c := exec.Command(mxgen, "verify", "ricart-agrawala", "--n", "4", "--property", "starvation", "--json", "--no-cache", "-j", "1")
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
	if len(report.Results) != 1 {
		return fmt.Errorf("%d results instead of one", len(report.Results))
	}
	r := report.Results[0]
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system says nothing of memory")
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "verdict\t%s: %s\n", r.Verdict, r.Reason)
	fmt.Fprintf(t, "whole\t%.1f s\n", whole)
	fmt.Fprintf(t, "pan\t%.1f s, %d MB\n", r.Seconds, r.Memory>>20)
	fmt.Fprintf(t, "mxgen and its children, largest\t%d MB\n", usage.Maxrss>>10)
	fmt.Fprintf(t, "added to pan\t%.2f%%\n", 100*(whole-r.Seconds)/r.Seconds)
	return t.Flush()
}
