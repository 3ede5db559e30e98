package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/convert"
)

// traceFormats are the values of --to.
var traceFormats = []string{"shiviz", "itf", "text", "trace"}

// traceConvertFlags are the flags of trace convert.
type traceConvertFlags struct {
	traceInputFlags
	to, output string
	separate   bool
}

func newTraceConvert() *cobra.Command {
	var f traceConvertFlags
	c := &cobra.Command{
		Use:   "convert TRACE | RESULTS | LOG | - ...",
		Short: "Convert traces, counterexamples and logs with vector clocks",
		Long: `Converts a run.  Several operands are the logs of one run, as mxgen check takes
them; with --separate each is a run of its own.  Formats:

  shiviz  events with vector clocks; the file can be given to ShiViz as it is.
          With --separate, or with several counterexamples, it has several
          executions, which ShiViz compares.
  itf     states in Apalache's Informal Trace Format (JSON), of one run; a run
          that repeats for ever has "loop"
  text    a line for each event, a column for each node
  trace   the trace format of mxgen

The Go program executes the run; a run that it cannot do is refused.  Events that
a log leaves out are found as mxgen check finds them.

A LOG with vector clocks becomes a trace line by line, without a search.  Its
hosts are nodes.  Its texts are events: "request", "enter", "exit", "receive
REQUEST 1 from 2", also with a node, as in "receive 3<-2 REQUEST 1".  Another
text is an error, unless --event says what it means or --ignore-unknown is given.

Exit codes: 0 converted, 2 wrong usage or input.`,
		Example: `  mxgen trace convert trace.jsonl --to shiviz -o trace.log
  mxgen trace convert a.jsonl b.jsonl --separate --to shiviz -o both.log
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --property deadlock --json | mxgen trace convert - --to itf -o cex.itf.json
  mxgen trace convert shiviz.log --configuration "ricart-agrawala --n 3" --event 'sending .*=-' --to trace -o trace.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			commandStarted = true
			return f.run(c, args)
		},
	}
	c.Flags().StringVar(&f.to, "to", "", "format: shiviz, itf, text or trace")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write to this file")
	c.Flags().BoolVar(&f.separate, "separate", false, "each trace is a run of its own")
	f.add(c)
	return c
}

func (f *traceConvertFlags) run(c *cobra.Command, args []string) error {
	if !slices.Contains(traceFormats, f.to) {
		return &config.Error{Operand: fmt.Sprintf("to %.40q", f.to), Reason: "no such format", Remedy: config.ThereAre(f.to, traceFormats)}
	}
	logs, remove, err := openLogs(c, args)
	defer remove()
	if err != nil {
		return err
	}
	in, err := f.open(c, logs)
	if err != nil {
		return cancelled(c, err)
	}
	if f.separate && in.form != convert.TraceForm {
		return &config.Error{Operand: "--separate", Reason: "says nothing about " + logs[0].Name, Remedy: "leave it out"}
	}
	stop := terminal.StartSpinner(progressTo(c), "converting "+strings.Join(args, " ")).Stop
	defer stop()
	return f.commit(c, in, stop)
}

// commit writes the output as a whole.  It calls stop, which ends the spinner, before the
// destination gets it.
func (f *traceConvertFlags) commit(c *cobra.Command, in *openedTrace, stop func()) error {
	out, err := newBufferedOutput(c.OutOrStdout(), f.output)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := f.write(c, out, in); err != nil {
		if outputFailed(err) {
			return unwritable(out.name, err)
		}
		return cancelled(c, err)
	}
	stop()
	return out.commit()
}

// outputFailed tells whether writing to the temporary file failed, and not reading the input.
func outputFailed(err error) bool {
	return errors.As(err, new(*fs.PathError)) && !errors.As(err, new(*config.Error))
}

// write writes the input in the format of --to.
func (f *traceConvertFlags) write(c *cobra.Command, out io.Writer, in *openedTrace) error {
	if in.clocked != nil && f.to == "trace" {
		return in.clocked.Write(out)
	}
	runs, err := in.runs(c, f.separate)
	if err != nil {
		return err
	}
	if f.to == "shiviz" {
		return convert.ShiViz(c.Context(), out, runs)
	}
	if len(runs) > 1 && f.to != "text" {
		remedy := "convert one trace at a time"
		if in.form == convert.ResultsForm {
			remedy = "--property selects one, and verify without --all writes one of each"
		}
		return &config.Error{Operand: "to " + f.to, Reason: fmt.Sprintf("takes one run, and there are %d", len(runs)), Remedy: remedy}
	}
	for k, run := range runs {
		if k > 0 {
			if _, err := fmt.Fprintln(out); err != nil {
				return err
			}
		}
		if err := f.writeRun(c, out, run); err != nil {
			return err
		}
	}
	return nil
}

func (f *traceConvertFlags) writeRun(c *cobra.Command, out io.Writer, run *convert.Run) error {
	switch f.to {
	case "itf":
		return run.ITF(c.Context(), out)
	case "text":
		return run.Columns(c.Context(), out)
	}
	return run.Trace(c.Context(), out)
}
