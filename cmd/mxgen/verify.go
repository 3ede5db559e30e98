package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// verifyFlags are those of verify besides the configuration's.
type verifyFlags struct {
	properties []string
	formulas   []string
	memory     string
	timeout    time.Duration
	jobs       int
	keep       string
	json       bool
	diagram    bool
	markdown   string
	engine     string
	sweep      string
	more       verify.CounterexampleOptions
	cache      cacheFlags
	total      string
}

func newVerify() *cobra.Command {
	var f verifyFlags
	var m modelFlags
	c := &cobra.Command{
		Use:   "verify ALGORITHM | SUITE.yaml | --model FILE.pml",
		Short: "Have SPIN decide the properties of a configuration, a suite or a file",
		Long: `Decides each property of a configuration, or those that --property names, and
says what each verdict rests on.  A violation is shown as the events that lead
to it, after it has been executed once more.

With --sweep quorums it decides mutex and deadlock on every quorum system of N
nodes, each node in its own set and no member to spare, under every numbering:
where numbers break ties it matters who is who.

With --model it decides what there is in a Promela file of your own: assertions
and invalid end states, each ltl formula and never claim by its name (ltl:NAME),
cycles by acceptance and progress labels.

Exit codes: 0 everything passes (in a suite: is as expected), 1 a property is
violated (an expectation is not met), 2 bad usage or configuration, 3 some
verdict is inconclusive, 4 a tool failed or is missing.

Passes and confirmed failures are remembered (see mxgen cache), each as soon as
it is there: a run that is interrupted or killed goes on where it was when it is
started again.  With --keep everything is run anew.`,
		Example: `  mxgen verify ricart-agrawala --n 3
  mxgen verify neilsen-mizuno --n 4 --topology line --json
  mxgen verify ricart-agrawala --n 2 --variant arbitrary-number --keep DIR
  mxgen verify ricart-agrawala --n 4 --property mutex --memory 4GB --timeout 5m
  mxgen verify centralized --n 3 --ltl 'served=[] (waiting(2) -> <> inside(2))'
  mxgen verify maekawa --n 3 --rounds 1 --sweep quorums
  mxgen verify models/suites/quick.yaml
  mxgen verify models/suites/quick.yaml --cache DIR
  mxgen verify --model FILE.pml -D N=3 --fair`,
		Args: modelArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.checkMore(c); err != nil {
				return err
			}
			if m.given(c) {
				return verifyModel(c, m, f)
			}
			if err := m.unused(c); err != nil {
				return err
			}
			if isSuite(args[0]) {
				return verifySuite(c, args[0], f)
			}
			if c.Flags().Changed("sweep") {
				return verifySweep(c, args[0], f)
			}
			return verifyOne(c, args[0], f)
		},
	}
	configFlags(c)
	m.add(c)
	moreFlags(c, &f.more)
	c.Flags().StringArrayVar(&f.properties, "property", nil, "decide only this property; may be repeated")
	c.Flags().StringArrayVar(&f.formulas, "ltl", nil, "decide this formula as well, NAME=FORMULA; may be repeated")
	c.Flags().StringVar(&f.sweep, "sweep", "", "quorums: verify with every quorum system of N nodes, at most 5")
	limitFlags(c, &f)
	c.Flags().StringVar(&f.total, "total-memory", "", "limit for all runs at the same time (default: the machine's memory)")
	c.Flags().StringVar(&f.engine, "engine", results.EngineSPIN, "what decides: spin, or go where there is no SPIN")
	c.Flags().IntVarP(&f.jobs, "jobs", "j", 0, "runs at the same time (default: one for each processor)")
	f.cache.add(c)
	c.Flags().StringVar(&f.keep, "keep", "", "keep models, commands, output, trails and events in this directory")
	c.Flags().BoolVar(&f.json, "json", false, "as JSON, schema "+results.Schema)
	c.Flags().StringVar(&f.markdown, "markdown", "", "a suite's results as a Markdown table: rows, or networks side by side")
	c.Flags().BoolVar(&f.diagram, "diagram", false, "show violations as Mermaid sequence diagrams")
	c.MarkFlagsMutuallyExclusive("json", "diagram", "markdown")
	return c
}

// limitFlags adds the limits of each run.
func limitFlags(c *cobra.Command, f *verifyFlags) {
	c.Flags().StringVar(&f.memory, "memory", "8GB", "limit for each run, such as 500MB or 4GB")
	c.Flags().DurationVar(&f.timeout, "timeout", 10*time.Minute, "limit for each run, such as 90s or 5m; a configuration has several, and compilations are not counted")
}

// verifier is what the flags ask for.
func (f verifyFlags) verifier(c *cobra.Command) (*verify.Verifier, error) {
	memory, err := parseMemory("memory", f.memory)
	if err != nil {
		return nil, err
	}
	if f.timeout < time.Second {
		return nil, &config.Error{Operand: "timeout " + f.timeout.String(), Reason: "needs at least 1s"}
	}
	if f.jobs < 0 || f.jobs > 1024 || f.jobs == 0 && c.Flags().Changed("jobs") {
		return nil, &config.Error{Operand: fmt.Sprintf("jobs %d", f.jobs), Reason: "needs 1 to 1024"}
	}
	jobs, err := f.together(c, memory)
	if err != nil {
		return nil, err
	}
	store, err := f.cache.open(c.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	process.RemoveStale()
	tools, err := runner.FindTools(c.Context())
	if err != nil {
		return nil, err
	}
	if err := keepable(f.keep); err != nil { // makes it, so that nothing else may be wrong
		return nil, err
	}
	v := &verify.Verifier{
		Tools: tools, Limits: process.Limits{Timeout: f.timeout, Memory: memory},
		Slots: runner.NewSlots(jobs), Keep: f.keep, CounterexampleOptions: f.more,
	}
	if store != nil {
		v.Cache, err = verify.NewCache(c.Context(), store, tools)
	}
	// A tool that can be executed and not be read is none that a result could be held
	// to: whoever has it must say that nothing need be remembered.
	if path := (*fs.PathError)(nil); errors.As(err, &path) && c.Context().Err() == nil {
		remedy := "use --no-cache"
		if process.OutOfResources(path.Err) {
			remedy = process.LimitsRemedy
		}
		err = fmt.Errorf("%s: cannot be read, and what is remembered depends on its bytes: %w; %s", path.Path, path.Err, remedy)
	}
	return v, err
}

// decider is the engine that the flags ask for.
func (f verifyFlags) decider(c *cobra.Command) (func(context.Context, verify.Task) ([]results.Result, error), error) {
	switch f.engine {
	case results.EngineSPIN:
		v, err := f.verifier(c)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, t verify.Task) ([]results.Result, error) {
			defer func() { warn(c.ErrOrStderr(), v.Cache.Warning()) }()
			rs, err := v.Verify(ctx, t)
			if err != nil {
				err = f.stopped(c, v, err, "")
			}
			return rs, err
		}, nil
	case results.EngineGo:
		if f.keep != "" {
			return nil, &config.Error{Operand: "keep " + f.keep, Reason: "does not go with --engine go, which leaves no files"}
		}
		memory, err := parseMemory("memory", f.memory)
		return func(ctx context.Context, t verify.Task) ([]results.Result, error) {
			return verify.Explore(ctx, t, f.timeout, memory)
		}, err
	}
	return nil, &config.Error{Operand: fmt.Sprintf("engine %.40q", f.engine), Reason: "unknown", Remedy: "there are spin and go"}
}

// keepable refuses a directory that holds something already, or that another mxgen
// fills, before any work.
func keepable(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(dir, err)
	}
	// Not closed: the kernel gives the lock back when mxgen ends, however that is.
	// Where there are no locks, the first one there has the directory.
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return unwritable(dir, err)
	}
	if unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK {
		return &config.Error{Operand: "keep " + dir, Reason: "another mxgen fills it", Remedy: "name a new directory"}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	if len(entries) > 0 {
		return &config.Error{Operand: "keep " + dir, Reason: "is not empty", Remedy: "name a new directory"}
	}
	probe, err := os.CreateTemp(dir, ".mxgen-*")
	if err != nil {
		return unwritable(dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

func verifyOne(c *cobra.Command, algorithm string, f verifyFlags) error {
	cfg, err := configuration(c, algorithm)
	if err != nil {
		return err
	}
	a, err := models.Lookup(algorithm)
	if err != nil {
		return err
	}
	if f.markdown != "" {
		return &config.Error{Operand: "--markdown", Reason: "is for suites", Remedy: "verify a SUITE.yaml"}
	}
	task := verify.Task{Config: cfg, Properties: f.properties}
	for _, name := range f.properties {
		if _, err := a.Property(cfg, name); err != nil {
			return err
		}
	}
	for _, text := range f.formulas {
		formula, err := models.ParseFormula(cfg, text)
		if err != nil {
			return err
		}
		task.Formulas = append(task.Formulas, formula)
	}
	if f.properties == nil && f.formulas != nil {
		task.Properties = []string{} // only what was asked for
	}
	decide, err := f.decider(c)
	if err != nil {
		return err
	}
	stop := startSpinner(c.ErrOrStderr(), "verifying "+cfg.String())
	rs, err := decide(c.Context(), task)
	stop()
	if err != nil {
		return cancelled(c, err)
	}
	if err := f.show(c, results.Report{Schema: results.Schema, Results: rs}, report.Configuration); err != nil {
		return err
	}
	return f.keptAll(rs, verdictCode(rs))
}

// keptAll is a command's outcome, unless there is less in --keep's directory than was
// asked for.
func (f verifyFlags) keptAll(rs []results.Result, outcome error) error {
	if results.KeptAll(rs) {
		return outcome
	}
	return fmt.Errorf("keep %s: not everything could be kept: see the warnings", f.keep)
}

func verifySuite(c *cobra.Command, path string, f verifyFlags) error {
	if err := noConfigFlags(c, path); err != nil {
		return err
	}
	for _, name := range []string{"property", "ltl", "sweep"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "does not go with a suite", Remedy: "write it into " + path}
		}
	}
	if f.engine != results.EngineSPIN {
		return &config.Error{Operand: "--engine " + f.engine, Reason: "does not go with a suite", Remedy: "name its algorithm and configuration"}
	}
	table, err := f.suiteTable()
	if err != nil {
		return err
	}
	s, err := suite.Load(path)
	if err != nil {
		return err
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	bar := newProgress(c.ErrOrStderr(), len(s.Cases), s.Name)
	rs, err := v.RunSuite(c.Context(), s, func(k int, rs []results.Result) { bar.step(s.Cases[k].Config.String(), rs) })
	bar.finish()
	warn(c.ErrOrStderr(), v.Cache.Warning())
	if err != nil {
		return f.stopped(c, v, err, bar.decided("configurations"))
	}
	if err := f.show(c, results.Report{Schema: results.Schema, Suite: s.Name, Results: rs}, table); err != nil {
		return err
	}
	return f.keptAll(rs, suiteCode(rs))
}

// suiteTable is the table that --markdown asks for, the plain one without it.
func (f verifyFlags) suiteTable() (func(io.Writer, []results.Result) error, error) {
	switch f.markdown {
	case "":
		return report.Suite, nil
	case "rows":
		return report.Markdown, nil
	case "networks":
		return report.MarkdownNetworks, nil
	}
	return nil, &config.Error{Operand: fmt.Sprintf("markdown %.40q", f.markdown), Reason: "unknown", Remedy: "there are rows and networks"}
}

// show writes the report, and below it the violations that were not expected.
func (f verifyFlags) show(c *cobra.Command, r results.Report, table func(io.Writer, []results.Result) error) error {
	out := c.OutOrStdout()
	if f.json {
		return writeJSON(out, r)
	}
	if err := table(out, r.Results); err != nil {
		return err
	}
	for _, one := range r.Results {
		if one.Counterexample == nil || one.AsExpected != nil && *one.AsExpected {
			continue
		}
		for _, run := range one.EachRun() {
			text := report.EventText(run)
			if f.diagram {
				text = report.Mermaid(run)
			}
			if _, err := fmt.Fprint(out, "\n"+text); err != nil {
				return err
			}
		}
	}
	return nil
}

// verdictCode is the exit code for the verdicts on one configuration.
func verdictCode(rs []results.Result) error {
	var verdicts []results.Verdict
	for _, r := range rs {
		verdicts = append(verdicts, r.Verdict)
	}
	switch results.Worst(verdicts...) {
	case results.Error:
		return outcome(exitTool)
	case results.Fail:
		return outcome(exitViolated)
	case results.Inconclusive:
		return outcome(exitInconclusive)
	}
	return nil
}

// suiteCode is the exit code for a suite: an error that nobody expected before
// any other unmet expectation.
func suiteCode(rs []results.Result) error {
	code := 0
	for _, r := range rs {
		switch {
		case r.AsExpected == nil || *r.AsExpected:
		case r.Verdict == results.Error:
			return outcome(exitTool)
		default:
			code = exitViolated
		}
	}
	if code != 0 {
		return outcome(code)
	}
	return nil
}

// leastMemory is how much a run needs to be worth a try.
const leastMemory = 64 << 20

// parseMemory reads a flag's limit on memory.
func parseMemory(flag, text string) (int64, error) {
	return parseBytes(flag, text, leastMemory, "64MB")
}

// parseBytes reads a flag's size with a unit, at least so much.
func parseBytes(flag, text string, least float64, leastText string) (int64, error) {
	units := []struct {
		name  string
		bytes float64
	}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}
	for _, u := range units {
		number, found := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(text)), u.name)
		if !found {
			continue
		}
		var n float64
		var rest string
		if k, _ := fmt.Sscanf(number+" .", "%g %s", &n, &rest); k == 2 && rest == "." && n > 0 && n*u.bytes >= least && n*u.bytes <= 1<<50 {
			return int64(n * u.bytes), nil
		}
		break
	}
	return 0, &config.Error{Operand: fmt.Sprintf("%s %.40q", flag, text), Reason: "not a size that mxgen can use",
		Remedy: "needs at least " + leastText + ", written as 500MB or 4GB"}
}
