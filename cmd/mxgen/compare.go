package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/compare"
)

func newCompare() *cobra.Command {
	var f verifyFlags
	var o compare.Options
	var model string
	c := &cobra.Command{
		Use:   "compare ALGORITHM | SUITE.yaml",
		Short: "Compare the model's graph, as SPIN makes it, with the Go program's",
		Long: `Explores both the model and the Go program completely, and compares the sets of
states and of labelled edges.  Where they differ, the nearest difference is
shown with the events that lead to it.  Of a suite every configuration is
compared, but those with a seeded bug.

Exit codes: 0 equal, 1 different, 2 bad usage, 4 a tool failed or a side is too
large for the limits.`,
		Example: `  mxgen compare ricart-agrawala --n 3 --network fifo
  mxgen compare neilsen-mizuno --n 4 --topology star --json
  mxgen compare models/suites/quick.yaml
  mxgen gen centralized --n 3 -o my.pml && mxgen compare centralized --n 3 --model my.pml`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			if isSuite(args[0]) {
				return compareSuite(c, args[0], f, o)
			}
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if c.Flags().Changed("model") {
				if o.Model, err = readModel(model); err != nil {
					return err
				}
			}
			if f.markdown != "" {
				return &config.Error{Operand: "--markdown", Reason: "is for suites", Remedy: "compare a SUITE.yaml"}
			}
			if err := checkEdges(c, o); err != nil {
				return err
			}
			v, err := f.verifier(c)
			if err != nil {
				return err
			}
			stop := startSpinner(c.ErrOrStderr(), "comparing "+cfg.String())
			r, err := comparer(v).Compare(c.Context(), cfg, o)
			stop()
			if err != nil {
				return cancelled(c, err)
			}
			return showComparison(c.OutOrStdout(), r, f.json)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&model, "model", "", "compare this file, a generated model that was edited")
	c.Flags().Int64Var(&o.MaxEdges, "max-edges", 0, fmt.Sprintf("beyond this many, count edges by label (default %d)", compare.DefaultMaxEdges))
	limitFlags(c, &f)
	c.Flags().IntVarP(&f.jobs, "jobs", "j", 0, "comparisons of a suite at the same time (default: one for each processor)")
	c.Flags().StringVar(&f.markdown, "markdown", "", "a suite's comparisons as a Markdown table: rows")
	c.Flags().BoolVar(&f.json, "json", false, "as JSON, schema "+results.CompareSchema)
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	return c
}

func checkEdges(c *cobra.Command, o compare.Options) error {
	if c.Flags().Changed("max-edges") && o.MaxEdges < 1 {
		return &config.Error{Operand: fmt.Sprintf("max-edges %d", o.MaxEdges), Reason: "needs at least 1"}
	}
	return nil
}

func compareSuite(c *cobra.Command, path string, f verifyFlags, o compare.Options) error {
	if err := noConfigFlags(c, path); err != nil {
		return err
	}
	if c.Flags().Changed("model") {
		return &config.Error{Operand: "--model", Reason: "does not go with a suite", Remedy: "name its algorithm and configuration"}
	}
	if err := checkEdges(c, o); err != nil {
		return err
	}
	if f.markdown != "" && f.markdown != "rows" {
		return &config.Error{Operand: fmt.Sprintf("markdown %.40q", f.markdown), Reason: "unknown", Remedy: "there is rows"}
	}
	s, err := suite.Load(path)
	if err != nil {
		return err
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	done := 0
	all, err := comparer(v).Suite(c.Context(), s, o, func(one compare.SuiteComparison) {
		done++
		fmt.Fprintf(c.ErrOrStderr(), "[%d] %s: %s\n", done, one.Configuration, outcomeOf(one))
	})
	if err != nil {
		return cancelled(c, err)
	}
	switch {
	case f.json:
		err = writeJSON(c.OutOrStdout(), compare.Report{Schema: results.CompareSchema, Suite: s.Name, Comparisons: all})
	case f.markdown != "":
		err = compare.Markdown(c.OutOrStdout(), all)
	default:
		err = compare.Table(c.OutOrStdout(), all)
	}
	if err != nil {
		return err
	}
	return comparedCode(all)
}

func outcomeOf(one compare.SuiteComparison) string {
	switch {
	case one.Err != nil:
		return "not compared: " + one.Reason
	case one.Comparison.Equal:
		return "equal"
	}
	return "different"
}

// comparedCode is the exit code for a suite: what could not be compared before
// what differs.
func comparedCode(all []compare.SuiteComparison) error {
	code := 0
	for _, one := range all {
		switch {
		case one.Err != nil:
			return one.Err
		case !one.Comparison.Equal:
			code = exitViolated
		}
	}
	if code != 0 {
		return outcome(code)
	}
	return nil
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

func showComparison(w io.Writer, r *compare.Comparison, asJSON bool) error {
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

func printComparison(w io.Writer, r *compare.Comparison) error {
	fmt.Fprintln(w, r.Configuration)
	if r.Equal {
		how := "the same labelled edges"
		if r.Edges == compare.EdgesCounted {
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
