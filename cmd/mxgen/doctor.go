package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

func newDoctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check that SPIN and the C compilers are installed and work together",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			tools, err := toolchain.Find(c.Context())
			t := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, tool := range []struct {
				name, need string
				tool       toolchain.Tool
			}{
				{"spin", "needed", tools.Spin},
				{"gcc", "needed, also by spin", tools.Gcc},
				{"tcc", "optional: compiles small models faster", tools.Tcc},
			} {
				state := "missing"
				if tool.tool.Path != "" {
					state = tool.tool.Version + " (" + tool.tool.Path + ")"
				}
				fmt.Fprintf(t, "%s\t%s\t%s\n", tool.name, tool.need, state)
			}
			t.Flush()
			if err != nil {
				return err
			}
			return tryOut(c, tools)
		},
	}
}

// tryOut verifies two small configurations whose verdicts are known: the property holds
// in one and is violated in the other.
func tryOut(c *cobra.Command, tools toolchain.Tools) error {
	v := &verify.Verifier{Tools: tools, Slots: process.NewSlots(0)}
	for _, try := range []struct {
		variant string
		want    results.Verdict
	}{{"", results.Pass}, {"no-tie-break", results.Fail}} {
		cfg, err := models.Resolve("ricart-agrawala", models.Params{"n": "2", "variant": try.variant})
		if err != nil {
			return err
		}
		rs, err := v.Verify(c.Context(), verify.Task{Config: cfg, Properties: []string{"deadlock"}})
		if err != nil {
			return cancelled(c, err)
		}
		if rs[0].Verdict != try.want {
			return fmt.Errorf("the tools do not work together: %s: deadlock: %s instead of %s: %s", cfg, rs[0].Verdict, try.want, rs[0].Reason)
		}
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), "the tools work together: a known pass and a known failure were verified")
	return err
}
