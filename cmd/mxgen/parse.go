package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/results/report"
)

func newParse() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "parse [FILE | -]",
		Short: "Say what follows from the output of a SPIN verifier",
		Long: `Reads what pan has printed, from a file or standard input, of any length, and
says which verdict follows from it, by the rules of verify.  Lines "$ COMMAND",
"--- stderr:" and "[exit N]" may stand around it; without the last how pan ended
is not known.  What was wanted is taken from the output's own header: a pass says
what was not checked, and what it depends on that the output does not show.  Of
several searches each must pass.

Exit codes: 0 pass, 1 a violation, 2 bad usage, 3 inconclusive, 4 a tool or the
model failed.`,
		Example: `  ./pan -a > pan.out 2>&1; mxgen parse pan.out
  ./pan -a 2>&1 | mxgen parse --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in, name := c.InOrStdin(), "-"
			if len(args) == 1 && args[0] != "-" {
				name = args[0]
				file, err := openOutput(name)
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			r, err := conclude.ParsePan(in)
			if err != nil {
				return unreadable(name, err)
			}
			if asJSON {
				err = writeJSON(c.OutOrStdout(), r)
			} else {
				err = report.Parsed(c.OutOrStdout(), r)
			}
			if err != nil {
				return err
			}
			return verdictCode([]results.Result{{Verdict: r.Verdict}})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON, schema "+results.ParseSchema)
	return c
}

// openOutput opens a recorded output.  A pipe is as good as a file.
func openOutput(path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info.IsDir() {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: "is a directory", Remedy: "name the file that holds pan's output"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return file, nil
}
