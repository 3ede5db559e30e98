package models

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/topology"
)

// Params is a configuration as a user writes it, on the command line or in a
// suite: text by the names of the flags.  What is absent has its default.
type Params map[string]string

// The names that Params may have, in the order of help and documentation.
var ParamNames = []string{"n", "variant", "topology", "token", "coordinator", "network", "rounds", "bug"}

// ParamHelp says what each parameter is.
var ParamHelp = map[string]string{
	"n":           "number of nodes",
	"variant":     "comma-separated switches of the algorithm, see explain",
	"topology":    "logical tree: " + topology.Forms,
	"token":       "node at which the token rests at first",
	"coordinator": "node that grants the critical section",
	"network":     "fifo or unordered",
	"rounds":      "let each node request at most this often (default: for ever)",
	"bug":         "seed a known bug into the model, see explain",
}

// maxRounds keeps --rounds within a byte of the model.
const maxRounds = 250

// Resolve makes a complete and valid configuration of the algorithm.
//
// The error is a *config.Error that names the parameter, why it cannot be, and
// what would be right.
func Resolve(algorithm string, p Params) (config.Config, error) {
	a, err := Lookup(algorithm)
	if err != nil {
		return config.Config{}, err
	}
	r := resolver{algorithm: a, params: p}
	r.c.Algorithm = a.Name
	r.known()
	r.c.N = r.number("n", 3, a.MinN, a.MaxN)
	r.c.Rounds = r.number("rounds", 0, 1, maxRounds)
	r.network()
	r.variant()
	if r.takes("topology") {
		r.topology()
	}
	if r.takes("token") {
		r.c.Token = r.number("token", 1, 1, r.c.N)
	}
	if r.takes("coordinator") {
		r.c.Coordinator = r.number("coordinator", 1, 1, r.c.N)
	}
	r.bug()
	if r.err != nil {
		return config.Config{}, r.err
	}
	return r.c, nil
}

// resolver keeps the first thing that was wrong.
type resolver struct {
	algorithm *Algorithm
	params    Params
	c         config.Config
	err       error
}

func (r *resolver) fail(operand, reason, remedy string) {
	if r.err == nil {
		r.err = &config.Error{Operand: r.algorithm.Name + ": " + operand, Reason: reason, Remedy: remedy}
	}
}

func (r *resolver) takes(name string) bool { return slices.Contains(r.algorithm.Takes, name) }

// known refuses parameters that do not exist or that the algorithm does not take.
func (r *resolver) known() {
	general := []string{"n", "variant", "network", "rounds", "bug"}
	allowed := slices.DeleteFunc(slices.Clone(ParamNames), func(name string) bool {
		return !slices.Contains(general, name) && !r.takes(name)
	})
	for _, name := range slices.Sorted(keys(r.params)) {
		if !slices.Contains(allowed, name) {
			r.fail(fmt.Sprintf("%.60q", name), "not a parameter of this algorithm", "it takes "+strings.Join(allowed, ", "))
		}
	}
}

func keys(p Params) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range p {
			if !yield(k) {
				return
			}
		}
	}
}

// number reads a parameter in low..high, def where it is absent.
func (r *resolver) number(name string, def, low, high int) int {
	text, given := r.params[name]
	if !given {
		return def
	}
	operand := name + " " + clip(text)
	v, err := strconv.Atoi(text)
	switch {
	case err != nil:
		r.fail(operand, "not a number", fmt.Sprintf("needs %d to %d", low, high))
	case v < low:
		r.fail(operand, fmt.Sprintf("needs at least %d", low), "")
	case v > high:
		r.fail(operand, fmt.Sprintf("needs at most %d", high), "")
	}
	return v
}

func (r *resolver) network() {
	r.c.Network = r.algorithm.Networks[0]
	text, given := r.params["network"]
	if !given {
		return
	}
	r.c.Network = config.Network(text)
	if !slices.Contains(r.algorithm.Networks, r.c.Network) {
		r.fail("network "+clip(text), "not one that this algorithm is modelled on", fmt.Sprintf("needs one of %v", r.algorithm.Networks))
	}
}

func (r *resolver) variant() {
	v, err := config.ParseVariant(r.params["variant"])
	if err != nil {
		if r.err == nil {
			r.err = fmt.Errorf("%s: %w", r.algorithm.Name, err)
		}
		return
	}
	for k, s := range v {
		at := slices.IndexFunc(r.algorithm.Switches, func(i SwitchInfo) bool { return i.Name == s.Name })
		if at < 0 {
			r.fail("variant "+clip(s.Name), "no such switch", r.switches())
			return
		}
		info := r.algorithm.Switches[at]
		switch {
		case info.Default == nil && s.Value != 0:
			r.fail("variant "+s.String(), "the switch takes no value", "write "+s.Name)
		case info.Default != nil && s.Value > info.Max:
			r.fail("variant "+s.String(), fmt.Sprintf("needs at most %d", info.Max), "")
		case info.Default != nil && s.Value == 0:
			v[k].Value = info.Default(r.c.N)
		}
	}
	r.c.Variant = v
}

func (r *resolver) switches() string {
	if len(r.algorithm.Switches) == 0 {
		return "the algorithm has no variants"
	}
	var names []string
	for _, s := range r.algorithm.Switches {
		names = append(names, s.Name)
	}
	return "there are " + strings.Join(names, ", ")
}

func (r *resolver) topology() {
	r.c.Topology = "line"
	if text, given := r.params["topology"]; given {
		r.c.Topology = text
	}
	if r.err != nil {
		return // n may be anything
	}
	edges, err := topology.Parse(r.c.Topology, r.c.N)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", r.algorithm.Name, err)
	}
	r.c.Edges = edges
}

func (r *resolver) bug() {
	name, given := r.params["bug"]
	if !given {
		return
	}
	if _, err := r.algorithm.Bug(name); err != nil && r.err == nil {
		r.err = err
	}
	r.c.Bug = name
}

// clip keeps a hostile value from flooding the terminal.
func clip(text string) string {
	if len(text) > 60 {
		return fmt.Sprintf("%.60q..", text)
	}
	if text == "" || strconv.Quote(text) != `"`+text+`"` {
		return strconv.Quote(text)
	}
	return text
}
