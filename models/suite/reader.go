package suite

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models/config"
)

// reader reads the nodes of one file.  It knows the name to put before every complaint.
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

// parts are the values of a mapping by key.
type parts map[string]*yaml.Node

// mapping returns the values of a mapping by key; other keys are refused, and
// so is a key given twice.
func (r reader) mapping(node *yaml.Node, what string, keys ...string) (parts, error) {
	if node.Kind != yaml.MappingNode {
		return nil, r.fail(node, "%s: must be a mapping of %s", what, strings.Join(keys, ", "))
	}
	for k := 0; k < len(node.Content); k += 2 {
		if key := node.Content[k]; !slices.Contains(keys, key.Value) {
			return nil, r.fail(key, "%s: unknown key %.60q; %s", what, key.Value, config.ThereAre(key.Value, keys))
		}
	}
	return r.named(node, what)
}

// named returns the values of a mapping whose keys may be any; a key given twice is refused.
func (r reader) named(node *yaml.Node, what string) (parts, error) {
	if node.Kind != yaml.MappingNode {
		return nil, r.fail(node, "%s: must be a mapping of names", what)
	}
	values := parts{}
	for k := 0; k < len(node.Content); k += 2 {
		key := node.Content[k]
		if key.Kind != yaml.ScalarNode {
			return nil, r.fail(key, "%s: a name must be a single value", what)
		}
		if values[key.Value] != nil {
			return nil, r.fail(key, "%s: key %.60q given twice", what, key.Value)
		}
		values[key.Value] = node.Content[k+1]
	}
	return values, nil
}

// keysOf are the keys of a mapping, in its order.
func keysOf(node *yaml.Node) []string {
	var all []string
	for k := 0; k < len(node.Content); k += 2 {
		all = append(all, node.Content[k].Value)
	}
	return all
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
	values := make([]string, 0, len(node.Content))
	for _, element := range node.Content {
		value, err := r.scalar(element, what)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// flag reads true or false.
func (r reader) flag(node *yaml.Node, what string) (bool, error) {
	if node.Kind != yaml.ScalarNode || node.Tag != "!!bool" {
		return false, r.fail(node, "%s: must be true or false", what)
	}
	var value bool
	if err := node.Decode(&value); err != nil {
		return false, r.fail(node, "%s: must be true or false", what)
	}
	return value, nil
}

// path reads the path of a file, from the directory of the suite.
func (r reader) path(node *yaml.Node, what string) (string, error) {
	text, err := r.scalar(node, what)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", r.fail(node, "%s: empty: needs the path of a file", what)
	case strings.ContainsFunc(text, func(c rune) bool { return !strconv.IsPrint(c) }):
		return "", r.fail(node, "%s: %.60q: a path needs printable characters", what, text)
	}
	return fromDirectoryOf(r.name, text), nil
}
