package main

import (
	"strings"

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

// isSuite tells whether an operand names a suite.
func isSuite(argument string) bool {
	return strings.HasSuffix(argument, ".yaml") || strings.HasSuffix(argument, ".yml")
}
