package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
)

func newGen() *cobra.Command {
	var output, directory, property, ltl, count string
	var selected suiteFlags
	c := &cobra.Command{
		Use:   "gen ALGORITHM | SUITE.yaml...",
		Short: "Write the Promela model of a configuration, or all models of suites",
		Long: `Writes the Promela model for all safety properties to standard output, or to the
file of -o.  With --property, it writes the model for that property; with --ltl,
the model for that formula.  The same configuration always gives the same bytes.

Of suites, it writes every model that verify would check, or those of the entries that
--tag and --filter select, and a manifest.`,
		Example: `  mxgen gen neilsen-mizuno --n 5 --topology star
  mxgen gen ricart-agrawala --n 3 --network fifo --rounds 2 -o ra.pml
  mxgen gen ricart-agrawala --n 3 --property starvation
  mxgen gen models/suites/quick.yaml -d OUT
  mxgen gen models/suites/*.yaml --filter '^maekawa' -d OUT`,
		Args:              oneOrSuites,
		ValidArgsFunction: completeAlgorithm,
		RunE: func(c *cobra.Command, args []string) error {
			if isSuite(args[0]) {
				return genSuites(c, args, selected, directory)
			}
			if c.Flags().Changed("dir") {
				return &config.Error{Operand: "--dir", Reason: "needs a suite", Remedy: "use -o FILE"}
			}
			if err := selected.refuseWithoutSuite(c); err != nil {
				return err
			}
			source, err := genModel(c, args[0], property, ltl, count)
			if err != nil {
				return err
			}
			if output == "" {
				_, err = c.OutOrStdout().Write(source)
				return err
			}
			return writeOutput(output, source)
		},
	}
	configFlags(c)
	c.Flags().StringVarP(&output, "output", "o", "", "write the model to this file")
	c.Flags().StringVarP(&directory, "dir", "d", "", "write the models of a suite to this directory")
	c.Flags().StringVar(&property, "property", "", "write the model for this property")
	c.Flags().StringVar(&ltl, "ltl", "", "write the model for the formula NAME=FORMULA")
	c.Flags().StringVar(&count, "count", "", "write a model that counts, as bounds does: MEASURE[,load=LOAD][,watch=NODE][,least=X][,most=Y]")
	selected.addSelection(c, "write")
	c.MarkFlagsMutuallyExclusive("property", "ltl", "count")
	return c
}

// genModel renders the model that the flags ask for.
func genModel(c *cobra.Command, algorithm, property, ltl, count string) ([]byte, error) {
	cfg, err := configuration(c, algorithm)
	if err != nil {
		return nil, err
	}
	build := models.Build{Property: property}
	if c.Flags().Changed("ltl") {
		f, err := models.ParseFormula(cfg, ltl)
		if err != nil {
			return nil, err
		}
		build.Formula = &f
	}
	if c.Flags().Changed("count") {
		n, err := models.ParseCount(cfg, count)
		if err != nil {
			return nil, err
		}
		build.Count = &n
	}
	m, err := models.Render(cfg, build)
	if err != nil {
		return nil, err
	}
	return m.Source, nil
}

// genSuites renders all models of suites before it writes the first file.  It writes the
// manifest last, so that a directory with a manifest is complete.
func genSuites(c *cobra.Command, paths []string, selected suiteFlags, directory string) error {
	if err := noConfigFlags(c, paths[0]); err != nil {
		return err
	}
	for _, name := range []string{"output", "property", "ltl", "count"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "cannot be combined with a suite", Remedy: "use -d DIR"}
		}
	}
	if directory == "" {
		return &config.Error{Operand: "gen " + paths[0], Reason: "a suite has many models", Remedy: "name a directory with -d DIR"}
	}
	s, err := selected.load(paths)
	if err != nil {
		return err
	}
	files, err := suite.Files(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return unwritable(directory, err)
	}
	for _, f := range files {
		if err := writeOutput(filepath.Join(directory, f.Name), f.Data); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.ErrOrStderr(), "%d files in %s\n", len(files), directory)
	return nil
}
