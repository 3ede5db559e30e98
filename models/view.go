package models

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// View is what a template sees.
type View struct {
	config.Config
	Algorithm  *registry.Algorithm
	Build      Build
	Data       any                 // of the algorithm's Data
	States     []registry.Property // invariants, asserted by watch
	Steps      []registry.Property // asserted in handlers
	Silent     []registry.Property // whose assertions in handlers this model leaves out
	History    bool                // has the history variables of its property
	Liveness   bool                // one process for each obligation, and a stay-idle step
	Formulas   []claimText
	Count      *Count
	Properties []registry.Property // that this model decides
}

type claimText struct {
	Claim
	Text string
}

// Bounded reports whether the number of requests is limited by --rounds.
func (v View) Bounded() bool { return v.Rounds > 0 }

// FIFO reports whether messages on one link keep their order.
func (v View) FIFO() bool { return v.Network == config.FIFO }

// On reports whether a switch of the variant is on.
func (v View) On(name string) bool { return v.Variant.Has(name) }

// Nodes returns 1..N.
func (v View) Nodes() []int {
	nodes := make([]int, v.N)
	for i := range nodes {
		nodes[i] = i + 1
	}
	return nodes
}

// Clients returns the nodes that request: all, unless the configuration names them.
func (v View) Clients() []int {
	return slices.DeleteFunc(v.Nodes(), func(i int) bool { return !v.Requests(i) })
}

// Set is the smallest type for a set of nodes in which node i is bit i.
func (v View) Set() string {
	switch {
	case v.N <= 7:
		return "byte"
	case v.N <= 14:
		return "short"
	default:
		return "int"
	}
}

// All is the set of all nodes.
func (v View) All() int { return 1<<(v.N+1) - 2 }

// Links returns the links of a message class.
func (v View) Links(message string) ([][2]int, error) {
	for _, m := range v.Algorithm.Messages {
		if m.Name == message {
			return v.LinksOf(m), nil
		}
	}
	return nil, fmt.Errorf("%s has no message %s", v.Algorithm.Name, message)
}

// LinksOf returns the links of a message class.
func (v View) LinksOf(m registry.Message) [][2]int { return m.Links(v.Config) }

// Deliveries are what the network hands over on its own: each message class on
// each of its links, unless the algorithm says that some go together.
func (v View) Deliveries() []registry.Message {
	if v.Algorithm.Options.Deliveries == nil {
		return v.Algorithm.Messages
	}
	return v.Algorithm.Options.Deliveries(v.Config)
}

// Command is the command line that generates the model.
func (v View) Command() string {
	command := "mxgen gen " + v.Config.String()
	switch {
	case v.Build.Formula != nil:
		command += fmt.Sprintf(" --ltl '%s=%s'", v.Build.Formula.Name, v.Build.Formula.Text)
	case v.Build.Property != "":
		command += " --property " + v.Build.Property
	case v.Count != nil:
		command += " --count " + v.Count.String()
	}
	return command
}

// Choices are the further arguments that request takes, one option for each;
// a single empty one where there is nothing to choose.
func (v View) Choices() []string {
	if v.Algorithm.Options.Requests == nil {
		return []string{""}
	}
	return v.Algorithm.Options.Requests(v.Config)
}

// Exits are the options by which node i leaves, as calls.
func (v View) Exits(i int) []string {
	if v.Algorithm.Options.Exits == nil {
		return []string{fmt.Sprintf("exit_cs(%d)", i)}
	}
	return v.Algorithm.Options.Exits(v.Config, i)
}

// Receives are the options by which node i receives a message from j, as calls.
func (v View) Receives(m registry.Message, j, i int) []string {
	if m.Options == nil {
		return []string{fmt.Sprintf("receive_%s(%d, %d)", strings.ToLower(m.Name), j, i)}
	}
	return m.Options(v.Config, j, i)
}

// Arrivals are the options by which any node receives any message, as calls.
func (v View) Arrivals() (all []string) {
	for _, m := range v.Deliveries() {
		for _, link := range v.LinksOf(m) {
			all = append(all, v.Receives(m, link[0], link[1])...)
		}
	}
	return all
}

// Processes is how many active processes the model has: in a liveness model a
// client for each node that requests, one for each link of each delivery, and users.
func (v View) Processes() int {
	switch {
	case v.Liveness:
		n := len(v.Clients()) + 1
		for _, m := range v.Deliveries() {
			n += len(m.Links(v.Config))
		}
		return n
	case len(v.States) > 0:
		return 2
	default:
		return 1
	}
}

// NFAIR is what the model must be compiled with.
func (v View) NFAIR() int { return NFAIR(v.Processes()) }

// NFAIR is what pan must be compiled with for weak fairness among the
// model's processes: processes + claim <= 4*NFAIR - 2.
func NFAIR(processes int) int { return (processes + 1 + 2 + 3) / 4 }

// newView selects the properties and formulas of the model.
func newView(c config.Config, b Build) (View, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return View{}, err
	}
	v := View{Config: c, Algorithm: a, Build: b, Count: b.Count}
	if a.Data != nil {
		v.Data = a.Data(c)
	}
	all := a.PropertiesOf(c)
	if b.Property != "" {
		only, err := a.Property(c, b.Property)
		if err != nil {
			return View{}, err
		}
		all = []registry.Property{only}
	}
	switch {
	case b.Count != nil:
		all = b.Count.properties()
	case b.Bare || b.Formula != nil:
		all = nil
	}
	v.Liveness = b.Formula != nil
	for _, p := range all {
		switch {
		case p.Kind == registry.State:
			v.States = append(v.States, p)
		case p.Kind == registry.Step:
			v.Steps = append(v.Steps, p)
		case b.Property == "": // the safety model
			continue
		case p.Kind == registry.History:
			v.States = append(v.States, p)
			v.History = true
		case p.Kind == registry.Liveness:
			v.Liveness = true
			v.Formulas = perNode(v.Clients(), p, "starvation_%d", "[] (waiting(%[1]d) -> <> inside(%[1]d))")
		case p.Kind == registry.Reach:
			v.Formulas = perNode(v.Clients(), p, "never_enters_%d", "[] !inside(%d)")
		}
		v.Properties = append(v.Properties, p)
	}
	if f := b.Formula; f != nil {
		v.Formulas = []claimText{{Claim{Name: f.Name, Property: f.Name}, f.Text}}
	}
	for _, p := range a.PropertiesOf(c) {
		if p.Kind == registry.Step && !hasProperty(v.Steps, p.Name) {
			v.Silent = append(v.Silent, p)
		}
	}
	return v, nil
}

func hasProperty(list []registry.Property, name string) bool {
	for _, p := range list {
		if p.Name == name {
			return true
		}
	}
	return false
}

func perNode(nodes []int, p registry.Property, name, text string) []claimText {
	var all []claimText
	for _, i := range nodes {
		claim := Claim{Name: fmt.Sprintf(name, i), Property: p.Name, Node: i}
		all = append(all, claimText{claim, fmt.Sprintf(text, i)})
	}
	return all
}
