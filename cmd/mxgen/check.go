package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/show/page"
)

// checkFlags are the flags of check.
type checkFlags struct {
	limitFlags
	reports       reportFlags
	judge, output string
	html          string
	model         string
	properties    []string
	formulas      []string
	skew, stretch time.Duration
	complete      bool
	asJSON        bool
}

func newCheck() *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check TRACE | DIR | - ...",
		Short: "Decide whether logs of a program are a run of its algorithm, and what held along it",
		Long: `Reads the logs of one run: a file, several files (one for each node, say), the
files *.jsonl and *.jsonl.gz of a directory, or standard input (-), plain or
compressed by gzip.  docs/trace.md describes the format, and what a log may omit.

Is it a run?  The Go program executes a complete log, and searches a completion
of an incomplete one: a run whose visible part is the log.  If there is none, the
first line that no run has is named, with the node's variables before it, what was
possible instead, and the shortest stretch of lines that is impossible from every
reachable state.  The SPIN model judges the lines by its own steps.  Where the two
judges disagree, the answer is an error with the reasons of both.

What held along it?  Every property of the algorithm, and each formula of --ltl,
is evaluated after every event; the first event after which one is false is named
with its line.  A formula has to be a safety formula: a finite run does not show
that one with <> or U is false.

Exit codes: 0 a run, and all properties hold; 1 no run, or a property is false;
2 wrong usage or input; 3 inconclusive; 4 the judges disagree, or a tool failed.`,
		Example: `  mxgen run ricart-agrawala --n 3 -o trace.jsonl && mxgen check trace.jsonl
  mxgen check node-1.jsonl node-2.jsonl node-3.jsonl --skew 5ms
  mxgen check trace.jsonl --ltl 'first=!inside(2) W inside(1)'
  mxgen check trace.jsonl --judge spin --model EDITED.pml
  mxgen check trace.jsonl --html run.html
  zcat trace.jsonl.gz | mxgen check - --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVar(&f.judge, "judge", "", "who judges: go, spin, or both, which must agree (default both, go beyond 100000 events)")
	c.Flags().StringVar(&f.model, "model", "", "SPIN's judge takes this file, an edited copy of the generated model")
	c.Flags().StringSliceVar(&f.properties, "property", nil, "evaluate only these properties (repeatable)")
	c.Flags().StringArrayVar(&f.formulas, "ltl", nil, "evaluate the safety formula NAME=FORMULA too; may be repeated")
	c.Flags().DurationVar(&f.skew, "skew", 0, "greatest difference between the clocks that wrote the times in several logs")
	c.Flags().DurationVar(&f.stretch, "stretch-time", 3*time.Second, "time for the shortest stretch before a rejected line that is impossible from every reachable state; 0: none")
	c.Flags().BoolVar(&f.complete, "complete", false, "the log has a line for every event: infer none")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the completion of an incomplete log to this file, as a complete trace")
	c.Flags().StringVar(&f.html, "html", "", "draw the run, as far as it is one, on a page in this file")
	f.addPerRun(c)
	c.Flags().Lookup("memory").Usage = "memory limit of the search for a completion and of each run of SPIN, such as 500MB or 4GB"
	f.reports.add(c)
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, schema "+results.CheckSchema)
	return c
}

// mostForSPIN is how many events both judges execute unless --judge says otherwise.  SPIN takes
// about 2 s for them (BenchmarkModelJudge).
const mostForSPIN = 100_000

func (f *checkFlags) run(c *cobra.Command, args []string) error {
	if f.judge != "" && !slices.Contains(replay.Judges, replay.Judge(f.judge)) {
		return &config.Error{Operand: fmt.Sprintf("judge %.40q", f.judge), Reason: "unknown", Remedy: "there are go, spin and both"}
	}
	if err := f.reports.check(); err != nil {
		return err
	}
	model, err := f.editedModel(c)
	if err != nil {
		return err
	}
	memory, err := config.ParseMemory("memory", f.memory)
	if err != nil {
		return err
	}
	logs, remove, err := openLogs(c, args)
	defer remove()
	if err != nil {
		return err
	}
	if err := f.knownProperties(logs[0]); err != nil {
		return err
	}
	progress := terminal.StartSpinner(progressTo(c), "checking "+strings.Join(args, " "))
	opts := check.Options{Complete: f.complete, Properties: f.properties, Skew: f.skew, Stretch: f.stretch, MaxBytes: memory}
	out, found, err := f.check(c, logs, model, opts)
	progress.Stop()
	if err == nil && f.html != "" {
		err = f.writePage(c, logs, found)
	}
	if err != nil {
		return cancelled(c, err)
	}
	failed := f.reports.write(c, report.CheckResults(out))
	if err := f.write(c, out, found); err != nil {
		return err
	}
	return orFailed(checkCode(out), failed)
}

// checkCode returns the exit code for what was found about logs.
func checkCode(out *results.TraceCheck) error {
	switch {
	case out.Verdict == string(results.Error):
		return outcome(exitTool)
	case out.Verdict == string(check.Rejected) || len(out.Violations) > 0:
		return outcome(exitViolated)
	case out.Verdict == string(check.Inconclusive):
		return outcome(exitInconclusive)
	}
	return nil
}

// writePage draws the run.
func (f *checkFlags) writePage(c *cobra.Command, logs []check.Log, found *check.Result) error {
	run, err := convert.FromCheck(c.Context(), logs, found)
	if err != nil {
		warn(c.ErrOrStderr(), "no page: "+err.Error())
		return nil
	}
	d, err := book.OfRun(c.Context(), run, book.Window{})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := page.Write(&text, d); err != nil {
		return err
	}
	return writeOutput(f.html, text.Bytes())
}

// editedModel reads the model of --model, nil if there is none.
func (f *checkFlags) editedModel(c *cobra.Command) ([]byte, error) {
	if !c.Flags().Changed("model") {
		return nil, nil
	}
	if f.judge == string(replay.JudgeGo) {
		return nil, &config.Error{Operand: "--model", Reason: "has no meaning for the Go program", Remedy: "--judge spin or both"}
	}
	return readModel(f.model)
}

// check lets the judges judge: without --judge or --model, SPIN as well if the run is short
// enough for both.
func (f *checkFlags) check(c *cobra.Command, logs []check.Log, model []byte, opts check.Options) (*results.TraceCheck, *check.Result, error) {
	by := replay.Judging{Judge: replay.Judge(f.judge), Model: model, LTL: f.formulas}
	if by.Judge == "" {
		by.Judge = replay.JudgeBoth
		if long, err := longerThan(logs, mostForSPIN); err != nil {
			return nil, nil, err
		} else if long && model == nil {
			by.Judge = replay.JudgeGo
		}
	}
	r := replay.Replayer{}
	if by.Judge != replay.JudgeGo {
		var err error
		if r, err = f.replayer(c); err != nil {
			return nil, nil, err
		}
	}
	return r.Check(c.Context(), logs, by, opts)
}

// knownProperties refuses a property that the algorithm of a log does not have.
func (f *checkFlags) knownProperties(log check.Log) error {
	header, err := log.Header()
	if err != nil {
		return err
	}
	names := replay.PropertiesOf(header.Config)
	for _, p := range f.properties {
		if !slices.Contains(names, p) {
			return &config.Error{Operand: fmt.Sprintf("property %.40q", p), Reason: "unknown", Remedy: config.ThereAre(p, names)}
		}
	}
	return nil
}

// longerThan tells whether logs have more lines than a number.
func longerThan(logs []check.Log, most int) (bool, error) {
	n := 0
	for _, l := range logs {
		for _, err := range l.Lines() {
			if err != nil {
				return false, err
			}
			if n++; n > most {
				return true, nil
			}
		}
	}
	return false, nil
}

// openLogs returns the logs of the operands.  remove removes the copy of standard input.
func openLogs(c *cobra.Command, args []string) (logs []check.Log, remove func(), err error) {
	remove = func() {}
	for _, path := range args {
		if path == "-" {
			copied, err := spool(c.InOrStdin())
			if err != nil {
				return nil, remove, err
			}
			remove = func() { os.Remove(copied) }
			log := check.File(copied)
			log.Name = "-"
			logs = append(logs, log)
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, remove, unreadable(path, err)
		}
		paths := []string{path}
		if info.IsDir() {
			if paths, err = logsIn(path); err != nil {
				return nil, remove, err
			}
		}
		for _, p := range paths {
			logs = append(logs, check.File(p))
		}
	}
	return logs, remove, nil
}

// spool copies standard input to a temporary file, because logs are read more than once.
func spool(in io.Reader) (string, error) {
	file, err := os.CreateTemp("", "mxgen-stdin-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, in)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return file.Name(), err
}

// logsIn returns the logs of a directory.
func logsIn(dir string) ([]string, error) {
	var paths []string
	for _, pattern := range []string{"*.jsonl", "*.jsonl.gz"} {
		found, err := filepath.Glob(filepath.Join(filepath.Clean(dir), pattern))
		if err != nil {
			return nil, unreadable(dir, err)
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", dir), Reason: "has no log", Remedy: "logs are named *.jsonl or *.jsonl.gz"}
	}
	slices.Sort(paths)
	return paths, nil
}

// write prints the result, and writes the completion to the file of -o.
func (f *checkFlags) write(c *cobra.Command, out *results.TraceCheck, found *check.Result) error {
	if f.output != "" {
		if found.Completion == nil {
			return &config.Error{Operand: "output " + f.output, Reason: "there is no completion to write"}
		}
		file, err := newBufferedOutput(c.OutOrStdout(), f.output)
		if err != nil {
			return err
		}
		defer file.discard()
		if err := replay.WriteCompletion(file, found); err != nil {
			return unwritable(f.output, err)
		}
		if err := file.commit(); err != nil {
			return err
		}
	}
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), out)
	}
	return report.TraceCheck(c.OutOrStdout(), out)
}
