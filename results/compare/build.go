package compare

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner/promela"
)

// command matches the line in the head of a generated model that says how it was made, with the property or the formula
// that it is about.
var command = regexp.MustCompile(`(?m)^[ \t]*\*?[ \t]*mxgen gen \S.*?(?: --property (\S+)| --ltl '([^'\n]*)')?[ \t\r]*$`)

// bareHead is what the head of a model without properties says.
const bareHead = "Nothing is asserted here"

// builtAs is the generated model of which an edited one is an edit, with its build: that which its head names; without a
// head, the one of the property whose formulas it has; or else, or where the configuration has none of it, the one of every safety property.
func builtAs(c config.Config, edited []byte) ([]byte, models.Build, error) {
	b := namedBuild(c, edited)
	m, err := models.Render(c, b)
	if err != nil {
		b = models.Build{}
		m, err = models.Render(c, b)
	}
	if err != nil {
		return nil, b, err
	}
	return m.Source, b, nil
}

// namedBuild is what an edited model says of its build.
func namedBuild(c config.Config, edited []byte) models.Build {
	if m := command.FindSubmatch(edited); m != nil {
		if formula, err := models.ParseFormula(c, string(m[2])); len(m[2]) > 0 && err == nil {
			return models.Build{Formula: &formula}
		}
		if len(m[1]) > 0 {
			return models.Build{Property: string(m[1])}
		}
	} else if b, is := builtForFormulas(c, edited); is {
		return b
	}
	return models.Build{Bare: bytes.Contains(edited, []byte(bareHead))}
}

// builtForFormulas is the build for the property of which the model has a formula.
func builtForFormulas(c config.Config, edited []byte) (b models.Build, is bool) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return b, false
	}
	has := map[string]bool{}
	for _, f := range promela.Formulas(edited) {
		has[f.Name] = true
	}
	for _, p := range a.PropertiesOf(c) {
		if len(has) == 0 || p.Kind.Safety() {
			continue
		}
		b.Property = p.Name
		m, err := models.Render(c, b)
		if err != nil {
			continue // such as a liveness model of too many nodes
		}
		for _, f := range promela.Formulas(m.Source) {
			if has[f.Name] {
				return b, true
			}
		}
	}
	return models.Build{}, false
}

// decides tells whether a build is about a property.
func decides(b models.Build, property string) bool {
	return b.Property == property || b == models.Build{} || b.Bare
}

// checkComparable refuses an edited model that has variables that the program does not have, and one in which where clients are is not
// declared as in generated models.
func checkComparable(c config.Config, edited []byte) error {
	b := namedBuild(c, edited)
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return err
	}
	if b.Property != "" && a.KindOf(b.Property) == registry.History {
		return &config.Error{Operand: "model", Reason: "is about " + b.Property + ", and keeps history that the program does not keep",
			Remedy: "make the edit in the model that mxgen gen writes without --property"}
	}
	for _, d := range promela.Declarations(edited) {
		if d.Name == "phase" && d.Type != "mtype" {
			return &config.Error{Operand: fmt.Sprintf("model line %d", d.Line), Reason: "declares phase as " + d.Type, Remedy: "declare it as mtype"}
		}
	}
	return nil
}
