package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/promela"
)

// modelFlags are those of verify that are about a file of the user's.
type modelFlags struct {
	file      string
	defines   []string
	fair      bool
	embeddedC bool
	trustC    bool
}

func (f *modelFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.file, "model", "", "verify this Promela file of your own")
	c.Flags().StringArrayVarP(&f.defines, "define", "D", nil, "with --model: define NAME or NAME=VALUE for the preprocessor; may be repeated")
	c.Flags().BoolVar(&f.fair, "fair", false, "with --model: decide liveness under weak fairness as well")
	c.Flags().BoolVar(&f.embeddedC, "allow-embedded-c", false, "with --model: execute the C in the file, which can do whatever you can")
	c.Flags().BoolVar(&f.trustC, "trust-embedded-c", false, "with --model: take the C in the file for harmless: all that it keeps is part of SPIN's states")
}

// given tells whether a file is to be verified; --model with an empty name is one
// that is not there.
func (f *modelFlags) given(c *cobra.Command) bool { return c.Flags().Changed("model") }

// unused refuses flags that are for --model alone.
func (f *modelFlags) unused(c *cobra.Command) error {
	for _, name := range []string{"define", "fair", "allow-embedded-c", "trust-embedded-c"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "is for a Promela file", Remedy: "name it with --model FILE.pml; gen -o writes one"}
		}
	}
	return nil
}

// task reads the file and checks the flags.
func (f *modelFlags) task(c *cobra.Command, properties []string) (verify.FileTask, error) {
	t := verify.FileTask{Properties: properties, Fair: f.fair, EmbeddedC: f.embeddedC, TrustC: f.trustC}
	for _, name := range append([]string{"ltl", "engine", "diagram", "sweep", "markdown"}, models.ParamNames...) {
		if c.Flags().Changed(name) {
			return t, &config.Error{Operand: "--" + name, Reason: "does not go with --model", Remedy: "it is for generated models"}
		}
	}
	for _, d := range f.defines {
		if err := runner.CheckDefine(d); err != nil {
			return t, &config.Error{Operand: fmt.Sprintf("-D %.40q", d), Reason: err.Error(), Remedy: "write -D N=3"}
		}
	}
	text, err := readAtMost(f.file, maxModel)
	if err != nil {
		return t, err
	}
	path, err := filepath.Abs(f.file)
	if err != nil {
		return t, err
	}
	t.Source = runner.Source{Name: promela.HarmlessName(filepath.Base(path)), Dir: filepath.Dir(path), Text: text, Defines: f.defines}
	return t, nil
}

// verifyModel decides what there is to decide in a file of the user's.
func verifyModel(c *cobra.Command, m modelFlags, f verifyFlags) error {
	task, err := m.task(c, f.properties)
	if err != nil {
		return err
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	stop := startSpinner(c.ErrOrStderr(), "verifying "+task.Source.Name)
	rs, err := v.VerifyFile(c.Context(), task)
	stop()
	if err != nil {
		return cancelled(c, err)
	}
	if err := f.show(c, results.Report{Schema: results.Schema, Results: rs}, report.Model); err != nil {
		return err
	}
	return f.keptAll(rs, verdictCode(rs))
}

// modelArgs is what verify takes besides flags: nothing with --model.
func modelArgs(c *cobra.Command, args []string) error {
	if c.Flags().Changed("model") && len(args) > 0 {
		return &config.Error{Operand: fmt.Sprintf("%.40q", strings.Join(args, " ")), Reason: "does not go with --model", Remedy: "give one or the other"}
	}
	if c.Flags().Changed("model") {
		return nil
	}
	return cobra.ExactArgs(1)(c, args)
}
