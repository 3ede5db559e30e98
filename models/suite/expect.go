package suite

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// Verdicts that can be expected.
var Verdicts = []string{"pass", "fail", "inconclusive", "error"}

// asRegistry expects what the registry does.
const asRegistry = "registry"

// safetyProperties stands for the properties that one search without fairness decides.
const safetyProperties = "safety"

// modelSafety are the properties of a user's file that the search without a claim decides.
var modelSafety = []string{"assertions", "end-states"}

// wanted reads the names of properties; nil: all of them.
func (r reader) wanted(given parts) ([]string, error) {
	switch {
	case given["properties"] != nil:
		return r.list(given["properties"], "properties")
	case given["ltl"] != nil:
		return []string{}, nil
	}
	return nil, nil
}

// properties sets the properties of a configuration, in the order of the registry.
func (r reader) properties(c *Case, a *registry.Algorithm, wanted []string, node *yaml.Node) error {
	all := a.PropertiesOf(c.Config)
	if slices.Equal(wanted, []string{safetyProperties}) {
		wanted = []string{}
		for _, p := range all {
			if p.Kind.Safety() {
				wanted = append(wanted, p.Name)
			}
		}
	}
	for _, name := range wanted {
		if _, err := a.Property(c.Config, name); err != nil {
			return r.fail(node, "%s", err)
		}
	}
	for _, p := range all {
		if wanted == nil || slices.Contains(wanted, p.Name) {
			c.Properties = append(c.Properties, p.Name)
		}
	}
	return nil
}

// formulas sets the formulas of a configuration, in the order of the entry.
func (r reader) formulas(c *Case, node *yaml.Node) error {
	if node == nil {
		return nil
	}
	given, err := r.named(node, "ltl")
	if err != nil {
		return err
	}
	if len(node.Content) == 0 {
		return r.fail(node, "ltl: no formula")
	}
	for _, name := range keysOf(node) {
		text, err := r.scalar(given[name], "ltl")
		if err != nil {
			return err
		}
		f, err := models.ParseFormula(c.Config, name+"="+text)
		if err != nil {
			return r.fail(given[name], "%s", err)
		}
		c.Formulas = append(c.Formulas, f)
	}
	return nil
}

// expect sets what is expected of a configuration.
func (r reader) expect(c *Case, a *registry.Algorithm, node *yaml.Node) error {
	all := slices.Clone(c.Properties)
	for _, f := range c.Formulas {
		all = append(all, f.Name)
	}
	c.Expect = make(map[string]Expectation, len(all))
	for _, name := range all {
		c.Expect[name] = Expectation{Verdict: "pass"}
	}
	switch {
	case node == nil:
		return nil
	case node.Kind == yaml.ScalarNode && node.Value == asRegistry:
		return expectRegistry(c, a)
	}
	given, err := r.mapping(node, "expect", all...)
	if err != nil {
		return err
	}
	for _, name := range keysOf(node) {
		if c.Expect[name], err = r.expectation(given[name], name, a.KindOf(name).Safety()); err != nil {
			return err
		}
	}
	return nil
}

// expectRegistry sets the verdicts that the registry expects of the configuration.
func expectRegistry(c *Case, a *registry.Algorithm) error {
	if a.Fails == nil {
		return nil
	}
	for name := range a.Fails(c.Config) {
		if _, decided := c.Expect[name]; decided {
			c.Expect[name] = Expectation{Verdict: "fail"}
		}
	}
	return nil
}

// expectModel reads what is expected of a user's file.  Only SPIN can say which properties
// the file has.
func (r reader) expectModel(wanted []string, node *yaml.Node) (map[string]Expectation, error) {
	if node == nil {
		return nil, nil
	}
	if node.Kind == yaml.ScalarNode && node.Value == asRegistry {
		return nil, r.fail(node, "expect: %s is for an algorithm, not for a model", asRegistry)
	}
	given, err := r.named(node, "expect")
	if err != nil {
		return nil, err
	}
	all := map[string]Expectation{}
	for _, name := range keysOf(node) {
		value := given[name]
		if wanted != nil && !slices.ContainsFunc(wanted, func(w string) bool { return claimName(w) == claimName(name) }) {
			return nil, r.fail(value, "expect: %.60q is not among the properties of the entry; %s", name, config.ThereAre(name, wanted))
		}
		if all[name], err = r.expectation(value, name, slices.Contains(modelSafety, name)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// claimName is the name of a claim, by which a property can be called as well.
func claimName(property string) string {
	return strings.TrimSuffix(strings.TrimPrefix(property, "ltl:"), " (fair)")
}

// expectation reads what is expected of a property.  Only of a safety property a number of
// states can be expected.
func (r reader) expectation(node *yaml.Node, name string, safety bool) (Expectation, error) {
	verdict, e := node, Expectation{Verdict: "pass"}
	if node.Kind == yaml.MappingNode {
		given, err := r.mapping(node, name, expectationKeys...)
		if err != nil {
			return e, err
		}
		if at := given["states"]; at != nil {
			text, err := r.scalar(at, "states")
			if err != nil {
				return e, err
			}
			if e.States, err = strconv.Atoi(text); err != nil || e.States < 1 {
				return e, r.fail(at, "states %.20q: must be a number of at least 1", text)
			}
			if !safety {
				return e, r.fail(at, "states: are those of the safety model, and %.60s has another one; write them at a safety property", name)
			}
		}
		if verdict = given["verdict"]; verdict == nil {
			return e, nil
		}
	}
	text, err := r.scalar(verdict, name)
	if err != nil {
		return e, err
	}
	if !slices.Contains(Verdicts, text) {
		return e, r.fail(verdict, "%s: %.20q is no verdict; %s", name, text, config.ThereAre(text, Verdicts))
	}
	e.Verdict = text
	return e, nil
}
