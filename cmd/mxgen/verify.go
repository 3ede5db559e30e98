package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/github"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/verify"
)

// verifyFlags are the flags of verify besides those of the configuration and those of a
// user's file.
type verifyFlags struct {
	limitFlags
	cacheFlags
	keepFlag
	shardFlags
	reports         reportFlags
	slurm           slurmFlags
	swarm           int
	counterexamples engine.CounterexampleOptions
	properties      []string
	formulas        []string
	sweep           string
	engine          string
	json            bool
	diagram         bool
	output          string
	html            string
	full            bool
	raw             bool
	markdown        string
	deadline        time.Duration
	suiteFlags
}

func newVerify() *cobra.Command {
	var f verifyFlags
	var m fileModelFlags
	c := &cobra.Command{
		Use:   "verify ALGORITHM | SUITE.yaml... | FILE.pml",
		Short: "Verify the properties of a configuration, a suite or a Promela file with SPIN",
		Long: `Verifies every property of a configuration, or only those that --property names,
and prints each verdict with its reason.  A violation is printed as the sequence
of events that leads to it, after the Go program has executed the same events.

A SUITE.yaml has configurations and Promela files with their expected verdicts;
docs/suite.md says what can be in it.  Several suites are verified as one.

With --sweep quorums, mutex and deadlock are verified with every quorum system of
N nodes in which each node is in its own set and no set can lose a member.  The
nodes of each system are numbered in every way, because numbers break ties.

In a FILE.pml (or --model FILE, whatever its name), every property is verified:
assertions, invalid end states, each ltl formula and never claim by its name
(ltl:NAME), acceptance cycles and non-progress cycles.

A signal (Ctrl-C) and --deadline end the command with a complete report.  What is
not decided until then is inconclusive, and has "not_reached" in the JSON.

Exit codes: 0 all properties pass (suite: all verdicts are as expected), 1 a
property is violated (suite: a verdict contradicts the expected one), 2 wrong
usage or configuration, 3 a verdict is inconclusive (suite: only limits keep
verdicts from being as expected), 4 a tool failed or is missing, 130 or 143
after SIGINT or SIGTERM.

--report writes what other tools read, any number of reports at once: JUnit XML,
SARIF, one HTML page, GitLab's code quality report, and GitHub's annotations with the
summary of the step, which are written in every job of GitHub Actions.

Passes and confirmed failures are cached as soon as they are found (see mxgen
cache), so that a run that was interrupted or killed continues where it was when
it is started again.  With --keep, the cache is not used.`,
		Example: `  mxgen verify ricart-agrawala --n 3
  mxgen verify neilsen-mizuno --n 4 --topology line --json
  mxgen verify ricart-agrawala --n 2 --variant arbitrary-number --keep DIR
  mxgen verify ricart-agrawala --n 4 --property mutex --memory 4GB --timeout 5m
  mxgen verify centralized --n 3 --ltl 'served=[] (waiting(2) -> <> inside(2))'
  mxgen verify maekawa --n 3 --rounds 1 --sweep quorums
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --html DIR
  mxgen verify models/suites/quick.yaml
  mxgen verify models/suites/quick.yaml --report junit=junit.xml --report html=report.html
  mxgen verify nightly.yaml more.yaml --tag slow --deadline 2h --json
  mxgen verify nightly.yaml --backend slurm --partition long
  mxgen verify FILE.pml -D N=3 --fair`,
		Args:              verifyArgs,
		ValidArgsFunction: completeAlgorithm,
		RunE: func(c *cobra.Command, args []string) error {
			if f.output != "" && !f.diagram {
				return &config.Error{Operand: "--output " + f.output, Reason: "needs --diagram", Remedy: "redirect standard output"}
			}
			if err := f.shardFlags.refuseWithoutSuite(c); err != nil && (len(args) == 0 || !isSuite(args[0])) {
				return err
			}
			if err := f.checkCounterexampleFlags(c); err != nil {
				return err
			}
			if err := f.reports.check(); err != nil {
				return err
			}
			if err := f.slurm.check(c); err != nil {
				return err
			}
			if f.slurm.backend == backendSlurm && (len(args) == 0 || !isSuite(args[0])) {
				return &config.Error{Operand: "--backend slurm", Reason: "needs a suite", Remedy: "write the configuration or the file into a SUITE.yaml"}
			}
			if c.Flags().Changed("deadline") && f.deadline < time.Second {
				return &config.Error{Operand: "--deadline " + f.deadline.String(), Reason: "needs at least 1s"}
			}
			if f.html != "" {
				if err := preparePages(f.html); err != nil {
					return err
				}
			}
			if m.given(c, args) {
				if err := f.suiteFlags.refuseWithoutSuite(c); err != nil {
					return err
				}
				return verifyFile(c, m, f)
			}
			if err := m.refuseWithoutFile(c); err != nil {
				return err
			}
			if isSuite(args[0]) {
				return verifySuites(c, args, f)
			}
			if err := f.suiteFlags.refuseWithoutSuite(c); err != nil {
				return err
			}
			if c.Flags().Changed("sweep") {
				return verifySweep(c, args[0], f)
			}
			return verifyConfiguration(c, args[0], f)
		},
	}
	configFlags(c)
	m.add(c)
	counterexampleFlags(c, &f.counterexamples)
	f.addSwarm(c)
	c.Flags().StringArrayVar(&f.properties, "property", nil, "verify only this property; may be repeated")
	c.Flags().StringArrayVar(&f.formulas, "ltl", nil, "verify the formula NAME=FORMULA instead of the properties, or besides those of --property; may be repeated")
	c.Flags().StringVar(&f.sweep, "sweep", "", "quorums: verify with every quorum system of N nodes, N at most 5")
	f.addPerRun(c)
	f.addTotalMemory(c)
	c.Flags().DurationVar(&f.deadline, "deadline", 0, "end after this time, such as 20m, and report what is decided until then")
	f.suiteFlags.add(c)
	c.Flags().StringVar(&f.engine, "engine", results.EngineSPIN, "what verifies: spin, or go, which needs no SPIN")
	f.addJobs(c, "number of concurrent runs")
	f.cacheFlags.add(c)
	f.keepFlag.add(c)
	f.addShard(c)
	f.reports.add(c)
	f.slurm.add(c)
	c.Flags().BoolVar(&f.json, "json", false, "print JSON, schema "+results.Schema)
	c.Flags().StringVar(&f.markdown, "markdown", "", "print a suite's results as a Markdown table: rows, or networks for one column a network")
	c.Flags().BoolVar(&f.diagram, "diagram", false, "print the first violation as a Mermaid sequence diagram, and nothing else")
	c.Flags().StringVarP(&f.output, "output", "o", "", "with --diagram: write the diagram to this file, and print the verdicts")
	c.Flags().StringVar(&f.html, "html", "", "write a page of each violation, and index.html with all verdicts, to this new or empty directory")
	c.Flags().BoolVar(&f.full, "full", false, "print every step of a long run")
	c.Flags().BoolVar(&f.raw, "raw", false, "show the numbers of the model, in normal form, instead of the program's")
	c.MarkFlagsMutuallyExclusive("json", "diagram", "markdown")
	return c
}

// verifyConfiguration verifies the properties of one configuration.
func verifyConfiguration(c *cobra.Command, algorithm string, f verifyFlags) error {
	cfg, err := configuration(c, algorithm)
	if err != nil {
		return err
	}
	if f.markdown != "" {
		return &config.Error{Operand: "--markdown", Reason: "needs a suite", Remedy: "verify a SUITE.yaml"}
	}
	f.counterexamples.Shorter = true
	task, err := f.task(cfg)
	if err != nil {
		return err
	}
	decide, v, err := f.decider(c)
	if err != nil {
		return err
	}
	ctx, cancel := f.within(c)
	defer cancel()
	spinner := terminal.StartSpinner(progressTo(c), "verifying "+cfg.String())
	rs, err := decide(observed(c, ctx, spinner.Note), task)
	spinner.Stop()
	return f.finish(c, v, results.Report{Schema: results.Schema, Results: rs}, err, report.Configuration, verdictCode)
}

// task checks the properties and formulas to verify.
func (f verifyFlags) task(cfg config.Config) (verify.Task, error) {
	task := verify.Task{Config: cfg, Properties: f.properties}
	a, err := algorithms.Lookup(cfg.Algorithm)
	if err != nil {
		return task, err
	}
	for _, name := range f.properties {
		if _, err := a.Property(cfg, name); err != nil {
			return task, err
		}
	}
	for _, text := range f.formulas {
		formula, err := models.ParseFormula(cfg, text)
		if err != nil {
			return task, err
		}
		task.Formulas = append(task.Formulas, formula)
	}
	if f.properties == nil && f.formulas != nil {
		task.Properties = []string{} // the formulas alone; nil would mean all properties
	}
	return task, nil
}

// show writes the reports, and prints the results.  Neither waits for the other: a report that cannot be written is an
// exit code.
func (f verifyFlags) show(c *cobra.Command, r results.Report, table func(io.Writer, []results.Result) error) error {
	f.reports.pages = f.pages(r.Results)
	failed := f.reports.write(c, r)
	if err := f.print(c, r, table); err != nil {
		return err
	}
	return failed
}

// print prints the results, and below them each violation that was not expected.
func (f verifyFlags) print(c *cobra.Command, r results.Report, table func(io.Writer, []results.Result) error) error {
	out := c.OutOrStdout()
	if f.html != "" {
		title := r.Suite
		if title == "" && len(r.Results) > 0 {
			title = r.Results[0].Subject()
		}
		if err := writePages(c.Context(), f.html, title, r.Results, book.Window{}); err != nil {
			return err
		}
	}
	if f.json {
		r, err := signed(r)
		if err != nil {
			return err
		}
		return writeJSON(out, r)
	}
	if f.diagram {
		return f.showDiagram(c, r.Results, table)
	}
	if inGitHub() {
		out = github.Guard(out)
	}
	if err := table(out, r.Results); err != nil {
		return err
	}
	pages := f.pages(r.Results)
	if err := pages.write(out, r.Results, f.markdown != ""); err != nil {
		return err
	}
	for _, one := range unexpected(r.Results) {
		for _, run := range one.EachRun() {
			text := "\n" + report.EventText(run, f.full)
			if page := pages.of(run); page != "" {
				text += "page: " + page + "\n"
			}
			if _, err := fmt.Fprint(out, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// unexpected are the results with violations that were not expected.
func unexpected(rs []results.Result) []results.Result {
	var all []results.Result
	for _, r := range rs {
		if r.Counterexample != nil && (r.AsExpected == nil || !*r.AsExpected) {
			all = append(all, r)
		}
	}
	return all
}

// showDiagram writes the first violation as a Mermaid text, which has one diagram: to the file that
// --output names, below the table, or else alone.
func (f verifyFlags) showDiagram(c *cobra.Command, rs []results.Result, table func(io.Writer, []results.Result) error) error {
	if f.output != "" {
		if err := table(c.OutOrStdout(), rs); err != nil {
			return err
		}
	}
	found := unexpected(rs)
	if len(found) == 0 {
		warn(c.ErrOrStderr(), "no violation, and no diagram")
		return nil
	}
	for _, other := range found[1:] {
		warn(c.ErrOrStderr(), fmt.Sprintf("%s is violated as well: --property %[1]s draws it", other.Property))
	}
	messages, err := replay.Messages(found[0].Configuration, found[0].Counterexample)
	if err != nil {
		messages = nil // a seeded bug is in the model alone
	}
	text := report.Mermaid(found[0], messages)
	if f.output == "" {
		_, err = fmt.Fprint(c.OutOrStdout(), text)
		return err
	}
	return writeOutput(f.output, []byte(text))
}
