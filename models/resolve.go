package models

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/quorum"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/models/topology"
)

// Params is a configuration as a user writes it, on the command line or in a suite: the
// texts of the parameters by the names of their flags.  An absent parameter has its
// default.
type Params map[string]string

// ParamNames are the names that Params may have, in the order of help and documentation.
var ParamNames = []string{"n", "variant", "topology", "token", "coordinator", "k", "order", "never-exit", "quorum", "allow-invalid-quorums",
	"requesters", "network", "rounds", "bug"}

// ParamHelp is the help text of each parameter.
var ParamHelp = map[string]string{
	"n":                     "number of nodes",
	"variant":               "comma-separated switches of the algorithm, see explain",
	"topology":              "logical tree: " + topology.Forms,
	"token":                 "node at which the token rests at first",
	"coordinator":           "node that grants the critical section",
	"k":                     "how many nodes may be in their critical sections at once",
	"order":                 "the nodes in the order of the ring, such as 3,1,2",
	"never-exit":            "nodes that never leave their critical section, such as 1,3; at most K-1",
	"quorum":                "nodes that each node asks: " + quorum.Forms + " (default: fpp where N is that of a plane, else method1)",
	"allow-invalid-quorums": "take quorums although some are disjoint, which breaks mutual exclusion",
	"requesters":            "the nodes that request, such as 2,3 (default: all)",
	"network":               "fifo or unordered",
	"rounds":                "let each node request at most this often (default: for ever)",
	"bug":                   "seed a known bug into the model, see explain",
}

// Switchable are the parameters whose values are true and false.  A suite writes the
// value; on the command line the flag without a value means true.
var Switchable = []string{"allow-invalid-quorums"}

// ParamsOf reads flags such as those of a configuration's Args.  Each flag is followed by
// its value, except the switchable ones.
func ParamsOf(flags []string) Params {
	p := Params{}
	for k := 0; k < len(flags); k++ {
		name := strings.TrimPrefix(flags[k], "--")
		switch {
		case slices.Contains(Switchable, name):
			p[name] = "true"
		case k+1 < len(flags):
			k++
			p[name] = flags[k]
		}
	}
	return p
}

// maxRounds keeps --rounds within a byte of the model.
const maxRounds = 250

// Resolve makes a complete and valid configuration of the algorithm.
//
// The error is a *config.Error that names the parameter, the reason and the remedy.
func Resolve(algorithm string, p Params) (config.Config, error) {
	a, err := algorithms.Lookup(algorithm)
	if err != nil {
		return config.Config{}, err
	}
	return resolve(a, p)
}

func resolve(a *registry.Algorithm, p Params) (config.Config, error) {
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
	if r.takes("k") {
		r.c.K = r.number("k", min(2, r.c.N), 1, r.c.N)
	}
	if r.takes("order") {
		r.order()
	}
	if r.takes("never-exit") {
		r.neverExit()
	}
	if r.takes("quorum") {
		r.quorum()
	}
	if r.takes("requesters") {
		r.requesters()
	}
	r.bug()
	if r.err == nil && a.Refuse != nil {
		if refused := a.Refuse(r.c); refused != nil {
			r.fail(refused.Operand, refused.Reason, refused.Remedy)
		}
	}
	if r.err != nil {
		return config.Config{}, r.err
	}
	return r.c, nil
}

// resolver builds the configuration and keeps the first error.
type resolver struct {
	algorithm *registry.Algorithm
	params    Params
	c         config.Config
	err       error
}

func (r *resolver) fail(operand, reason, remedy string) {
	if r.err == nil {
		r.err = &config.Error{Operand: r.algorithm.Name + ": " + operand, Reason: reason, Remedy: remedy}
	}
}

func (r *resolver) takes(name string) bool { return r.algorithm.TakesParam(name) }

// ParamsTaken are the names of the parameters that an algorithm takes, in the order of
// ParamNames.
func ParamsTaken(a *registry.Algorithm) []string {
	general := []string{"n", "variant", "network", "rounds", "bug"}
	return slices.DeleteFunc(slices.Clone(ParamNames), func(name string) bool {
		return !slices.Contains(general, name) && !a.TakesParam(name)
	})
}

// known refuses parameters that do not exist or that the algorithm does not take.
func (r *resolver) known() {
	allowed := ParamsTaken(r.algorithm)
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
	case errors.Is(err, strconv.ErrRange):
		r.fail(operand, "too large", fmt.Sprintf("needs %d to %d", low, high))
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
		at := slices.IndexFunc(r.algorithm.Switches, func(i registry.Switch) bool { return i.Name == s.Name })
		if at < 0 {
			r.fail("variant "+clip(s.Name), "no such switch", r.switches(s.Name))
			return
		}
		info := r.algorithm.Switches[at]
		switch {
		case info.Default == nil && s.Value != 0:
			r.fail("variant "+s.String(), "the switch takes no value", "write "+s.Name)
		case info.Default != nil && s.Value != 0 && s.Value < info.Min:
			r.fail("variant "+s.String(), fmt.Sprintf("needs at least %d", info.Min), "")
		case info.Default != nil && s.Value > info.Max:
			r.fail("variant "+s.String(), fmt.Sprintf("needs at most %d", info.Max), "")
		case info.Default != nil && s.Value == 0:
			v[k].Value = info.Default(r.c.N)
		}
	}
	r.c.Variant = v
	r.groups()
}

// groups checks that at most one switch of each group is on, and turns on the standard
// one where none is.
func (r *resolver) groups() {
	on := map[string]string{}
	for _, s := range r.algorithm.Switches {
		if s.Group == "" || !r.c.Variant.Has(s.Name) {
			continue
		}
		if other, taken := on[s.Group]; taken {
			r.fail(fmt.Sprintf("variant %s,%s", other, s.Name), "the two exclude each other", "choose one "+s.Group)
		}
		on[s.Group] = s.Name
	}
	for _, s := range r.algorithm.Switches {
		goes := len(s.With) == 0 || slices.ContainsFunc(s.With, r.c.Variant.Has)
		if r.c.Variant.Has(s.Name) && !goes {
			r.fail("variant "+s.Name, "goes only with "+strings.Join(s.With, ", "), "leave it out, or choose one of these")
		}
		if _, taken := on[s.Group]; s.Standard && !taken && goes {
			r.c.Variant = append(r.c.Variant, config.Switch{Name: s.Name})
		}
	}
	slices.SortFunc(r.c.Variant, func(a, b config.Switch) int { return strings.Compare(a.Name, b.Name) })
}

func (r *resolver) switches(name string) string {
	if len(r.algorithm.Switches) == 0 {
		return "the algorithm has no variants"
	}
	var names []string
	for _, s := range r.algorithm.Switches {
		names = append(names, s.Name)
	}
	return config.ThereAre(name, names)
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
	r.c.Topology = topology.Portable(r.c.Topology, edges)
	r.c.Edges = edges
}

// order reads the ring: a permutation of 1..N.
func (r *resolver) order() {
	text, given := r.params["order"]
	if r.err != nil {
		return // n may be anything
	}
	nodes := make([]int, r.c.N)
	for k := range nodes {
		nodes[k] = k + 1
	}
	remedy := fmt.Sprintf("needs each of 1 to %d once, separated by commas", r.c.N)
	if given {
		parts := strings.Split(text, ",")
		if text == "" {
			r.fail("order "+clip(text), "is empty", remedy)
			return
		}
		if len(parts) != r.c.N {
			r.fail("order "+clip(text), fmt.Sprintf("has length %d, not %d", len(parts), r.c.N), remedy)
			return
		}
		for k, part := range parts {
			v, err := strconv.Atoi(part)
			switch {
			case err != nil || v < 1 || v > r.c.N:
				r.fail("order "+clip(text), fmt.Sprintf("%.20q is not a node", part), remedy)
				return
			case slices.Contains(nodes[:k], v):
				r.fail("order "+clip(text), fmt.Sprintf("node %d stands there twice", v), remedy)
				return
			}
			nodes[k] = v
		}
	}
	r.c.Order = nodes
}

// neverExit reads the nodes that never leave: fewer than K, because K of them would keep
// all others out without any error of the algorithm.
func (r *resolver) neverExit() {
	text, given := r.params["never-exit"]
	if !given || r.err != nil {
		return
	}
	nodes := r.nodes("never-exit", text)
	remedy := fmt.Sprintf("needs at most %d with k %d", r.c.K-1, r.c.K)
	switch {
	case len(nodes) == r.c.N:
		r.fail("never-exit "+clip(text), "all nodes, so that nobody leaves", remedy)
	case len(nodes) >= r.c.K:
		r.fail("never-exit "+clip(text), fmt.Sprintf("%d of %d places may be kept for ever", min(len(nodes), r.c.K), r.c.K), remedy)
	}
	r.c.NeverExit = nodes
}

// nodes reads a list of nodes, each once, and sorts it.
func (r *resolver) nodes(name, text string) []int {
	var nodes []int
	for part := range strings.SplitSeq(text, ",") {
		v, err := strconv.Atoi(part)
		switch {
		case err != nil || v < 1 || v > r.c.N:
			r.fail(name+" "+clip(text), clip(part)+" is not a node", fmt.Sprintf("needs nodes from 1 to %d, separated by commas", r.c.N))
			return nil
		case slices.Contains(nodes, v):
			r.fail(name+" "+clip(text), fmt.Sprintf("node %d stands there twice", v), "")
			return nil
		}
		nodes = append(nodes, v)
	}
	slices.Sort(nodes)
	return nodes
}

// quorum makes the quorum system.  It refuses disjoint sets unless
// --allow-invalid-quorums is given.
func (r *resolver) quorum() {
	allow := r.boolean("allow-invalid-quorums")
	if r.err != nil {
		return // n may be anything
	}
	r.c.Quorum = quorum.Default(r.c.N)
	if text, given := r.params["quorum"]; given {
		r.c.Quorum = text
	}
	sets, err := quorum.Parse(r.c.Quorum, r.c.N)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", r.algorithm.Name, err)
		return
	}
	if err := quorum.Check(sets).Valid(r.c.Quorum); err != nil {
		if !allow {
			r.err = fmt.Errorf("%s: %w", r.algorithm.Name, err)
			return
		}
		r.c.AllowInvalidQuorums = true
	}
	r.c.Quorum = quorum.Portable(r.c.Quorum, sets)
	r.c.Quorums = sets
}

// requesters reads the nodes that request.  An empty list in the configuration means all.
func (r *resolver) requesters() {
	text, given := r.params["requesters"]
	if !given || r.err != nil {
		return
	}
	if text == "" {
		r.fail(`requesters ""`, "nobody, so that nothing happens", fmt.Sprintf("needs nodes from 1 to %d, separated by commas", r.c.N))
		return
	}
	if nodes := r.nodes("requesters", text); len(nodes) < r.c.N {
		r.c.Requesters = nodes
	}
}

// boolean reads a parameter that is true or false, and is false where it is absent.
func (r *resolver) boolean(name string) bool {
	text, given := r.params[name]
	if given && text != "true" && text != "false" {
		r.fail(name+" "+clip(text), "neither true nor false", "needs one of them")
	}
	return text == "true"
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
