package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/processes"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/runner/process"
)

// processFlags are the flags of the driver processes.
type processFlags struct {
	slowLinks, slowNodes, pauses, kills []string
	timeout                             time.Duration
	disturbances                        processes.Disturbances // what the flags say
}

// perProcess are the names of these flags.
var perProcess = []string{"slow-link", "slow-node", "pause", "kill", "timeout"}

func (f *processFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.slowLinks, "slow-link", nil, "driver processes: delay every message from one node to another, such as 1-2=5ms")
	c.Flags().StringSliceVar(&f.slowNodes, "slow-node", nil, "driver processes: delay every event of a node, such as 2=1ms")
	c.Flags().StringSliceVar(&f.pauses, "pause", nil, "driver processes: stop a node for a while, such as 2=50ms@10ms: for 50ms, 10ms after the start")
	c.Flags().StringSliceVar(&f.kills, "kill", nil, "driver processes: kill a node, such as 3@20ms: 20ms after the start; or 3@7: after its 7th event")
	c.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "driver processes: time limit of the run")
}

// check refuses wrong values, and these flags with another driver.
func (f *processFlags) check(c *cobra.Command, driver string, n int) error {
	for _, name := range perProcess {
		if driver != trace.Processes && c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "needs --driver " + trace.Processes}
		}
	}
	if f.timeout <= 0 {
		return &config.Error{Operand: "timeout " + f.timeout.String(), Reason: "needs a time above 0"}
	}
	for k, values := range [][]string{f.slowLinks, f.slowNodes, f.pauses, f.kills} {
		for _, value := range values {
			if err := f.disturbances.Add(perProcess[k], value, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// runProcesses executes the nodes as processes, and writes their logs or the trace that is
// merged from them.
func (f *runFlags) runProcesses(c *cobra.Command, sys *reference.System) error {
	directory, remove, err := f.logDirectory()
	if err != nil {
		return err
	}
	defer remove()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	spinner := terminal.StartSpinner(progressTo(c), "running "+sys.Config.String())
	result, err := processes.Run(c.Context(), sys, processes.Options{
		Command:   func() *exec.Cmd { return &exec.Cmd{Path: program, Args: []string{"mxgen", "node"}} },
		Directory: directory, Seed: f.seed, Entries: f.entries, Limit: f.timeout, Disturbances: f.disturbances,
	})
	spinner.Stop()
	if err != nil {
		return cancelled(c, err)
	}
	if f.output == "" {
		if err := f.merge(c, sys, directory); err != nil {
			return err
		}
	}
	return f.outcome(c, result)
}

// logDirectory returns the directory of the logs: that of -o, or a temporary one, which
// remove removes.
func (f *runFlags) logDirectory() (directory string, remove func(), err error) {
	if f.output == "" {
		process.RemoveStale()
		temporary, err := process.NewTempDir()
		if err != nil {
			var reason syscall.Errno
			if !errors.As(err, &reason) {
				return "", nil, err
			}
			return "", nil, &config.Error{Operand: "temporary files in " + os.TempDir(), Reason: "cannot be written: " + reason.Error(), Remedy: "set TMPDIR to another directory"}
		}
		return temporary.Path(), func() { _ = temporary.Remove() }, nil
	}
	if info, err := os.Stat(f.output); err == nil && !info.IsDir() {
		return "", nil, &config.Error{Operand: "output " + f.output, Reason: "is no directory, and the driver processes writes one log for each node", Remedy: "name another path"}
	}
	if err := os.MkdirAll(f.output, 0o777); err != nil {
		return "", nil, unwritable(f.output, err)
	}
	if logs, err := logsIn(f.output); err == nil {
		return "", nil, &config.Error{Operand: "output " + f.output, Reason: "has a log already, " + filepath.Base(logs[0]), Remedy: "name another directory: the logs of two runs do not go together"}
	}
	return f.output, func() {}, nil
}

// merge writes the logs as one trace.
func (f *runFlags) merge(c *cobra.Command, sys *reference.System, directory string) error {
	out, err := newBufferedOutput(c.OutOrStdout(), "")
	if err != nil {
		return err
	}
	defer out.discard()
	origin := trace.Origin{Driver: trace.Processes, Seed: &f.seed, Entries: f.entries, Disturbed: f.disturbances.Texts()}
	w, err := trace.NewWriter(out, trace.Header{Config: sys.Config, Origin: origin})
	if err != nil {
		return err
	}
	var logs []iter.Seq2[trace.Line, error]
	for i := 1; i <= sys.Config.N; i++ {
		logs = append(logs, check.File(filepath.Join(directory, "node-"+strconv.Itoa(i)+".jsonl")).Lines())
	}
	for line, err := range trace.Merge(logs) {
		if err == nil {
			err = w.Write(line.Step)
		}
		if errors.As(err, new(*fs.PathError)) { // of the temporary file
			return unwritable(out.name, err)
		}
		if err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return unwritable(out.name, err)
	}
	return out.commit()
}

// outcome says how the run ended, where not all entries were made.
func (f *runFlags) outcome(c *cobra.Command, result *processes.Result) error {
	for _, text := range result.Unreached {
		warn(c.ErrOrStderr(), text+": the run ended before")
	}
	say := func(text string) { fmt.Fprintln(c.ErrOrStderr(), "mxgen: "+text) }
	switch {
	case result.End == processes.Late:
		say(fmt.Sprintf("time limit of %s: not all entries were made", f.timeout))
		return outcome(exitInconclusive)
	case result.End == processes.Stuck && len(result.Killed) > 0:
		say(fmt.Sprintf("nodes %v were killed, and nodes %v wait for ever", result.Killed, result.Waiting))
	case result.End == processes.Stuck:
		say("nothing can happen any more, though not all entries were made")
		return outcome(exitViolated)
	}
	return nil
}
