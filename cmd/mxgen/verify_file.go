package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// verifyFile verifies every property, or the properties that --property names, in a
// Promela file of the user.
func verifyFile(c *cobra.Command, m fileModelFlags, f verifyFlags) error {
	task, err := m.task(c, f.properties)
	if err != nil {
		return err
	}
	f.counterexamples.Shorter = true
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	ctx, cancel := f.within(c)
	defer cancel()
	spinner := terminal.StartSpinner(progressTo(c), "verifying "+task.Source.Name)
	rs, err := v.VerifyFile(observed(c, ctx, spinner.Note), task)
	spinner.Stop()
	for k := range rs {
		rs[k].Path = m.file.text
	}
	return f.finish(c, v, results.Report{Schema: results.Schema, Results: rs}, err, report.Model, verdictCode)
}

// verifyArgs checks the operands of verify: none with --model, otherwise one, or several suites.
func verifyArgs(c *cobra.Command, args []string) error {
	switch {
	case !c.Flags().Changed("model"):
		return oneOrSuites(c, args)
	case len(args) > 0:
		return &config.Error{Operand: fmt.Sprintf("%.40q", strings.Join(args, " ")), Reason: "cannot be combined with --model", Remedy: "leave out one of the two"}
	}
	return nil
}
