package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/timed"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/simulate"
	"github.com/mxgen/mxgen/results/simulate/figures"
)

// simulateFlags are the flags of simulate besides those of the configuration.
type simulateFlags struct {
	compare, load         string
	sweeps                []string
	think, section, delay string
	runs, entries         int
	batches, warmup       int
	seed                  uint64
	jobs                  int
	memory                string
	csv, json             bool
	output, plots         string
	formats               []string
}

func newSimulate() *cobra.Command {
	var f simulateFlags
	c := &cobra.Command{
		Use:   "simulate ALGORITHM",
		Short: "Measure entries in simulated time, for any number of nodes",
		Long: `Executes the Go program in simulated time, and measures messages per entry by
kind, synchronisation delay, response and waiting time, throughput, bypass, queue
lengths, fairness, and the busiest node and link.  docs/simulate.md defines them.
Averages have 95% confidence intervals: over the runs, or over the batches of a
single run.

A node thinks, requests, waits, stays in its section, leaves, and thinks again.
--load L scales the think time so that sections would take the share L of the time
if nobody had to wait: L = N * section / think.  --load and --sweep take values
(0.1,1) or a range at equal ratios (0.01..10, or 0.01..10:5 for five points).

--compare measures several algorithms with the same random think times and
sections: all, or a list of NAME or NAME:SWITCH+SWITCH.  Without --load and --sweep
it sweeps load=0.01..10.  --plots DIR draws the four classical figures, with the
formulas of the sources as dashed lines.

The same seed gives the same numbers, whatever --jobs is.  After Ctrl-C the output
has the rows of all points that were complete.

Exit codes: 0 all runs came to their end, 1 some run ended in a deadlock or with a
starved node, 2 wrong usage, or too large for the memory, 4 interrupted.`,
		Example: `  mxgen simulate ricart-agrawala --n 10 --load 0.1
  mxgen simulate neilsen-mizuno --n 1000000 --topology star --load 0.01 --runs 2
  mxgen simulate raymond --n 100 --topology tree:2 --load 0.01..10 --csv -o raymond.csv
  mxgen simulate suzuki-kasami --sweep n=10,100,1000 --load 0.05 --plots figures
  mxgen simulate --compare all --n 10 --topology star --csv -o all.csv --plots figures`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			plan, err := f.plan(c, args)
			if err != nil {
				return err
			}
			return f.run(c, plan)
		},
	}
	configFlags(c)
	fs := c.Flags()
	fs.StringVar(&f.compare, "compare", "", "measure these algorithms instead of one: all, or a list")
	fs.StringVar(&f.load, "load", "", "share of the time that sections would take if nobody waited; values or a range")
	fs.StringArrayVar(&f.sweeps, "sweep", nil, "values of a parameter, NAME=VALUES: "+strings.Join(simulate.AxisNames, ", ")+" (repeatable)")
	fs.StringVar(&f.think, "think", "exp:1", "time from an exit to the next request: "+timed.Forms)
	fs.StringVar(&f.section, "section", "const:0.1", "time in the critical section")
	fs.StringVar(&f.delay, "delay", "const:1", "time that a message is under way")
	fs.IntVar(&f.runs, "runs", 10, "independent runs of each point")
	fs.IntVar(&f.entries, "entries", 1000, "entries that each run measures")
	fs.IntVar(&f.batches, "batches", 20, "batches of a run; --entries is a multiple")
	fs.IntVar(&f.warmup, "warmup", 0, "entries of a run that are not measured (default: a tenth of --entries, or N up to --entries)")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	fs.IntVarP(&f.jobs, "jobs", "j", 0, "runs at a time (default: the number of processors)")
	fs.StringVar(&f.memory, "memory", "", "memory of all runs together (default: three quarters of the machine's)")
	fs.BoolVar(&f.csv, "csv", false, "print CSV, a row for each metric of each point")
	fs.BoolVar(&f.json, "json", false, "print JSON, schema "+results.SimulateSchema)
	fs.StringVarP(&f.output, "output", "o", "", "write the output to this file")
	fs.StringVar(&f.plots, "plots", "", "write the figures to this directory")
	fs.StringSliceVar(&f.formats, "plot-format", figures.Formats, "formats of the figures")
	return c
}

// plan reads the flags.
func (f *simulateFlags) plan(c *cobra.Command, args []string) (simulate.Plan, error) {
	p := simulate.Plan{Params: params(c), Measurement: simulate.Measurement{Runs: f.runs, Entries: f.entries, Batches: f.batches, Warmup: f.warmup, Seed: f.seed},
		DefaultWarmup: !c.Flags().Changed("warmup")}
	if err := f.check(c, args); err != nil {
		return p, err
	}
	var err error
	if p.Compared = len(args) == 0; !p.Compared {
		p.Subjects = []simulate.Subject{{Algorithm: args[0]}}
	} else if p.Subjects, err = simulate.Subjects(f.compare); err != nil {
		return p, err
	}
	if f.compare == "all" {
		p.LeaveOut = func(s simulate.Subject, err error) { warn(c.ErrOrStderr(), s.Algorithm+" is left out: "+err.Error()) }
	}
	for _, d := range []struct {
		what, text string
		to         *timed.Distribution
	}{{"think", f.think, &p.Think}, {"section", f.section, &p.Section}, {"delay", f.delay, &p.Delay}} {
		if *d.to, err = timed.ParseDistribution(d.what, d.text); err != nil {
			return p, err
		}
	}
	for _, text := range f.sweeps {
		axis, err := simulate.ParseAxis(text)
		if err != nil {
			return p, err
		}
		p.Axes = append(p.Axes, axis)
	}
	load := f.load
	if p.Compared && load == "" && f.sweeps == nil {
		load = "0.01..10"
	}
	if load != "" {
		axis, err := simulate.ParseLoad(load)
		if err != nil {
			return p, err
		}
		p.Axes = append(p.Axes, axis)
	}
	return p, nil
}

// check refuses wrong values and combinations of flags.
func (f *simulateFlags) check(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 && f.compare == "":
		return &config.Error{Operand: "algorithm", Reason: "is missing", Remedy: "name one, or use --compare all"}
	case len(args) > 0 && c.Flags().Changed("compare"):
		return &config.Error{Operand: "--compare " + f.compare, Reason: "cannot be combined with an algorithm", Remedy: "leave " + args[0] + " out"}
	case f.csv && f.json:
		return &config.Error{Operand: "--csv", Reason: "cannot be combined with --json"}
	case f.compare != "" && c.Flags().Changed("variant"):
		return &config.Error{Operand: "--variant", Reason: "cannot be combined with --compare", Remedy: "write NAME:SWITCH+SWITCH into --compare"}
	case slices.ContainsFunc(f.sweeps, func(s string) bool { return strings.HasPrefix(s, "think=") }) && f.load != "":
		return &config.Error{Operand: "--sweep think", Reason: "cannot be combined with --load, which determines the think time"}
	}
	for _, n := range []struct {
		name               string
		value, least, most int
	}{{"runs", f.runs, 1, 100_000}, {"entries", f.entries, 1, 1_000_000_000}, {"batches", f.batches, 1, 100_000}, {"warmup", f.warmup, 0, 1_000_000_000}} {
		if n.value < n.least || n.value > n.most {
			return &config.Error{Operand: fmt.Sprintf("%s %d", n.name, n.value), Reason: fmt.Sprintf("needs %d to %d", n.least, n.most)}
		}
	}
	switch {
	case f.entries%f.batches != 0:
		return &config.Error{Operand: fmt.Sprintf("entries %d", f.entries), Reason: fmt.Sprintf("is not a multiple of the batches, %d", f.batches),
			Remedy: "change --entries or --batches"}
	case f.jobs < 0 || f.jobs > 1024 || f.jobs == 0 && c.Flags().Changed("jobs"):
		return &config.Error{Operand: fmt.Sprintf("jobs %d", f.jobs), Reason: "needs 1 to 1024"}
	}
	for _, format := range f.formats {
		if !slices.Contains(figures.Formats, format) {
			return &config.Error{Operand: fmt.Sprintf("plot-format %.40q", format), Reason: "unknown", Remedy: config.ThereAre(format, figures.Formats)}
		}
	}
	if f.plots == "" && c.Flags().Changed("plot-format") {
		return &config.Error{Operand: "--plot-format", Reason: "needs --plots"}
	}
	return nil
}

// run measures the points and writes them.
func (f *simulateFlags) run(c *cobra.Command, plan simulate.Plan) error {
	limits := simulate.Limits{Jobs: f.jobs, Memory: min(machineMemory(), math.MaxInt64/4) / 4 * 3}
	if limits.Jobs == 0 {
		limits.Jobs = runtime.NumCPU()
	}
	if f.memory != "" {
		var err error
		if limits.Memory, err = config.ParseMemory("memory", f.memory); err != nil {
			return err
		}
	}
	debug.SetMemoryLimit(limits.Memory)
	settings, err := plan.Settings()
	if err != nil {
		return err
	}
	if f.plots != "" {
		if err := f.checkPlots(settings); err != nil {
			return err
		}
	}
	out, err := newBufferedOutput(c.OutOrStdout(), f.output)
	if err != nil {
		return err
	}
	defer out.discard()
	var points []simulate.Point
	var rows *simulate.CSV
	if f.csv {
		rows = simulate.NewCSV(out)
	}
	progress := terminal.NewProgress(progressTo(c), len(settings), "simulating", nil)
	ended := simulate.Run(c.Context(), settings, limits, func(p simulate.Point) error {
		points = append(points, p)
		progress.Step(len(points)-1, fmt.Sprintf("%s, n %d, load %.3g", p.Setting.Name(), p.Setting.Config.N, p.Setting.Load))
		if rows != nil {
			return rows.Write(p)
		}
		return nil
	})
	progress.Finish()
	if ended != nil && c.Context().Err() == nil {
		return ended
	}
	if err := f.write(out, rows, points, ended == nil); err != nil {
		return err
	}
	if err := f.draw(points); err != nil {
		return err
	}
	if ended != nil {
		return fmt.Errorf("%w; %d of %d points were complete and are in the output", errInterrupted, len(points), len(settings))
	}
	for _, p := range points {
		if p.Stuck > 0 || p.Starved > 0 {
			return outcome(exitViolated)
		}
	}
	return nil
}

// write writes the points, all at once.
func (f *simulateFlags) write(out *bufferedOutput, rows *simulate.CSV, points []simulate.Point, complete bool) error {
	var err error
	switch {
	case rows != nil:
		err = rows.Flush()
	case f.json:
		err = writeJSON(out, simulate.NewReport(points, complete))
	default:
		err = simulate.Table(out, points)
	}
	if err != nil {
		return unwritable(out.name, err)
	}
	return out.commit()
}

// checkPlots refuses figures that would be empty or that cannot be written, before
// anything is measured.
func (f *simulateFlags) checkPlots(settings []simulate.Setting) error {
	if !figures.Varies(settings) {
		return &config.Error{Operand: "--plots", Reason: "nothing varies along which a figure could be drawn", Remedy: "use --sweep, or several values of --load"}
	}
	if err := os.MkdirAll(f.plots, 0o755); err != nil {
		return &config.Error{Operand: "plots " + f.plots, Reason: "cannot be written: " + reasonOfPath(err), Remedy: "name another directory"}
	}
	probe, err := os.CreateTemp(f.plots, ".mxgen-*")
	if err != nil {
		return &config.Error{Operand: "plots " + f.plots, Reason: "cannot be written: " + reasonOfPath(err), Remedy: "name another directory"}
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// draw writes the figures.
func (f *simulateFlags) draw(points []simulate.Point) error {
	if f.plots == "" {
		return nil
	}
	for _, figure := range figures.Of(points) {
		for _, format := range f.formats {
			data, err := figure.Render(format)
			if err != nil {
				return err
			}
			if err := writeOutput(filepath.Join(f.plots, figure.Name+"."+format), data); err != nil {
				return err
			}
		}
	}
	return nil
}
