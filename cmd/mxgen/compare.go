package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

func newCompare() *cobra.Command {
	var f verifyFlags
	var o results.CompareOptions
	var model string
	c := &cobra.Command{
		Use:   "compare ALGORITHM",
		Short: "Compare the model's graph, as SPIN makes it, with the Go program's",
		Long: `Explores both the model and the Go program completely, and compares the sets of
states and of labelled edges.  Where they differ, the nearest difference is
shown with the events that lead to it.

Exit codes: 0 equal, 1 different, 2 bad usage, 4 a tool failed or a side is too
large for the limits.`,
		Example: `  mxgen compare ricart-agrawala --n 3 --network fifo
  mxgen compare neilsen-mizuno --n 4 --topology star --json
  mxgen gen centralized --n 3 -o my.pml && mxgen compare centralized --n 3 --model my.pml`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if c.Flags().Changed("model") {
				if o.Model, err = readModel(model); err != nil {
					return err
				}
			}
			if o.MaxEdges < 0 {
				return &config.Error{Operand: fmt.Sprintf("max-edges %d", o.MaxEdges), Reason: "needs at least 1"}
			}
			v, err := f.verifier(c)
			if err != nil {
				return err
			}
			stop := startSpinner(c.ErrOrStderr(), "comparing "+cfg.String())
			r, err := v.Compare(c.Context(), cfg, o)
			stop()
			if err != nil {
				return cancelled(c, err)
			}
			return showComparison(c.OutOrStdout(), r, f.json)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&model, "model", "", "compare this file, a generated model that was edited")
	c.Flags().Int64Var(&o.MaxEdges, "max-edges", 0, fmt.Sprintf("beyond this many, count edges by label (default %d)", results.DefaultMaxEdges))
	limitFlags(c, &f)
	c.Flags().BoolVar(&f.json, "json", false, "as JSON, schema "+results.CompareSchema)
	return c
}

// maxModel bounds a model file of the user's, in bytes.
const maxModel = 4 << 20

// readModel reads an edited model.  Embedded C would run whatever it likes, and
// an include read any file: generated models have neither.
func readModel(path string) ([]byte, error) {
	bad := func(reason, remedy string) ([]byte, error) {
		return nil, &config.Error{Operand: fmt.Sprintf("model %q", path), Reason: reason, Remedy: remedy}
	}
	if err := config.CheckFile(fmt.Sprintf("model %q", path), path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return bad(err.(*os.PathError).Err.Error(), "")
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxModel+1))
	switch {
	case err != nil:
		return bad(err.Error(), "")
	case len(data) > maxModel:
		return bad(fmt.Sprintf("larger than %d bytes", maxModel), "")
	}
	for _, word := range []string{"c_code", "c_expr", "c_decl", "c_state", "c_track", "include", "import"} {
		if strings.Contains(string(data), word) {
			return bad("has "+word, "compare takes a model that mxgen has generated, with edits")
		}
	}
	return data, nil
}

func showComparison(w io.Writer, r *results.Comparison, asJSON bool) error {
	if asJSON {
		if err := writeJSON(w, r); err != nil {
			return err
		}
	} else if err := printComparison(w, r); err != nil {
		return err
	}
	if !r.Equal {
		return outcome(exitViolated)
	}
	return nil
}

func printComparison(w io.Writer, r *results.Comparison) error {
	fmt.Fprintln(w, r.Configuration)
	if r.Equal {
		how := "the same labelled edges"
		if r.Edges == results.EdgesCounted {
			how = "as many edges by label"
		}
		_, err := fmt.Fprintf(w, "equal: %d states, %s (%d)\n", r.States.Go, how, r.Transitions.Go)
		return err
	}
	fmt.Fprintf(w, "different: %d states and %d edges in the model, %d and %d in the program\n",
		r.States.SPIN, r.Transitions.SPIN, r.States.Go, r.Transitions.Go)
	const most = 6
	for k, l := range r.Labels {
		if k == most {
			fmt.Fprintf(w, "  and %d other events that do not occur equally often\n", len(r.Labels)-most)
			break
		}
		fmt.Fprintf(w, "  %s: %d in the model, %d in the program\n", l.Label, l.SPIN, l.Go)
	}
	if d := r.Difference; d != nil {
		fmt.Fprintln(w, "the nearest difference:")
		for k, e := range d.Path {
			fmt.Fprintf(w, "%4d  %s\n", k+1, e)
		}
		_, err := fmt.Fprintf(w, "      %s\n", d.Text)
		return err
	}
	return nil
}
