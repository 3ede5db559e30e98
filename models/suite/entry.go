package suite

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// defaults are what the entries of a file have that do not say otherwise.
type defaults struct{ parts }

// defaults reads and checks the defaults of a file; nil: there are none.
func (r reader) defaults(node *yaml.Node) (defaults, error) {
	if node == nil {
		return defaults{}, nil
	}
	given, err := r.mapping(node, "defaults", names(defaultKeys())...)
	if err != nil {
		return defaults{}, err
	}
	for _, name := range []string{"with", "define"} {
		if _, err := r.values(given[name], name); err != nil {
			return defaults{}, err
		}
	}
	var c Case
	for _, err := range []error{r.limits(&c, given), r.tags(&c, given["tags"]), r.flags(&Model{}, given)} {
		if err != nil {
			return defaults{}, err
		}
	}
	return defaults{given}, nil
}

// complete adds the defaults that an entry of the subject can have.
func (d defaults) complete(entry parts, of subject) {
	for _, k := range entryKeys {
		if d.parts[k.name] != nil && entry[k.name] == nil && k.of&of != 0 && k.name != "tags" {
			entry[k.name] = d.parts[k.name]
		}
	}
}

// entry returns the cases of an entry.
func (r reader) entry(node *yaml.Node, d defaults) ([]Case, error) {
	given, err := r.mapping(node, "entry", names(entryKeys)...)
	if err != nil {
		return nil, err
	}
	of, err := r.subject(node, given)
	if err != nil {
		return nil, err
	}
	own := maps.Clone(given)
	d.complete(given, of)
	var common Case
	for _, err := range []error{r.limits(&common, given), r.tags(&common, d.parts["tags"]), r.tags(&common, given["tags"])} {
		if err != nil {
			return nil, err
		}
	}
	if of == userModel {
		return r.models(node, common, given, d)
	}
	return r.configurations(node, common, given, own, d)
}

// subject is what an entry verifies.  Keys of other entries are refused.
func (r reader) subject(node *yaml.Node, given parts) (subject, error) {
	of := configurations
	switch {
	case given["algorithm"] != nil && given["model"] != nil:
		return 0, r.fail(node, "entry: algorithm and model: leave out one of the two")
	case given["model"] != nil:
		of = userModel
	case given["algorithm"] == nil:
		return 0, r.fail(node, "entry: no algorithm and no model")
	}
	for _, k := range entryKeys {
		switch {
		case given[k.name] == nil || k.of&of != 0:
		case of == userModel:
			return 0, r.fail(given[k.name], "%s: is for an algorithm, not for a model", k.name)
		default:
			return 0, r.fail(given[k.name], "%s: is for a model, not for an algorithm", k.name)
		}
	}
	return of, nil
}

// configurations returns a case for each configuration of an entry.
func (r reader) configurations(node *yaml.Node, common Case, given, own parts, d defaults) ([]Case, error) {
	name, err := r.scalar(given["algorithm"], "algorithm")
	if err != nil {
		return nil, err
	}
	a, err := algorithms.Lookup(name)
	if err != nil {
		return nil, r.fail(given["algorithm"], "%s", err)
	}
	with, err := r.parameters(a, own["with"], d.parts["with"])
	if err != nil {
		return nil, err
	}
	combinations, err := r.combinations(with, cmp.Or(own["with"], node))
	if err != nil {
		return nil, err
	}
	wanted, err := r.wanted(given)
	if err != nil {
		return nil, err
	}
	cases := make([]Case, 0, len(combinations))
	for _, params := range combinations {
		one := common
		if one.Config, err = models.Resolve(name, params); err != nil {
			return nil, r.fail(culprit(node, with, name, err), "%s", err)
		}
		if err := r.properties(&one, a, wanted, given["properties"]); err != nil {
			return nil, err
		}
		if err := r.formulas(&one, given["ltl"]); err != nil {
			return nil, err
		}
		if err := r.expect(&one, a, given["expect"]); err != nil {
			return nil, err
		}
		cases = append(cases, one)
	}
	return cases, nil
}

// models returns a case for each combination of the macros of a user's file.
func (r reader) models(node *yaml.Node, common Case, given parts, d defaults) ([]Case, error) {
	m := Model{}
	var err error
	if m.Path, err = r.path(given["model"], "model"); err != nil {
		return nil, err
	}
	if err := isFile(m.Path); err != nil {
		return nil, r.fail(given["model"], "model %.60q: %s", given["model"].Value, err)
	}
	if err := r.flags(&m, given); err != nil {
		return nil, err
	}
	macros, err := r.macros(given["define"], d.parts["define"])
	if err != nil {
		return nil, err
	}
	combinations, err := r.combinations(macros, cmp.Or(given["define"], node))
	if err != nil {
		return nil, err
	}
	if given["properties"] != nil {
		if common.Properties, err = r.list(given["properties"], "properties"); err != nil {
			return nil, err
		}
	}
	if common.Expect, err = r.expectModel(common.Properties, given["expect"]); err != nil {
		return nil, err
	}
	var cases []Case
	for _, values := range combinations {
		one, model := common, m
		for _, macro := range macros {
			model.Defines = append(model.Defines, macro.name+"="+values[macro.name])
		}
		one.Model = &model
		cases = append(cases, one)
	}
	return cases, nil
}

// value is a parameter or macro with its values.
type value struct {
	name  string
	nodes *yaml.Node
	texts []string
}

// values reads a mapping of names to one value or a list of values; nil: there are none.
func (r reader) values(node *yaml.Node, what string) ([]value, error) {
	if node == nil {
		return nil, nil
	}
	var given parts
	var err error
	if what == "with" {
		given, err = r.mapping(node, what, models.ParamNames...)
	} else {
		given, err = r.named(node, what)
	}
	if err != nil {
		return nil, err
	}
	var all []value
	for _, name := range keysOf(node) {
		v := value{name: name, nodes: given[name]}
		if what == "define" && !macroName.MatchString(name) {
			return nil, r.fail(v.nodes, "define: %.60q is no name of a macro", v.name)
		}
		if v.texts, err = r.list(v.nodes, v.name); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// parameters are the parameters of an entry, after the defaults that it does not give and that its
// algorithm takes.
func (r reader) parameters(a *registry.Algorithm, own, byDefault *yaml.Node) ([]value, error) {
	all, err := r.values(own, "with")
	if err != nil {
		return nil, err
	}
	more, err := r.values(byDefault, "with")
	taken := models.ParamsTaken(a)
	all = withDefaults(all, slices.DeleteFunc(more, func(v value) bool { return !slices.Contains(taken, v.name) }))
	for k, v := range all {
		if v.name == "network" && slices.Equal(v.texts, []string{eachNetwork}) {
			all[k].texts = nil
			for _, n := range a.Networks {
				all[k].texts = append(all[k].texts, string(n))
			}
		}
	}
	return all, err
}

// eachNetwork stands for every network that an algorithm is modelled on.
const eachNetwork = "each"

// withDefaults puts those of the defaults first that have no value of their own.
func withDefaults(own, byDefault []value) []value {
	var all []value
	for _, v := range byDefault {
		if !slices.ContainsFunc(own, func(o value) bool { return o.name == v.name }) {
			all = append(all, v)
		}
	}
	return append(all, own...)
}

var macroName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// maxMacro is the greatest length of a macro's value, in bytes.
const maxMacro = 4000

// macros are the macros of an entry, after the defaults that it does not give.
func (r reader) macros(own, byDefault *yaml.Node) ([]value, error) {
	all, err := r.values(own, "define")
	if err != nil {
		return nil, err
	}
	more, err := r.values(byDefault, "define")
	if err != nil {
		return nil, err
	}
	all = withDefaults(all, more)
	for _, v := range all {
		for _, text := range v.texts {
			if len(text) > maxMacro || strings.ContainsAny(text, "\n\x00") {
				return nil, r.fail(v.nodes, "define: %s: needs one line of at most %d bytes", v.name, maxMacro)
			}
		}
	}
	return all, nil
}

// combinations returns every combination of values, those of the last name changing fastest.
func (r reader) combinations(all []value, at *yaml.Node) ([]models.Params, error) {
	combinations := []models.Params{{}}
	for _, v := range all {
		if len(combinations)*len(v.texts) > maxConfigurations {
			return nil, r.fail(at, "more than %d combinations", maxConfigurations)
		}
		more := make([]models.Params, 0, len(combinations)*len(v.texts))
		for _, params := range combinations {
			for _, text := range v.texts {
				next := maps.Clone(params)
				next[v.name] = text
				more = append(more, next)
			}
		}
		combinations = more
	}
	return combinations, nil
}

// culprit is the value that a configuration was refused for, the entry if that is
// no single one.
func culprit(entry *yaml.Node, with []value, algorithm string, err error) *yaml.Node {
	var bad *config.Error
	if !errors.As(err, &bad) {
		return entry
	}
	name, text, _ := strings.Cut(strings.TrimPrefix(bad.Operand, algorithm+": "), " ")
	for _, v := range with {
		if v.name != strings.Trim(name, `"`) {
			continue
		}
		for _, one := range v.nodes.Content {
			if one.Value == text {
				return one
			}
		}
		return v.nodes
	}
	return entry
}

// limits reads the limits of each run.
func (r reader) limits(c *Case, given parts) error {
	if node := given["timeout"]; node != nil {
		text, err := r.scalar(node, "timeout")
		if err != nil {
			return err
		}
		if c.Timeout, err = time.ParseDuration(text); err != nil || c.Timeout < time.Second {
			return r.fail(node, "timeout %.20q: needs at least 1s, such as 90s or 5m", text)
		}
	}
	if node := given["memory"]; node != nil {
		text, err := r.scalar(node, "memory")
		if err != nil {
			return err
		}
		if c.Memory, err = config.ParseMemory("memory", text); err != nil {
			return r.fail(node, "%s", err)
		}
	}
	return nil
}

var tagName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$`)

// tags adds tags.
func (r reader) tags(c *Case, node *yaml.Node) error {
	if node == nil {
		return nil
	}
	given, err := r.list(node, "tags")
	if err != nil {
		return err
	}
	for _, tag := range given {
		if !tagName.MatchString(tag) {
			return r.fail(node, "tags: %.60q: needs at most 50 letters, digits, dots, dashes and underscores", tag)
		}
	}
	all := append(slices.Clone(c.Tags), given...)
	slices.Sort(all)
	c.Tags = slices.Compact(all)
	return nil
}

// flags reads how a user's file is verified.
func (r reader) flags(m *Model, given parts) error {
	for _, f := range []struct {
		name string
		to   *bool
	}{
		{"fair", &m.Fair}, {"lossy", &m.Lossy}, {"empty-channels", &m.EmptyChannels},
		{"allow-embedded-c", &m.EmbeddedC}, {"trust-embedded-c", &m.TrustC},
	} {
		if given[f.name] == nil {
			continue
		}
		var err error
		if *f.to, err = r.flag(given[f.name], f.name); err != nil {
			return err
		}
	}
	return nil
}
