package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// swept is what a sweep decides unless --property says otherwise.
var swept = []string{"mutex", "deadlock"}

// verifySweep verifies an algorithm on every quorum system.
func verifySweep(c *cobra.Command, algorithm string, f verifyFlags) error {
	for _, name := range []string{"ltl", "engine", "markdown", "diagram"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "does not go with a sweep", Remedy: "leave it out"}
		}
	}
	configs, err := models.Sweep(algorithm, f.sweep, params(c))
	if err != nil {
		return err
	}
	properties := swept
	if f.properties != nil {
		properties = f.properties
	}
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	bar := newProgress(c.ErrOrStderr(), len(configs), fmt.Sprintf("%s, %d nodes", algorithm, configs[0].N))
	s, err := v.Sweep(c.Context(), configs, properties, func(k int, rs []results.Result) { bar.step(configs[k].String(), rs) })
	bar.finish()
	if err != nil {
		return cancelled(c, err)
	}
	if f.json {
		err = writeJSON(c.OutOrStdout(), s)
	} else {
		err = results.SweepTable(c.OutOrStdout(), s)
	}
	if err != nil {
		return err
	}
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
	}
	return verdictCode(all)
}
