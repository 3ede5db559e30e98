package report

import (
	"regexp"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results"
)

// Shows says what a run shows about its property, such as "mutex is violated".
func Shows(r results.Result) string { return shows(r) }

// Violates tells whether a run shows that its property is violated: a run to an entry shows that
// the entry is possible.
func Violates(r results.Result) bool {
	if r.Property == "" {
		return false
	}
	a, err := algorithms.Lookup(r.Algorithm)
	return err != nil || a.KindOf(r.Property) != registry.Reach
}

// Around are the lines that EventText has before and after the steps.
func Around(r results.Result) (before, after []string) { return summary(r), ending(r) }

// Value is a changed variable as people read it: its name without the node, the node, "" for
// none, and the value.  In a user's model an index is no node.
func Value(r results.Result, ch results.Change) (name, node, value string) {
	if r.Model != "" {
		if m := ofProcess.FindStringSubmatch(ch.Variable); m != nil {
			return m[1], m[2], ch.Value
		}
		return ch.Variable, "", ch.Value
	}
	name, value = ch.Variable, ch.Value
	if m := indexed.FindStringSubmatch(ch.Variable); m != nil {
		name, node = m[1]+m[3], m[2]
	}
	if a, err := algorithms.Lookup(r.Algorithm); err == nil {
		value = readable(a, r.Configuration, ch)
	}
	return name, node, value
}

// ofProcess matches a local variable of a user's model.
var ofProcess = regexp.MustCompile(`^(.+) \(process (\d+)\)$`)
