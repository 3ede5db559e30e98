package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
)

func newList() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the algorithms",
		Example: "  mxgen list\n  mxgen list --json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return writeJSON(c.OutOrStdout(), listing())
			}
			return printList(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema mxgen.list/v1")
	return c
}

// listed is an algorithm in the output of list --json.
type listed struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	MinN       int      `json:"min_n"`
	MaxN       int      `json:"max_n"`
	Networks   []string `json:"networks"`
	Variants   []string `json:"variants"`
	Parameters []string `json:"parameters"`
	Properties []string `json:"properties"`
	Bugs       []string `json:"bugs"`
}

// listing returns the output of list --json.
func listing() any {
	all := []listed{}
	for _, a := range algorithms.All() {
		l := listed{Name: a.Name, Title: a.Title, MinN: a.MinN, MaxN: a.MaxN,
			Networks: []string{}, Variants: []string{}, Parameters: []string{},
			Properties: []string{}, Bugs: []string{}}
		for _, name := range models.ParamNames {
			if a.TakesParam(name) {
				l.Parameters = append(l.Parameters, name)
			}
		}
		for _, n := range a.Networks {
			l.Networks = append(l.Networks, string(n))
		}
		for _, s := range a.Switches {
			l.Variants = append(l.Variants, s.Name)
		}
		for _, p := range a.Properties {
			l.Properties = append(l.Properties, p.Name)
		}
		for _, b := range a.Bugs {
			l.Bugs = append(l.Bugs, b.Name)
		}
		all = append(all, l)
	}
	return map[string]any{"schema": "mxgen.list/v1", "algorithms": all}
}

// printList prints one line for each algorithm.
func printList(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ALGORITHM\tNETWORKS\tVARIANTS\tTITLE")
	for _, a := range algorithms.All() {
		var networks, variants []string
		for _, n := range a.Networks {
			networks = append(networks, string(n))
		}
		for _, s := range a.Switches {
			variants = append(variants, s.Name)
		}
		if variants == nil {
			variants = []string{"-"}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", a.Name, strings.Join(networks, ", "), strings.Join(variants, ", "), a.Title)
	}
	return t.Flush()
}
