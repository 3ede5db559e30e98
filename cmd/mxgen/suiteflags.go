package main

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
)

// suiteFlags say which entries of suites are verified, and when to give up.
type suiteFlags struct {
	tags     []string
	filter   string
	failFast bool
}

func (f *suiteFlags) add(c *cobra.Command) {
	f.addSelection(c, "verify")
	c.Flags().BoolVar(&f.failFast, "fail-fast", false, "of suites: end with the first verdict that contradicts the expected one")
}

// addSelection adds the flags that select entries, of which the command does what verb says.
func (f *suiteFlags) addSelection(c *cobra.Command, verb string) {
	c.Flags().StringArrayVar(&f.tags, "tag", nil, "of suites: "+verb+" the entries that have this tag; !TAG: those that do not; may be repeated")
	c.Flags().StringVar(&f.filter, "filter", "", "of suites: "+verb+" the entries whose configuration or file matches this regular expression")
}

// refuseWithoutSuite refuses the flags beside something else.
func (f suiteFlags) refuseWithoutSuite(c *cobra.Command) error {
	for _, name := range []string{"tag", "filter", "fail-fast"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "needs a suite", Remedy: "name a SUITE.yaml"}
		}
	}
	return nil
}

// load reads suites, and selects the entries that are wanted.
func (f suiteFlags) load(paths []string) (*suite.Suite, error) {
	wanted := suite.Selection{Tags: f.tags}
	if f.filter != "" {
		var err error
		if wanted.Filter, err = regexp.Compile(f.filter); err != nil {
			return nil, &config.Error{Operand: fmt.Sprintf("--filter %.60q", f.filter), Reason: "not a regular expression", Remedy: "see https://pkg.go.dev/regexp/syntax"}
		}
	}
	s, err := suite.Load(paths...)
	if err != nil {
		return nil, err
	}
	return s.Select(wanted)
}
