package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// verifySuites verifies every entry of suites that is wanted, and compares the verdicts with
// the expected ones.
func verifySuites(c *cobra.Command, paths []string, f verifyFlags) error {
	if err := noConfigFlags(c, paths[0]); err != nil {
		return err
	}
	for _, name := range []string{"property", "ltl", "sweep"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "cannot be combined with a suite", Remedy: "write it into " + paths[0]}
		}
	}
	if f.engine != results.EngineSPIN {
		return &config.Error{Operand: "--engine " + f.engine, Reason: "cannot be combined with a suite", Remedy: "name an algorithm and its configuration"}
	}
	table, err := f.suiteTable()
	if err != nil {
		return err
	}
	s, err := f.suiteFlags.load(paths)
	if err != nil {
		return err
	}
	if s, err = f.changed(c, s, paths); err != nil {
		return err
	}
	s, shard, err := f.part(s)
	if err != nil {
		return err
	}
	weights, err := f.weights(s)
	if err != nil {
		return err
	}
	for _, one := range s.Cases {
		f.largestMemory = max(f.largestMemory, one.Memory)
	}
	if f.slurm.task >= 0 {
		return f.runTask(c, s)
	}
	if f.slurm.backend == backendSlurm {
		return f.verifyOnCluster(c, s, table)
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	v.FailFast = f.failFast
	ctx, cancel := f.within(c)
	defer cancel()
	progress := terminal.NewProgress(progressTo(c), len(s.Cases), s.Name, weights)
	rs, err := v.RunSuite(observed(c, ctx, progress.Note), s, func(k int, rs []results.Result) { progress.Step(k, finishedLine(s.Cases[k].Subject(), rs)) })
	progress.Finish()
	warn(c.ErrOrStderr(), v.Cache.Warning())
	if rs == nil {
		rs = []results.Result{} // a shard may have no entry
	}
	return f.finish(c, v, results.Report{Schema: results.Schema, Suite: s.Name, Shard: shard, Results: rs}, err, table, suiteCode)
}

// suiteTable returns the format that --markdown names, the plain table without it.
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

// finishedLine is a configuration or file with the number of its results by verdict.
func finishedLine(subject string, rs []results.Result) string {
	count := map[results.Verdict]int{}
	cached := 0
	for _, r := range rs {
		count[r.Verdict]++
		if r.Cached {
			cached++
		}
	}
	var parts []string
	for _, v := range []results.Verdict{results.Pass, results.Fail, results.Inconclusive, results.Error} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	if cached > 0 {
		parts = append(parts, fmt.Sprintf("%d from the cache", cached))
	}
	return subject + ": " + strings.Join(parts, ", ")
}
