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
	stop := terminal.StartSpinner(c.ErrOrStderr(), "verifying "+task.Source.Name)
	rs, err := v.VerifyFile(c.Context(), task)
	stop()
	if err != nil {
		return cancelled(c, err)
	}
	if err := f.show(c, results.Report{Schema: results.Schema, Results: rs}, report.Model); err != nil {
		return err
	}
	return f.failUnlessKept(rs, verdictCode(rs))
}

// verifyArgs checks the operands of verify: none with --model, one without it.
func verifyArgs(c *cobra.Command, args []string) error {
	if !c.Flags().Changed("model") {
		return cobra.ExactArgs(1)(c, args)
	}
	if len(args) > 0 {
		return &config.Error{Operand: fmt.Sprintf("%.40q", strings.Join(args, " ")), Reason: "cannot be combined with --model", Remedy: "leave out one of the two"}
	}
	return nil
}
