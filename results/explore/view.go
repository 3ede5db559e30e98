package explore

import (
	"fmt"
	"slices"

	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Choice is an event that is possible, and the key for it.
type Choice struct {
	Event event.Event
	Key   string // one character; "": there are more events than keys
	Text  string // what happens, without the node
}

// Group has the choices of a node.
type Group struct {
	Node    int
	Phase   reference.Phase
	Choices []Choice
}

// keys are those of events.  The others are the fronts': g r q s u, and what is no letter.
const keys = "123456789abcdefhijklmnoptvwxyz"

// Groups returns the possible events by node, a group for each node.
func (s *Session) Groups() []Group {
	groups := make([]Group, s.world.N())
	for i := range groups {
		groups[i] = Group{Node: i + 1, Phase: s.world.Phase(i + 1)}
	}
	for _, e := range s.Possible() {
		g := &groups[e.Node-1]
		g.Choices = append(g.Choices, Choice{Event: e, Text: Text(e)})
	}
	next := 0
	for i := range groups {
		for k := range groups[i].Choices {
			if next < len(keys) {
				groups[i].Choices[k].Key = keys[next : next+1]
				next++
			}
		}
	}
	return groups
}

// Text says what an event is, without its node.
func Text(e event.Event) string {
	text := e.Kind.String()
	switch {
	case e.Kind == event.Receive:
		text = fmt.Sprintf("receive %s from %d", e.Msg, e.Peer)
	case e.Kind == event.Request && e.Choice > 0:
		text = fmt.Sprintf("request, choosing %d", e.Choice)
	case e.Kind == event.Exit && e.Choice > 0:
		text = fmt.Sprintf("exit, to %d", e.Choice)
	}
	return text
}

// Status is what the run to the current state shows of a property.
type Status struct {
	Property string
	Gloss    string
	Violated *Violation // the first one, nil: the property holds so far
	Event    string     // after which it was violated
	Depth    int        // number of this event
	Here     bool       // it is the current state that violates it
}

// Statuses returns what the run shows of each property that a run can violate.
func (s *Session) Statuses() (all []Status) {
	broken := s.Broken()
	for _, name := range s.Properties() {
		st := Status{Property: name, Gloss: s.gloss(name)}
		if at := slices.IndexFunc(broken, func(v Violation) bool { return v.Property == name }); at >= 0 {
			n := &s.states[broken[at].At]
			st.Violated, st.Depth = &broken[at], n.depth
			if n.parent >= 0 {
				st.Event = n.event.String()
			}
		}
		st.Here = slices.ContainsFunc(s.states[s.at].broken, func(v Violation) bool { return v.Property == name })
		all = append(all, st)
	}
	return all
}

// gloss is what a property says, from the registry.
func (s *Session) gloss(property string) string {
	a, err := registered.Lookup(s.setup.Config.Algorithm)
	if err != nil {
		return ""
	}
	for _, p := range a.Properties {
		if p.Name == property {
			return p.Gloss
		}
	}
	return ""
}

// Visit is a state on the run on which the current state is.
type Visit struct {
	At       int // number of the state
	Depth    int
	Event    string // that led to it, "" for the initial state
	Current  bool
	Broken   []string // properties that it violates
	Branches []Branch // other runs that leave the run before this event
}

// Branch is another run in the tree: the event with which it begins, and its state.
type Branch struct {
	At    int
	Event string
	Size  int // states in it
}

// Visits returns the states of the run from depth from to depth to, both included, as far as there
// are.
func (s *Session) Visits(from, to int) (all []Visit) {
	path := s.path(s.tip())
	for depth := max(0, from); depth <= min(to, len(path)-1); depth++ {
		at := path[depth]
		n := &s.states[at]
		v := Visit{At: at, Depth: depth, Current: at == s.at}
		for _, b := range n.broken {
			v.Broken = append(v.Broken, b.Property)
		}
		if n.parent >= 0 {
			v.Event = n.event.String()
			for _, other := range s.states[n.parent].children {
				if other != at {
					v.Branches = append(v.Branches, Branch{At: other, Event: s.states[other].event.String(), Size: s.size(other)})
				}
			}
		}
		all = append(all, v)
	}
	return all
}

// Length returns the number of events of the run on which the current state is, to its end.
func (s *Session) Length() int { return s.states[s.tip()].depth }

// size counts the states below a state, itself included.
func (s *Session) size(at int) (count int) {
	for todo := []int{at}; len(todo) > 0; count++ {
		last := len(todo) - 1
		todo = append(todo[:last], s.states[todo[last]].children...)
	}
	return count
}

// Sends returns what the event that led to the current state has sent.
func (s *Session) Sends() []event.Send { return s.states[s.at].sends }

// Last returns the event that led to the current state; ok is false in the initial state.
func (s *Session) Last() (e event.Event, ok bool) {
	n := &s.states[s.at]
	return n.event, n.parent >= 0
}
