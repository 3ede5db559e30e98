package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/results/report"
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

// printList prints a row for each algorithm.
func printList(w io.Writer) error {
	t := report.Columns{Titles: []string{"ALGORITHM", "TITLE", "VARIANTS"}}
	for _, a := range algorithms.All() {
		variants := "-"
		if len(a.Switches) > 0 {
			variants = strings.Join(switchNames(a), ", ")
		}
		t.Add(a.Name, a.Title, variants)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nmxgen explain ALGORITHM says more of one.\n")
	return err
}
