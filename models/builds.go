package models

import (
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// NamedBuild is a model that a set of properties needs.
type NamedBuild struct {
	Build      Build
	Properties []string // that it decides, all of the wanted ones that it can
}

// Builds returns the models that together decide the properties: one for all
// safety properties that need no ghosts, and one for each other.  properties are names that the
// configuration has.
func Builds(c config.Config, properties []string) []NamedBuild {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return nil // no such configuration
	}
	var safety NamedBuild
	var others []NamedBuild
	for _, p := range a.PropertiesOf(c) {
		switch {
		case !slices.Contains(properties, p.Name):
		case p.Kind == registry.State || p.Kind == registry.Step:
			safety.Properties = append(safety.Properties, p.Name)
		default:
			others = append(others, NamedBuild{Build{Property: p.Name}, []string{p.Name}})
		}
	}
	if safety.Properties == nil {
		return others
	}
	return append([]NamedBuild{safety}, others...)
}
