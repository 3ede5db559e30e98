package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// Model writes the results of a user's file, a line for each property, and each
// warning once.
func Model(w io.Writer, rs []results.Result) error {
	if len(rs) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%s\n\n", rs[0].Subject())
	if err := propertyLines(w, rs); err != nil {
		return err
	}
	notes(w, "reason", rs, cutReason)
	notes(w, "try", rs, func(r results.Result) []string {
		if r.Next == "" {
			return nil
		}
		return []string{r.Next}
	})
	notes(w, "run again", rs, func(r results.Result) []string { return r.Retries })
	return notes(w, "warning", rs, func(r results.Result) []string { return r.Warnings })
}

// notes writes each note once, preceded by the properties that have it, unless all
// properties have it.
func notes(w io.Writer, label string, rs []results.Result, of func(results.Result) []string) error {
	var order []string
	about := map[string][]string{}
	for _, r := range rs {
		for _, note := range of(r) {
			if about[note] == nil {
				order = append(order, note)
			}
			if !slices.Contains(about[note], r.Property) {
				about[note] = append(about[note], r.Property)
			}
		}
	}
	for _, note := range order {
		properties := ""
		if len(about[note]) < len(rs) {
			properties = strings.Join(about[note], ", ") + ": "
		}
		if _, err := fmt.Fprintf(w, "%s: %s%s\n", label, properties, note); err != nil {
			return err
		}
	}
	return nil
}
