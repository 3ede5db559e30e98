package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// Limits on what a file may hold, so that a hostile one is refused in time.
const (
	maxBytes          = 4 << 20
	maxConfigurations = 20000
)

// Parse reads a suite's text.  Errors are as those of Load, with name for the file.
func Parse(name string, data []byte) (*Suite, error) {
	r := reader{name: name}
	s := &Suite{Name: nameOf(name)}
	if len(data) > maxBytes {
		return nil, r.fail(nil, "larger than %d bytes", maxBytes)
	}
	var document, second yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&document); err != nil && err != io.EOF {
		return nil, r.noYAML(data, err)
	}
	if err := decoder.Decode(&second); err == nil {
		return nil, r.fail(&second, "a second document: a suite is one")
	} else if err != io.EOF {
		return nil, r.noYAML(data, err)
	}
	if len(document.Content) == 0 {
		return nil, r.fail(nil, "empty: a suite has entries")
	}
	top, err := r.mapping(document.Content[0], "suite", "entries")
	if err != nil {
		return nil, err
	}
	entries := top["entries"]
	if entries == nil || entries.Kind != yaml.SequenceNode || len(entries.Content) == 0 {
		return nil, r.fail(document.Content[0], "no entries: a suite has a list of them")
	}
	for _, entry := range entries.Content {
		cases, err := r.entry(entry)
		if err != nil {
			return nil, err
		}
		for k := range cases {
			cases[k].Place = Place{Suite: s.Name, File: name, Line: entry.Line, Number: len(s.Cases) + k + 1}
		}
		s.Cases = append(s.Cases, cases...)
		if len(s.Cases) > maxConfigurations {
			return nil, r.fail(entry, "more than %d configurations", maxConfigurations)
		}
	}
	return s, nil
}

// reader knows the name to put before every complaint.
type reader struct{ name string }

var lineNumber = regexp.MustCompile(`^line (\d+): `)

func (r reader) fail(at *yaml.Node, format string, args ...any) error {
	place := r.name
	reason := fmt.Sprintf(format, args...)
	if at != nil {
		place = fmt.Sprintf("%s:%d:%d", r.name, at.Line, at.Column)
	} else if m := lineNumber.FindStringSubmatch(reason); m != nil {
		place, reason = r.name+":"+m[1], reason[len(m[0]):]
	}
	return &config.Error{Operand: "suite " + place, Reason: reason}
}

// noYAML is what the parser has to say, which is silent on what it comes from most:
// a tab.
func (r reader) noYAML(data []byte, err error) error {
	reason := strings.TrimPrefix(err.Error(), "yaml: ")
	place, line := "", 1 // of the first line the parser does not say the number
	if m := lineNumber.FindStringSubmatch(reason); m != nil {
		place, reason = m[0], reason[len(m[0]):]
		line, _ = strconv.Atoi(m[1]) // digits; of too many, no line is found
	}
	if lines := bytes.SplitN(data, []byte("\n"), line+1); line > 0 && line <= len(lines) && indentedByTab.Match(lines[line-1]) {
		reason += "; a tab indents this line, and YAML takes spaces alone"
	}
	return r.fail(nil, "%snot YAML: %s", place, reason)
}

var indentedByTab = regexp.MustCompile(`^ *\t`)

// mapping returns the values of a mapping by key; other keys are refused, and
// so is a key given twice.
func (r reader) mapping(node *yaml.Node, what string, keys ...string) (map[string]*yaml.Node, error) {
	if node.Kind != yaml.MappingNode {
		return nil, r.fail(node, "%s: must be a mapping of %s", what, strings.Join(keys, ", "))
	}
	values := map[string]*yaml.Node{}
	for k := 0; k < len(node.Content); k += 2 {
		key := node.Content[k]
		switch {
		case !slices.Contains(keys, key.Value):
			return nil, r.fail(key, "%s: unknown key %.60q; %s", what, key.Value, config.ThereAre(key.Value, keys))
		case values[key.Value] != nil:
			return nil, r.fail(key, "%s: key %q given twice", what, key.Value)
		}
		values[key.Value] = node.Content[k+1]
	}
	return values, nil
}

// scalar reads one plain value; aliases and collections are refused.
func (r reader) scalar(node *yaml.Node, what string) (string, error) {
	if node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return "", r.fail(node, "%s: must be a single value", what)
	}
	return node.Value, nil
}

// list reads a list of plain values, or a single one as a list of one.
func (r reader) list(node *yaml.Node, what string) ([]string, error) {
	if node.Kind != yaml.SequenceNode {
		value, err := r.scalar(node, what)
		return []string{value}, err
	}
	if len(node.Content) == 0 {
		return nil, r.fail(node, "%s: an empty list", what)
	}
	var values []string
	for _, element := range node.Content {
		value, err := r.scalar(element, what)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

func (r reader) entry(node *yaml.Node) ([]Case, error) {
	parts, err := r.mapping(node, "entry", "algorithm", "with", "properties", "expect")
	if err != nil {
		return nil, err
	}
	if parts["algorithm"] == nil {
		return nil, r.fail(node, "entry: no algorithm")
	}
	algorithm, err := r.scalar(parts["algorithm"], "algorithm")
	if err != nil {
		return nil, err
	}
	if _, err := algorithms.Lookup(algorithm); err != nil {
		return nil, r.fail(parts["algorithm"], "%s", err)
	}
	combinations, err := r.matrix(parts["with"])
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, params := range combinations {
		c, err := models.Resolve(algorithm, params)
		if err != nil {
			return nil, r.fail(culprit(node, parts["with"], algorithm, err), "%s", err)
		}
		one := Case{Config: c}
		if err := r.properties(&one, parts["properties"]); err != nil {
			return nil, err
		}
		if err := r.expect(&one, parts["expect"]); err != nil {
			return nil, err
		}
		cases = append(cases, one)
	}
	return cases, nil
}

// culprit is the value that a configuration was refused for, the entry if that is
// no single one.
func culprit(entry, with *yaml.Node, algorithm string, err error) *yaml.Node {
	var bad *config.Error
	if with == nil || !errors.As(err, &bad) {
		return entry
	}
	name, value, _ := strings.Cut(strings.TrimPrefix(bad.Operand, algorithm+": "), " ")
	for k := 0; k < len(with.Content); k += 2 {
		if with.Content[k].Value != strings.Trim(name, `"`) {
			continue
		}
		values := with.Content[k+1]
		for _, one := range values.Content {
			if one.Value == value {
				return one
			}
		}
		return values
	}
	return entry
}

// matrix returns every combination of the values of the parameters, the last
// parameter changing fastest.
func (r reader) matrix(node *yaml.Node) ([]models.Params, error) {
	combinations := []models.Params{{}}
	if node == nil {
		return combinations, nil
	}
	parts, err := r.mapping(node, "with", models.ParamNames...)
	if err != nil {
		return nil, err
	}
	for k := 0; k < len(node.Content); k += 2 {
		name := node.Content[k].Value
		values, err := r.list(parts[name], name)
		if err != nil {
			return nil, err
		}
		if len(combinations)*len(values) > maxConfigurations {
			return nil, r.fail(node, "more than %d combinations", maxConfigurations)
		}
		var more []models.Params
		for _, params := range combinations {
			for _, value := range values {
				next := models.Params{name: value}
				for k, v := range params {
					next[k] = v
				}
				more = append(more, next)
			}
		}
		combinations = more
	}
	return combinations, nil
}

func (r reader) properties(c *Case, node *yaml.Node) error {
	a, err := algorithms.Lookup(c.Config.Algorithm)
	if err != nil {
		return err
	}
	var wanted []string
	if node != nil {
		if wanted, err = r.list(node, "properties"); err != nil {
			return err
		}
	}
	if slices.Equal(wanted, []string{"safety"}) {
		wanted = safety(a, c.Config)
	}
	for _, name := range wanted {
		if _, err := a.Property(c.Config, name); err != nil {
			return r.fail(node, "%s", err)
		}
	}
	for _, p := range a.PropertiesOf(c.Config) {
		if wanted == nil || slices.Contains(wanted, p.Name) {
			c.Properties = append(c.Properties, p.Name)
		}
	}
	return nil
}

// safety is the properties that one search without fairness decides.
func safety(a *registry.Algorithm, c config.Config) []string {
	var names []string
	for _, p := range a.PropertiesOf(c) {
		if p.Kind == registry.State || p.Kind == registry.Step {
			names = append(names, p.Name)
		}
	}
	return names
}

// expectRegistry sets the verdicts that the registry expects of the configuration.
func expectRegistry(c *Case) error {
	a, err := algorithms.Lookup(c.Config.Algorithm)
	if err != nil || a.Fails == nil {
		return err
	}
	for name := range a.Fails(c.Config) {
		if _, decided := c.Expect[name]; decided {
			c.Expect[name] = Expectation{Verdict: "fail"}
		}
	}
	return nil
}

func (r reader) expect(c *Case, node *yaml.Node) error {
	c.Expect = map[string]Expectation{}
	for _, p := range c.Properties {
		c.Expect[p] = Expectation{Verdict: "pass"}
	}
	switch {
	case node == nil:
		return nil
	case node.Kind == yaml.ScalarNode && node.Value == "registry":
		return expectRegistry(c)
	}
	parts, err := r.mapping(node, "expect", c.Properties...)
	if err != nil {
		return err
	}
	for name, value := range parts {
		e, err := r.expectation(value, name)
		if err != nil {
			return err
		}
		c.Expect[name] = e
	}
	return nil
}

func (r reader) expectation(node *yaml.Node, name string) (Expectation, error) {
	verdict, e := node, Expectation{}
	if node.Kind == yaml.MappingNode {
		parts, err := r.mapping(node, name, "verdict", "states")
		if err != nil {
			return e, err
		}
		if parts["states"] != nil {
			text, err := r.scalar(parts["states"], "states")
			if err != nil {
				return e, err
			}
			if e.States, err = strconv.Atoi(text); err != nil || e.States < 1 {
				return e, r.fail(parts["states"], "states %.20q: must be a number of at least 1", text)
			}
		}
		if verdict = parts["verdict"]; verdict == nil {
			return Expectation{Verdict: "pass", States: e.States}, nil
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
