package main

import (
	"context"
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
	progress := terminal.NewProgress(c.ErrOrStderr(), len(systems), fmt.Sprintf("%s, %d nodes", algorithm, systems[0][0].N))
	s, err := sweep.Run(c.Context(), systems, properties, 2*cap(v.Slots), verifyNumbering(v), func(_ int, rs []results.Result) {
		progress.Step(finishedLine(rs[0].Configuration, rs))
	})
	progress.Finish()
	warn(c.ErrOrStderr(), v.Cache.Warning())
	if err != nil {
		return f.interruptedWithProgress(c, v, err, progress.String()+" systems were verified")
	}
	if f.json {
		err = writeJSON(c.OutOrStdout(), s)
	} else {
		err = sweep.Table(c.OutOrStdout(), s)
	}
	if err != nil {
		return err
	}
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
	}
	return f.failUnlessKept(all, sweepCode(s))
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
