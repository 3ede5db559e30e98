package scenarios

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

const maxBytes = 1 << 20 // of a file

// Parse reads a scenario.  The error is a *config.Error that names file, line
// and column.
func Parse(file string, data []byte) (*Scenario, error) {
	return ParseChecked(file, data, func(models.Params) error { return nil })
}

// ParseChecked is Parse for a file that may come from anybody: it resolves parameters only if check
// accepts them.
func ParseChecked(file string, data []byte, check func(models.Params) error) (*Scenario, error) {
	r := reader{file: file, check: check}
	if len(data) > maxBytes {
		return nil, r.fail(nil, "larger than %d bytes", maxBytes)
	}
	var document, second yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&document); err == io.EOF {
		return nil, r.fail(nil, "empty")
	} else if err != nil {
		return nil, r.fail(nil, "%s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := decoder.Decode(&second); err != io.EOF {
		return nil, r.fail(nil, "more than one document")
	}
	return r.scenario(document.Content[0])
}

// reader has the file's name, for errors, and what has been read.
type reader struct {
	file  string
	check func(models.Params) error
	s     Scenario
}

var lineNumber = regexp.MustCompile(`^line (\d+): `)

func (r *reader) fail(at *yaml.Node, format string, args ...any) error {
	place, reason := r.file, fmt.Sprintf(format, args...)
	if at != nil {
		place = fmt.Sprintf("%s:%d:%d", r.file, at.Line, at.Column)
	} else if m := lineNumber.FindStringSubmatch(reason); m != nil {
		place, reason = r.file+":"+m[1], reason[len(m[0]):]
	}
	return &config.Error{Operand: "scenario " + place, Reason: reason}
}

// mapping calls do for every key, of which each must be known and is there
// once.
func (r *reader) mapping(node *yaml.Node, what string, known []string, do func(key string, value *yaml.Node) error) error {
	if node.Kind != yaml.MappingNode {
		return r.fail(node, "%s: must be a mapping", what)
	}
	var seen []string
	for k := 0; k < len(node.Content); k += 2 {
		key := node.Content[k]
		switch {
		case !slices.Contains(known, key.Value):
			return r.fail(key, "%s: unknown key %.60q; there are %s", what, key.Value, strings.Join(known, ", "))
		case slices.Contains(seen, key.Value):
			return r.fail(key, "%s: key %q given twice", what, key.Value)
		}
		seen = append(seen, key.Value)
		if err := do(key.Value, node.Content[k+1]); err != nil {
			return err
		}
	}
	return nil
}

// text reads one plain value; aliases and collections are refused.
func (r *reader) text(node *yaml.Node, what string) (string, error) {
	if node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return "", r.fail(node, "%s: must be a single value", what)
	}
	return node.Value, nil
}

// list calls do for every element.
func (r *reader) list(node *yaml.Node, what string, do func(*yaml.Node) error) error {
	if node.Kind != yaml.SequenceNode {
		return r.fail(node, "%s: must be a list", what)
	}
	for _, element := range node.Content {
		if err := do(element); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) scenario(node *yaml.Node) (*Scenario, error) {
	algorithm, params := "", models.Params{}
	var steps *yaml.Node
	err := r.mapping(node, "scenario", []string{"name", "source", "algorithm", "with", "steps"}, func(key string, value *yaml.Node) (err error) {
		switch key {
		case "name":
			r.s.Name, err = r.text(value, key)
		case "source":
			r.s.Source, err = r.text(value, key)
		case "algorithm":
			algorithm, err = r.text(value, key)
		case "with":
			err = r.mapping(value, key, models.ParamNames, func(name string, value *yaml.Node) (err error) {
				params[name], err = r.text(value, name)
				return err
			})
		case "steps":
			steps = value
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if r.s.Name == "" || r.s.Source == "" || algorithm == "" || steps == nil {
		return nil, r.fail(node, "a scenario needs name, source, algorithm and steps")
	}
	if err := r.check(params); err != nil {
		return nil, r.fail(node, "%s", err)
	}
	if r.s.Config, err = models.Resolve(algorithm, params); err != nil {
		return nil, r.fail(node, "%s", err)
	}
	if err := r.list(steps, "steps", r.step); err != nil {
		return nil, err
	}
	if len(r.s.Steps) == 0 {
		return nil, r.fail(steps, "no steps")
	}
	return &r.s, nil
}

func (r *reader) step(node *yaml.Node) error {
	s := Step{Sent: -1}
	err := r.mapping(node, "step", []string{"step", "events", "expect", "enabled", "violates", "sent"}, func(key string, value *yaml.Node) (err error) {
		switch key {
		case "step":
			s.Name, err = r.text(value, key)
		case "events":
			err = r.list(value, key, func(element *yaml.Node) error {
				e, err := r.event(element)
				s.Events = append(s.Events, e)
				return err
			})
		case "expect":
			err = r.expect(value, &s)
		case "enabled":
			s.HasEnabled = true
			err = r.list(value, key, func(element *yaml.Node) error {
				e, err := r.event(element)
				if err == nil && e.Kind == event.Request {
					err = r.fail(element, "%s: nobody has to request; list the others", e)
				}
				s.Enabled = append(s.Enabled, e.String())
				return err
			})
			slices.Sort(s.Enabled)
		case "violates":
			if value.Kind != yaml.SequenceNode {
				value = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{value}}
			}
			err = r.list(value, key, func(element *yaml.Node) error { return r.property(element, &s) })
		case "sent":
			s.Sent, err = r.number(value, key)
		}
		return err
	})
	if err == nil && s.Name == "" {
		err = r.fail(node, "a step needs a name, step")
	}
	r.s.Steps = append(r.s.Steps, s)
	return err
}

func (r *reader) event(node *yaml.Node) (event.Event, error) {
	text, err := r.text(node, "event")
	if err != nil {
		return event.Event{}, err
	}
	e, err := event.Parse(text)
	if err != nil {
		return e, r.fail(node, "%s", err)
	}
	if n := r.s.Config.N; e.Node > n || e.Peer > n {
		return e, r.fail(node, "%s: nodes are 1 to %d", e, n)
	}
	return e, nil
}

func (r *reader) property(node *yaml.Node, s *Step) error {
	name, err := r.text(node, "violates")
	if err != nil {
		return err
	}
	sys, err := algorithms.New(r.s.Config)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(sys.Properties(), func(p reference.Property) bool { return p.Name == name }) {
		return r.fail(node, "violates: %.60q is not a safety property of %s", name, r.s.Config.Algorithm)
	}
	s.Violates = append(s.Violates, name)
	return nil
}

// expect reads the values of variables, and the network.
func (r *reader) expect(node *yaml.Node, s *Step) error {
	sys, err := algorithms.New(r.s.Config)
	if err != nil {
		return err
	}
	names, cells := []string{"net"}, map[string][]string{}
	for _, v := range sys.Variables() {
		name, _, _ := strings.Cut(v.Name, "[")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		cells[name] = append(cells[name], v.Name)
	}
	return r.mapping(node, "expect", names, func(name string, value *yaml.Node) error {
		if name != "net" {
			return r.cells(value, name, cells[name], s)
		}
		s.HasNet = true
		err := r.list(value, name, func(element *yaml.Node) error {
			text, err := r.message(element)
			s.Net = append(s.Net, text)
			return err
		})
		slices.Sort(s.Net)
		return err
	})
}

// cells reads the value of the variable of that name, or the list of those of
// its elements, which the cells belong to.  Elements from 0 on are places of a
// queue: those that are not listed are free.
func (r *reader) cells(node *yaml.Node, name string, cells []string, s *Step) error {
	if len(cells) == 1 && cells[0] == name {
		value, err := r.value(node, name)
		s.Expect = append(s.Expect, Expectation{Name: name, Value: value})
		return err
	}
	var elements []string
	below := map[string][]string{}
	for _, cell := range cells {
		element := cell[:len(name)+strings.Index(cell[len(name):], "]")+1]
		if below[element] == nil {
			elements = append(elements, element)
		}
		below[element] = append(below[element], cell)
	}
	places := strings.HasSuffix(elements[0], "[0]")
	given := 0
	err := r.list(node, name, func(value *yaml.Node) error {
		if given++; given > len(elements) {
			return nil
		}
		element := elements[given-1]
		return r.cells(value, element, below[element], s)
	})
	if err != nil {
		return err
	}
	if given > len(elements) || given < len(elements) && !places {
		return r.fail(node, "%s: %d values for %d", name, given, len(elements))
	}
	for _, element := range elements[given:] {
		s.Expect = append(s.Expect, Expectation{Name: element})
	}
	return nil
}

// message checks the spelling of a message under way.
func (r *reader) message(node *yaml.Node) (string, error) {
	text, err := r.text(node, "net")
	if err != nil {
		return "", err
	}
	link, message, _ := strings.Cut(text, " ")
	from, to, arrow := strings.Cut(link, ">")
	e, err := event.Parse("receive " + to + "<-" + from + " " + message)
	if err != nil || !arrow || e.Node > r.s.Config.N || e.Peer > r.s.Config.N {
		return "", r.fail(node, "net: %.60q is no message under way, such as 3>4 REQUEST 3", text)
	}
	return text, nil
}

// value reads a number, a phase, or a set of nodes.
func (r *reader) value(node *yaml.Node, name string) (int, error) {
	if node.Kind == yaml.SequenceNode {
		set := reference.Set(0)
		err := r.list(node, name, func(element *yaml.Node) error {
			i, err := r.number(element, name)
			if err == nil && (i < 1 || i > r.s.Config.N) {
				err = r.fail(element, "%s: node %d: nodes are 1 to %d", name, i, r.s.Config.N)
			}
			if err == nil {
				set = set.With(i)
			}
			return err
		})
		return int(set), err
	}
	if !strings.HasPrefix(name, "phase[") {
		return r.number(node, name)
	}
	text, err := r.text(node, name)
	if err != nil {
		return 0, err
	}
	for _, p := range []reference.Phase{reference.Idle, reference.Wait, reference.CS} {
		if p.String() == text {
			return int(p), nil
		}
	}
	return 0, r.fail(node, "%s: %.60q is not idle, wait or cs", name, text)
}

func (r *reader) number(node *yaml.Node, what string) (int, error) {
	text, err := r.text(node, what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > event.MaxNumber || strconv.Itoa(n) != text {
		return 0, r.fail(node, "%s: %.60q is not a number", what, text)
	}
	return n, nil
}
