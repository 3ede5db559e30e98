package explore

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Result is the outcome of checking a property.
type Result string

// The results.
const (
	Pass         Result = "pass"         // the property holds in every world and on every path
	Fail         Result = "fail"         // Path and Cycle are a counterexample
	Inconclusive Result = "inconclusive" // Reason says why the property is undecided
)

// Verdict is the result of one property.
type Verdict struct {
	Property string
	Result   Result
	Reason   string        // what is wrong, or why the property is undecided; empty on pass
	Node     int           // the node concerned, of starvation and entry, else 0
	Path     []event.Event // Fail: a shortest path to the violation
	// Cycle is the part of a counterexample of starvation that repeats for
	// ever after Path.  An empty Cycle means that no event follows Path.
	Cycle []event.Event
}

// The properties that need the whole graph.
const (
	entry      = "entry"      // every node that requests can enter
	starvation = "starvation" // every waiting node enters, under message fairness
)

// Properties returns the names of all properties of the system.
func (g *Graph) Properties() []string {
	var names []string
	for _, p := range g.properties {
		names = append(names, p.Name)
	}
	return append(names, entry, starvation)
}

// Verdict decides the property of a name.  It returns an error if there is no
// such property.  Starvation takes much more time and memory than the others.
func (g *Graph) Verdict(name string) (Verdict, error) {
	switch name {
	case entry:
		return g.entry(), nil
	case starvation:
		return g.starvation(), nil
	}
	k := slices.IndexFunc(g.properties, func(p reference.Property) bool { return p.Name == name })
	if k < 0 {
		return Verdict{}, fmt.Errorf("property %q: not one of %v", name, g.Properties())
	}
	v := Verdict{Property: name, Result: Pass}
	if f := g.found[k]; f != nil {
		v.Result, v.Reason, v.Path = Fail, f.err.Error(), g.Path(f.state)
		if f.step != nil {
			v.Path = append(v.Path, *f.step)
		}
		return v, nil
	}
	return g.unlessStopped(v), nil
}

// unlessStopped returns v if the graph is complete and Inconclusive otherwise.
// Counterexamples do not need it.
func (g *Graph) unlessStopped(v Verdict) Verdict {
	if g.stopped != "" {
		return Verdict{Property: v.Property, Result: Inconclusive, Reason: g.stopped}
	}
	return v
}

// entry: every node that requests is in its critical section in some world.
func (g *Graph) entry() Verdict {
	for i := 1; i <= g.sys.Config.N; i++ {
		if g.sys.Config.Requests(i) && !g.entered.Has(i) {
			return g.unlessStopped(Verdict{Property: entry, Result: Fail, Node: i,
				Reason: fmt.Sprintf("node %d enters in no world", i)})
		}
	}
	return Verdict{Property: entry, Result: Pass}
}
