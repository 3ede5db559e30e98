package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/sweep"
)

// swept is what a sweep decides unless --property says otherwise.
var swept = []string{"mutex", "deadlock"}

// verifySweep verifies an algorithm on every quorum system, however its nodes are numbered.
func verifySweep(c *cobra.Command, algorithm string, f verifyFlags) error {
	for _, name := range []string{"ltl", "engine", "markdown", "diagram"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "does not go with a sweep", Remedy: "leave it out"}
		}
	}
	systems, err := models.Sweep(algorithm, f.sweep, params(c))
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
	bar := newProgress(c.ErrOrStderr(), len(systems), fmt.Sprintf("%s, %d nodes", algorithm, systems[0][0].N))
	s, err := sweep.Run(c.Context(), systems, properties, 2*cap(v.Slots), numberings(v), func(_ int, rs []results.Result) { bar.step(rs[0].Configuration.String(), rs) })
	bar.finish()
	warn(c.ErrOrStderr(), v.Cache.Warning())
	if err != nil {
		return f.stopped(c, v, err, bar.decided("systems"))
	}
	if f.json {
		err = writeJSON(c.OutOrStdout(), s)
	} else {
		err = sweep.Table(c.OutOrStdout(), s)
	}
	if err != nil {
		return err
	}
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
	}
	return f.keptAll(all, sweepCode(s))
}

// sweepCode is the exit code for a sweep: a tool's failure before a violation,
// and this before what is not decided.
func sweepCode(s *sweep.Sweep) error {
	var all []results.Result
	for _, system := range s.Systems {
		all = append(all, system.Results...)
		if system.Undecided > 0 {
			all = append(all, results.Result{Verdict: results.Inconclusive})
		}
	}
	return verdictCode(all)
}
