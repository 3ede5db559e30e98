package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
)

// traceInputFlags are the flags of the verbs of trace about their input.
type traceInputFlags struct {
	configuration, header string
	events                []string
	ignoreUnknown         bool
	execution             int
	properties            []string
	memory                string
}

func (f *traceInputFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.configuration, "configuration", "", `configuration of a log with vector clocks, such as "ricart-agrawala --n 3"`)
	c.Flags().StringVar(&f.header, "header", "", "take the configuration, and the names of nodes and messages, from the header of this trace")
	c.Flags().StringArrayVar(&f.events, "event", nil, "REGEXP=EVENT: a text of a log that matches is this event, or none if EVENT is -; may be repeated")
	c.Flags().BoolVar(&f.ignoreUnknown, "ignore-unknown", false, "leave out texts of a log that are no events")
	c.Flags().IntVar(&f.execution, "execution", 0, "read this execution of a log that has several, from 1")
	c.Flags().StringArrayVar(&f.properties, "property", nil, "of JSON results: take only the counterexamples of this property; may be repeated")
	c.Flags().StringVar(&f.memory, "memory", "2GB", "memory limit of the search for the events that an incomplete log leaves out")
	c.MarkFlagsMutuallyExclusive("configuration", "header")
}

// openedTrace is an input of a verb of trace.
type openedTrace struct {
	form    convert.Form
	logs    []check.Log
	results []results.Result // with counterexamples
	clocked *convert.Log
	opts    check.Options
}

// open reads the operands.  All have one form.
func (f *traceInputFlags) open(c *cobra.Command, logs []check.Log) (*openedTrace, error) {
	if c.Flags().Changed("execution") && f.execution < 1 {
		return nil, &config.Error{Operand: fmt.Sprintf("execution %d", f.execution), Reason: "needs at least 1"}
	}
	memory, err := config.ParseMemory("memory", f.memory)
	if err != nil {
		return nil, err
	}
	in := &openedTrace{logs: logs, opts: check.Options{MaxBytes: memory}}
	for k, log := range logs {
		form, err := convert.FormOf(log)
		if err != nil {
			return nil, err
		}
		if k > 0 && form != in.form {
			return nil, &config.Error{Operand: fmt.Sprintf("%q", log.Name), Reason: "has another form than " + logs[0].Name, Remedy: "convert traces, results and logs separately"}
		}
		in.form = form
	}
	switch in.form {
	case convert.ResultsForm:
		err = f.readResults(in)
	case convert.ShiVizForm:
		err = f.readClocked(c, in)
	}
	if err != nil {
		return nil, err
	}
	return in, f.unused(c, in)
}

// unused refuses flags that say nothing about a form.
func (f *traceInputFlags) unused(c *cobra.Command, in *openedTrace) error {
	of := map[convert.Form][]string{
		convert.ResultsForm: {"property"},
		convert.ShiVizForm:  {"configuration", "header", "event", "ignore-unknown", "execution"},
	}
	for form, names := range of {
		for _, name := range names {
			if form != in.form && c.Flags().Changed(name) {
				return &config.Error{Operand: "--" + name, Reason: "says nothing about " + in.logs[0].Name, Remedy: "leave it out"}
			}
		}
	}
	return nil
}

// readResults reads the results that have counterexamples, and those of --property.
func (f *traceInputFlags) readResults(in *openedTrace) error {
	var names []string
	for _, log := range in.logs {
		rs, err := convert.ReadResults(log)
		if err != nil {
			return err
		}
		for _, r := range rs {
			if r.Counterexample == nil {
				continue
			}
			names = append(names, r.Property)
			if f.properties == nil || slices.Contains(f.properties, r.Property) {
				in.results = append(in.results, r)
			}
		}
	}
	for _, p := range f.properties {
		if !slices.Contains(names, p) {
			return &config.Error{Operand: fmt.Sprintf("property %.40q", p), Reason: "has no counterexample", Remedy: config.ThereAre(p, names)}
		}
	}
	if in.results == nil {
		return &config.Error{Operand: fmt.Sprintf("%q", in.logs[0].Name), Reason: "has no counterexample", Remedy: "verify a property that fails"}
	}
	return nil
}

// readClocked reads logs with vector clocks.
func (f *traceInputFlags) readClocked(c *cobra.Command, in *openedTrace) error {
	opts := convert.ShiVizOptions{Execution: f.execution, Names: convert.Names{IgnoreUnknown: f.ignoreUnknown}}
	for _, text := range f.events {
		rule, err := convert.ParseRule(text)
		if err != nil {
			return err
		}
		opts.Names.Rules = append(opts.Names.Rules, rule)
	}
	if f.configuration != "" {
		cfg, err := convert.ParseConfiguration(f.configuration)
		if err != nil {
			return err
		}
		opts.Config = &cfg
	}
	if f.header != "" {
		header, err := check.File(f.header).Header()
		if err != nil {
			return err
		}
		opts.Config, opts.Names.Names = &header.Config, header.Names
	}
	var err error
	in.clocked, err = convert.ReadShiViz(c.Context(), in.logs, opts)
	return err
}

// runs returns the runs of the input.  separate: each trace is a run of its own.
func (in *openedTrace) runs(c *cobra.Command, separate bool) ([]*convert.Run, error) {
	switch in.form {
	case convert.ResultsForm:
		return in.counterexamples()
	case convert.ShiVizForm:
		run, err := in.clocked.Run(c.Context(), in.opts)
		return []*convert.Run{run}, err
	}
	parts := [][]check.Log{in.logs}
	if separate {
		parts = slices.Collect(slices.Chunk(in.logs, 1))
	}
	var runs []*convert.Run
	for _, logs := range parts {
		run, err := convert.FromLogs(c.Context(), logs, in.opts)
		if err != nil {
			return nil, err
		}
		for _, w := range run.Warnings {
			warn(c.ErrOrStderr(), w)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// counterexamples are the runs of the results.
func (in *openedTrace) counterexamples() ([]*convert.Run, error) {
	var runs []*convert.Run
	for _, r := range in.results {
		for _, one := range r.EachRun() {
			run, err := convert.FromResult(one)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run)
		}
	}
	return runs, nil
}
