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
		Short: "Determine the verdict from the output of a SPIN verifier",
		Long: `Reads the output of pan from a file or from standard input, and determines its
verdict by the rules of verify.  The output may have any length.  The lines
"$ COMMAND", "--- stderr:" and "[exit N]" may surround it; without "[exit N]", the
exit code of pan is unknown.

The header of the output says what was checked.  A pass names what was not
checked, and the assumptions that the output does not show.  If the output has
several searches, each of them must pass.

Exit codes: 0 pass, 1 a violation, 2 wrong usage, 3 inconclusive, 4 a tool or the
model failed.`,
		Example: `  ./pan -a > pan.out 2>&1; mxgen parse pan.out
  ./pan -a 2>&1 | mxgen parse --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in, name := c.InOrStdin(), "-"
			if len(args) == 1 && args[0] != "-" {
				name = args[0]
				file, err := openPanOutput(name)
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
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema "+results.ParseSchema)
	return c
}

// openPanOutput opens the output of pan: a file, or a pipe.
func openPanOutput(path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info.IsDir() {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: "is a directory", Remedy: "name the file with the output of pan"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return file, nil
}
