package models

import (
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// NamedBuild is a model together with the properties that it decides.
type NamedBuild struct {
	Build      Build
	Properties []string // all of the requested properties that the model decides
}

// Builds returns the models that together decide the properties: one model for all
// safety properties without history variables, and one for each other property.
// properties are names of properties that the configuration has.
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
