package explore

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models"
	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// ownProgram begins the name of the program of a trace with a seeded bug.
const ownProgram = "mxgen explore --bug "

// Trace is the run to the current state as a trace (docs/trace.md).  With a seeded bug it is the
// trace of a foreign program: mxgen check finds the first event that is wrong.
func (s *Session) Trace() ([]byte, error) {
	origin := trace.Origin{Driver: trace.Explorer}
	if s.setup.Bug != "" {
		origin = trace.Origin{Driver: trace.Foreign, Program: ownProgram + s.setup.Bug}
	}
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Config: s.setup.Config, Origin: origin})
	if err != nil {
		return nil, err
	}
	world := s.raw.World()
	for k, n := range s.path(s.at)[1:] {
		e := s.states[n].event
		sends, err := world.Step(e)
		if err == nil {
			err = w.Write(trace.Step{Record: reference.NewRecord(k+1, e, sends, world.Node(e.Node))})
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Flush()
	return out.Bytes(), err
}

// Scenario is the run to the current state as a scenario (results/scenarios): a step for each
// event, with the properties that it violates, and all values after the last one.  The error is a
// *config.Error: a scenario has neither a seeded bug nor a run without events.
func (s *Session) Scenario() ([]byte, error) {
	refuse := func(reason string) ([]byte, error) {
		return nil, &config.Error{Operand: "scenario", Reason: reason, Remedy: "save a trace, or share the link"}
	}
	run := s.path(s.at)[1:]
	if s.setup.Bug != "" {
		return refuse("a scenario is executed by the model as well, which has other bugs than the program")
	}
	if len(run) == 0 {
		return refuse("has no events yet")
	}
	setup := s.setup
	requests := make([]int, setup.Config.N+1)
	for _, n := range run {
		if e := s.states[n].event; e.Kind == event.Request {
			requests[e.Node]++
		}
	}
	if setup.Config.Rounds == 0 && s.normal.Normal() {
		// Rounds keep the numbers of the program, which the events have.
		p := setup.Params()
		p["rounds"] = strconv.Itoa(max(1, slices.Max(requests)))
		bounded, err := NewSetup(setup.Config.Algorithm, p)
		if err != nil {
			return refuse(err.Error())
		}
		setup = bounded
	}
	sys, err := setup.system()
	if err != nil {
		return nil, err
	}
	w, before := sys.World(), sys.World()
	doc := scenario{Name: "explored", Source: "stepped by hand with mxgen explore", Algorithm: setup.Config.Algorithm, With: with(setup.Params())}
	sent := 0
	for k, n := range run {
		e := s.states[n].event
		before.SetState(w.AppendState(nil))
		sends, err := w.Step(e)
		if err != nil {
			return refuse(err.Error())
		}
		sent += len(sends)
		step := scenarioStep{Step: strconv.Itoa(k + 1), Events: flow([]string{e.String()})}
		for _, p := range sys.Properties() {
			if p.State != nil && p.State(w) != nil || p.Step != nil && p.Step(before, e, w) != nil {
				step.Violates = append(step.Violates, p.Name)
			}
		}
		doc.Steps = append(doc.Steps, step)
	}
	last := &doc.Steps[len(doc.Steps)-1]
	if last.Expect, err = expected(w); err != nil {
		return refuse(err.Error())
	}
	possible := []string{}
	for e := range w.Enabled() {
		if e.Kind != event.Request {
			possible = append(possible, e.String())
		}
	}
	last.Enabled, last.Sent = flow(possible), &sent
	return yaml.Marshal(doc)
}

// scenario is the YAML of a scenario.
type scenario struct {
	Name      string         `yaml:"name"`
	Source    string         `yaml:"source"`
	Algorithm string         `yaml:"algorithm"`
	With      *yaml.Node     `yaml:"with"`
	Steps     []scenarioStep `yaml:"steps"`
}

type scenarioStep struct {
	Step     string     `yaml:"step"`
	Events   *yaml.Node `yaml:"events"`
	Expect   *yaml.Node `yaml:"expect,omitempty"`
	Enabled  *yaml.Node `yaml:"enabled,omitempty"`
	Violates []string   `yaml:"violates,omitempty,flow"`
	Sent     *int       `yaml:"sent,omitempty"`
}

// flow is a list on one line.
func flow(texts []string) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, t := range texts {
		list.Content = append(list.Content, scalar(t))
	}
	return list
}

func scalar(text string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(text)
	if _, err := strconv.Atoi(text); err == nil {
		n.Tag = "!!int"
	}
	return n
}

func with(p models.Params) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for _, name := range models.ParamNames {
		if value, given := p[name]; given {
			m.Content = append(m.Content, scalar(name), scalar(value))
		}
	}
	return m
}

// expected are the values of all compared variables and the messages under way.
func expected(w *reference.World) (*yaml.Node, error) {
	values, err := w.Values(nil)
	if err != nil {
		return nil, err
	}
	a, err := registered.Lookup(w.System().Config.Algorithm)
	if err != nil {
		return nil, err
	}
	m := &yaml.Node{Kind: yaml.MappingNode}
	var rows []row
	for k, v := range w.System().Variables() {
		path := strings.SplitAfter(strings.Replace(v.Name, "[", "\x00[", 1), "]")
		name, first, _ := strings.Cut(path[0], "\x00")
		if name == "net" {
			continue // the scenario lists the messages under this name
		}
		text := scalar(strconv.Itoa(values[k]))
		switch {
		case v.Phase:
			text = scalar(reference.Phase(values[k]).String())
		case slices.Contains(a.Variables.Sets, name):
			text = flow(nil)
			for i := range reference.Set(values[k]).All() {
				text.Content = append(text.Content, scalar(strconv.Itoa(i)))
			}
		}
		path[0] = first
		rows = append(rows, row{path: append([]string{name}, path[:len(path)-1]...), value: text})
	}
	for _, of := range grouped(rows, 0) {
		m.Content = append(m.Content, scalar(of[0].path[0]), nested(of, 1))
	}
	net := []string{}
	for _, f := range w.InFlight() {
		net = append(net, fmt.Sprintf("%d>%d %s", f.From, f.To, f.Msg))
	}
	slices.Sort(net)
	m.Content = append(m.Content, scalar("net"), flow(net))
	return m, nil
}

// row is the value of one variable, such as rn[3].by[4], whose path is rn, [3], .by[4].
type row struct {
	path  []string
	value *yaml.Node
}

// grouped groups rows by a part of their paths, in the order of the first of each.
func grouped(rows []row, level int) (groups [][]row) {
	at := map[string]int{}
	for _, r := range rows {
		k, known := at[r.path[level]]
		if !known {
			k, groups = len(groups), append(groups, nil)
			at[r.path[level]] = k
		}
		groups[k] = append(groups[k], r)
	}
	return groups
}

// nested writes values as lists of lists, by the parts of their paths.
func nested(rows []row, level int) *yaml.Node {
	if level == len(rows[0].path) {
		return rows[0].value
	}
	list := flow(nil)
	for _, group := range grouped(rows, level) {
		list.Content = append(list.Content, nested(group, level+1))
	}
	return list
}
