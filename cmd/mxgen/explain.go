package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/report"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:     "explain ALGORITHM",
		Short:   "Describe an algorithm: its idea, parameters, properties and stated bounds",
		Example: "  mxgen explain ricart-agrawala",
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			a, err := algorithms.Lookup(args[0])
			if err != nil {
				return err
			}
			out := bufio.NewWriter(c.OutOrStdout())
			explain(out, a)
			return out.Flush()
		},
	}
}

// explain prints the registry entry of an algorithm as text.
func explain(w io.Writer, a *registry.Algorithm) {
	prose := func(text string) { fmt.Fprintln(w, strings.Join(report.Wrap(text, report.Width), "\n")) }
	prose(a.Name)
	prose(a.Title)
	for _, s := range a.Sources {
		prose(s)
	}
	fmt.Fprintln(w)
	prose(a.Idea)
	fmt.Fprintln(w)
	prose("Assumes: " + a.Assumes + ".")
	section := func(title string, rows [][2]string) {
		if len(rows) == 0 {
			return
		}
		fmt.Fprintf(w, "\n%s\n", title)
		t := report.Columns{Titles: []string{"", ""}}
		for _, r := range rows {
			t.Add("  "+r[0], r[1])
		}
		t.Write(w)
	}
	section("Parameters", parameterRows(a))
	var messages, switches, properties, fails, bugs, bounds [][2]string
	for _, m := range a.Messages {
		messages = append(messages, [2]string{strings.Join(append([]string{m.Name}, m.Fields...), " "), m.Gloss})
	}
	section("Messages, with the numbers that they carry", messages)
	node, compared := variableRows(a)
	section("Variables of a node, state in a trace", node)
	section("Variables of the model that are compared, i and j are nodes", compared)
	for _, s := range a.Switches {
		switches = append(switches, [2]string{s.Name, s.Gloss})
	}
	section("Variants (--variant, comma-separated)", switches)
	for _, p := range a.Properties {
		properties = append(properties, [2]string{p.Name, p.Gloss})
	}
	section("Properties (--property)", properties)
	for _, f := range models.Failures(a) {
		fails = append(fails, [2]string{strings.TrimSpace("--n 3 "+f.Flags) + ": " + f.Property, f.Why})
	}
	section("Expected to fail", fails)
	for _, b := range a.Bugs {
		bugs = append(bugs, [2]string{b.Name, b.Gloss + "; violates " + b.Caught + " on " + b.On})
	}
	section("Bugs that can be seeded into the model (--bug)", bugs)
	var own [][2]string
	for _, b := range explore.Bugs(a.Name) {
		own = append(own, [2]string{b.Name, "violates " + strings.Join(b.Violates, ", ") + " on " + strings.Join(b.On.Config.Args(), " ")})
	}
	section("Bugs of the program (explore --bug, also a part of a name)", own)
	for _, c := range a.Statements {
		bounds = append(bounds, [2]string{"-", c})
	}
	section("Bounds that the sources state", bounds)
	section("Symbols for --ltl, besides the model's variables", models.Symbols)
}

// parameterRows lists the parameters of an algorithm with what they mean.
func parameterRows(a *registry.Algorithm) [][2]string {
	rows := [][2]string{{"--n", fmt.Sprintf("%d to %d nodes", a.MinN, a.MaxN)}}
	var networks []string
	for _, n := range a.Networks {
		networks = append(networks, string(n))
	}
	rows = append(rows, [2]string{"--network", strings.Join(networks, " or ") + ", default " + networks[0]})
	for _, name := range models.ParamNames {
		if a.TakesParam(name) {
			rows = append(rows, [2]string{"--" + name, models.ParamHelp[name]})
		}
	}
	rounds := models.ParamHelp["rounds"]
	if c, ok := models.Sample(a, models.Params{}); ok && c.Rounds > 0 {
		_, err := models.Resolve(a.Name, models.Params{})
		rounds = "each node requests at most this often; required: " + reasonOf(err)
	}
	return append(rows, [2]string{"--rounds", rounds})
}

// reasonOf returns why a configuration is refused.
func reasonOf(err error) string {
	var bad *config.Error
	if errors.As(err, &bad) {
		return strings.TrimPrefix(bad.Reason, "not given, and ")
	}
	return err.Error()
}
