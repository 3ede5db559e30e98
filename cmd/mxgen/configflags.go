package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// configFlags adds the flags that name a configuration.  They are all text, or
// stand for true: models.Resolve reads them, as it reads those of a suite, with the
// same words for what is wrong.
func configFlags(c *cobra.Command) {
	for _, name := range models.ParamNames {
		if slices.Contains(models.Switchable, name) {
			c.Flags().Bool(name, false, models.ParamHelp[name])
		} else {
			c.Flags().String(name, "", models.ParamHelp[name])
		}
	}
}

// params are the flags that were given.
func params(c *cobra.Command) models.Params {
	p := models.Params{}
	for _, name := range models.ParamNames {
		if f := c.Flags().Lookup(name); f.Changed {
			p[name] = f.Value.String()
		}
	}
	return p
}

// configuration is what the command line names.
func configuration(c *cobra.Command, algorithm string) (config.Config, error) {
	return models.Resolve(algorithm, params(c))
}

// noConfigFlags refuses configuration flags beside a suite.
func noConfigFlags(c *cobra.Command, suite string) error {
	for _, name := range models.ParamNames {
		if c.Flags().Lookup(name).Changed {
			return &config.Error{Operand: "--" + name, Reason: "does not go with a suite", Remedy: "write it into " + suite}
		}
	}
	return nil
}
