package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// configFlags adds the flags of a configuration.  All are strings or switches:
// models.Resolve parses them, as it parses those of a suite, so that both report errors
// in the same words.
func configFlags(c *cobra.Command) {
	for _, name := range models.ParamNames {
		if slices.Contains(models.Switchable, name) {
			c.Flags().Bool(name, false, models.ParamHelp[name])
		} else {
			c.Flags().String(name, "", models.ParamHelp[name])
		}
	}
}

// params returns the flags of a configuration that are on the command line.
func params(c *cobra.Command) models.Params {
	p := models.Params{}
	for _, name := range models.ParamNames {
		if f := c.Flags().Lookup(name); f.Changed {
			p[name] = f.Value.String()
		}
	}
	return p
}

// configuration returns the configuration of the command line.
func configuration(c *cobra.Command, algorithm string) (config.Config, error) {
	return models.Resolve(algorithm, params(c))
}

// noConfigFlags refuses the flags of a configuration beside a suite.
func noConfigFlags(c *cobra.Command, suite string) error {
	for _, name := range models.ParamNames {
		if c.Flags().Lookup(name).Changed {
			return &config.Error{Operand: "--" + name, Reason: "cannot be combined with a suite", Remedy: "write it into " + suite}
		}
	}
	return nil
}
