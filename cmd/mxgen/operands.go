package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/algorithms"
)

// algorithmNames are the names of all algorithms, for shell completion.
func algorithmNames() []string {
	var names []string
	for _, a := range algorithms.All() {
		names = append(names, a.Name)
	}
	return names
}

// oneOrSuites wants one operand, or several suites.
func oneOrSuites(c *cobra.Command, args []string) error {
	if len(args) > 1 && !slices.ContainsFunc(args, func(a string) bool { return !isSuite(a) }) {
		return nil
	}
	return cobra.ExactArgs(1)(c, args)
}

// isModel tells whether an operand names a Promela file: by its ending, or because there is such a file
// and neither an algorithm nor a suite of that name.
func isModel(argument string) bool {
	switch filepath.Ext(argument) {
	case ".pml", ".prom", ".promela":
		return true
	}
	if isSuite(argument) || slices.Contains(algorithmNames(), argument) {
		return false
	}
	file, err := os.Stat(argument)
	return err == nil && !file.IsDir()
}

// isSuite tells whether an operand names a suite.
func isSuite(argument string) bool {
	return strings.HasSuffix(argument, ".yaml") || strings.HasSuffix(argument, ".yml")
}
