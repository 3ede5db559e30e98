package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/sweep"
	"github.com/mxgen/mxgen/results/verify"
)

// sweepProperties are what a sweep verifies without --property.
var sweepProperties = []string{"mutex", "deadlock"}

// verifySweep verifies an algorithm with every quorum system and every numbering of its
// nodes.
func verifySweep(c *cobra.Command, algorithm string, f verifyFlags) error {
	for _, name := range []string{"ltl", "engine", "markdown", "diagram", "html"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "cannot be combined with --sweep", Remedy: "leave it out"}
		}
	}
	systems, err := models.Sweep(algorithm, f.sweep, params(c))
	if err != nil {
		return err
	}
	properties := sweepProperties
	if f.properties != nil {
		properties = f.properties
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	ctx, cancel := f.within(c)
	defer cancel()
	progress := terminal.NewProgress(progressTo(c), len(systems), fmt.Sprintf("%s, %d nodes", algorithm, systems[0][0].N), nil)
	s, err := sweep.Run(observed(c, ctx, progress.Note), systems, properties, 2*cap(v.Slots), verifyNumbering(v), func(k int, rs []results.Result) {
		progress.Step(k, finishedLine(rs[0].Subject(), rs))
	})
	progress.Finish()
	warn(c.ErrOrStderr(), v.Cache.Warning())
	if s == nil {
		return cancelled(c, err)
	}
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
	}
	show := func() error {
		reported := results.Report{Schema: results.Schema, Results: all}
		if stop := (*results.Interruption)(nil); errors.As(err, &stop) {
			reported.Interrupted = stop.By
		}
		failed := f.reports.write(c, reported)
		if f.json {
			return cmp.Or(writeJSON(c.OutOrStdout(), s), failed)
		}
		return cmp.Or(sweep.Table(c.OutOrStdout(), s), failed)
	}
	return f.finishWith(c, v, all, err, show, sweepCode(s))
}

// verifyNumbering verifies one configuration of a sweep, whose files have a directory of
// their own in that of --keep.
func verifyNumbering(v *verify.Verifier) sweep.Verify {
	return func(ctx context.Context, c config.Config, properties []string, name string) ([]results.Result, error) {
		one := *v
		if v.Keep != "" {
			one.Keep = filepath.Join(v.Keep, name)
		}
		return one.Verify(ctx, verify.Task{Config: c, Properties: properties})
	}
}

// sweepCode returns the exit code of a sweep: first for an error of a tool, then for a
// violation, then for an inconclusive verdict.
func sweepCode(s *sweep.Sweep) error {
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
		if system.Undecided > 0 {
			all = append(all, results.Result{Verdict: results.Inconclusive})
		}
	}
	return verdictCode(all)
}
