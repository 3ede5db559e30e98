package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	search "github.com/mxgen/mxgen/reference/explore"
)

// Limits bound the memory and the time of a session.  A zero field has its default.
type Limits struct {
	States       int    // kept in the tree, 0: 200,000
	Bytes        int    // of their states, 0: 256 MB
	SearchStates int    // visited by a search for a shortest run, 0: 200,000
	Seed         uint64 // of random steps
}

// Session is the exploration of a setup: the tree of the states that were visited, and the
// current one.  One goroutine at a time may use it.  States are numbered from 0, the initial one.
type Session struct {
	setup      Setup
	limits     Limits
	raw        *reference.System // with the numbers of the program, however large
	normal     *reference.System // in normal form where there is one, for comparisons of states
	properties []reference.Property
	random     *rand.Rand

	states  []state
	bytes   int
	seen    map[uint64][]int // states by the hash of their normal form
	at      int
	world   *reference.World // in the current state
	before  *reference.World // scratch, raw
	reduced *reference.World // scratch, in normal form
	graph   *search.Graph    // of the last search, nil: none yet
	// graphMost is how many states this search was allowed to visit.
	graphMost int

	challenge string // property that is to be violated, "": none
}

// state is one state of the tree.
type state struct {
	parent   int
	depth    int // number of events from the initial state
	event    event.Event
	sends    []event.Send
	bytes    []byte
	children []int
	visited  int // the child that was current last, -1: none
	waiting  reference.Set
	hash     uint64 // of the normal form
	broken   []Violation
}

// Violation is a property that a state, or the event that led to it, violates.
type Violation struct {
	Property string
	Reason   string
	At       int // number of the state
}

// NewSession begins an exploration in the initial state.  The error is a *config.Error.
func NewSession(setup Setup, limits Limits) (*Session, error) {
	if err := Untrusted(setup.Params()); err != nil { // of the header of a trace; Resolve leaves no file
		return nil, err
	}
	normal, err := setup.system()
	if err != nil {
		return nil, err
	}
	if limits.States == 0 {
		limits.States = 200_000
	}
	if limits.Bytes == 0 {
		limits.Bytes = 256 << 20
	}
	if limits.SearchStates == 0 {
		limits.SearchStates = 200_000
	}
	s := &Session{setup: setup, limits: limits, raw: normal.Raw(), normal: normal, properties: normal.Properties(),
		random: rand.New(rand.NewPCG(limits.Seed, 1)), seen: map[uint64][]int{}}
	s.world, s.before, s.reduced = s.raw.World(), s.raw.World(), normal.World()
	s.add(-1, event.Event{}, nil)
	return s, nil
}

// Setup returns what is explored.
func (s *Session) Setup() Setup { return s.setup }

// System returns the program, whose worlds have the numbers of the program.
func (s *Session) System() *reference.System { return s.raw }

// World returns the current state.  It is valid until the session changes; the caller must not
// change it.
func (s *Session) World() *reference.World { return s.world }

// Possible returns the events that can happen in the current state: requests, receives,
// entries, exits, each by node.
func (s *Session) Possible() []event.Event { return slices.Collect(s.world.Enabled()) }

// At returns the number of the current state, and Depth the number of events that lead to it.
func (s *Session) At() int    { return s.at }
func (s *Session) Depth() int { return s.states[s.at].depth }

// Len returns the number of states in the tree.
func (s *Session) Len() int { return len(s.states) }

// Step makes an event happen.  The error is a *config.Error: the event cannot happen here, or
// the tree is full.
func (s *Session) Step(e event.Event) error {
	for _, child := range s.states[s.at].children {
		if s.states[child].event.Equal(e) {
			s.move(child)
			return nil
		}
	}
	if !s.world.Can(e) {
		return &config.Error{Operand: e.String(), Reason: "cannot happen here", Remedy: "possible are " + labels(s.Possible())}
	}
	if len(s.states) >= s.limits.States || s.bytes >= s.limits.Bytes {
		return &config.Error{Operand: e.String(), Reason: fmt.Sprintf("%d states are kept, as many as there is room for", len(s.states)), Remedy: "save the run, and begin again"}
	}
	s.before.SetState(s.states[s.at].bytes)
	sends, err := s.world.Step(e)
	if err != nil {
		return &config.Error{Operand: e.String(), Reason: err.Error()}
	}
	s.add(s.at, e.Clone(), sends)
	return nil
}

// labels lists some events for an error.
func labels(events []event.Event) string {
	const most = 8
	var texts []string
	for _, e := range events[:min(most, len(events))] {
		texts = append(texts, e.String())
	}
	if more := len(events) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("%d more", more))
	}
	if texts == nil {
		return "none"
	}
	return strings.Join(texts, ", ")
}

// add makes the state of the world a child of parent, and the current state.
func (s *Session) add(parent int, e event.Event, sends []event.Send) {
	n := state{parent: parent, event: e, visited: -1, bytes: s.world.AppendState(nil), waiting: s.world.InPhase(reference.Wait)}
	for _, send := range sends {
		n.sends = append(n.sends, event.Send{To: send.To, Msg: send.Msg.Clone()})
	}
	at := len(s.states)
	if parent >= 0 {
		n.depth = s.states[parent].depth + 1
		s.states[parent].children = append(s.states[parent].children, at)
		s.states[parent].visited = at
	}
	s.reduce(n.bytes)
	n.hash = hash(s.reduced.AppendState(nil))
	n.broken = s.violations(at, parent < 0, e)
	s.states = append(s.states, n)
	s.bytes += len(n.bytes) + 200
	s.seen[n.hash] = append(s.seen[n.hash], at)
	s.at = at
	s.world.SetState(n.bytes)
	s.states[at].broken = append(s.states[at].broken, s.starved()...)
}

// reduce sets reduced to the normal form of a state.
func (s *Session) reduce(state []byte) {
	s.reduced.SetState(state)
	if s.normal.Normal() {
		s.reduced.Normalise()
	}
}

// violations evaluates the properties in world, after an event that before could do.
func (s *Session) violations(at int, initial bool, e event.Event) (all []Violation) {
	for _, p := range s.properties {
		var err error
		switch {
		case p.Step != nil && !initial:
			err = p.Step(s.before, e, s.world)
		case p.Name == "no-overflow":
			err = p.State(s.reduced) // the numbers of the program may be larger than those of the model
		case p.State != nil:
			err = p.State(s.world)
		}
		if err != nil {
			all = append(all, Violation{Property: p.Name, Reason: err.Error(), At: at})
		}
	}
	return all
}

// move makes a state that was visited before the current one.
func (s *Session) move(at int) {
	s.at = at
	s.world.SetState(s.states[at].bytes)
	for n := at; s.states[n].parent >= 0; n = s.states[n].parent {
		p := &s.states[s.states[n].parent]
		if p.visited == n {
			break
		}
		p.visited = n
	}
}

// Jump goes to a state of the tree.
func (s *Session) Jump(at int) error {
	if at < 0 || at >= len(s.states) {
		return &config.Error{Operand: fmt.Sprintf("state %d", at), Reason: "was not visited", Remedy: fmt.Sprintf("states are 0 to %d", len(s.states)-1)}
	}
	s.move(at)
	return nil
}

// Back goes to the state before; at the beginning it does nothing.
func (s *Session) Back() {
	if p := s.states[s.at].parent; p >= 0 {
		s.move(p)
	}
}

// Forward goes to the state after the current one that was current last; at the end of a run
// it does nothing.
func (s *Session) Forward() {
	if next := s.states[s.at].visited; next >= 0 {
		s.move(next)
	}
}

// Random makes random events happen, at most count, until a property is violated or nothing
// can happen any more.
func (s *Session) Random(count int) error {
	for range count {
		events := s.Possible()
		if len(events) == 0 {
			return nil
		}
		known := len(s.states[s.at].broken)
		if err := s.Step(events[s.random.IntN(len(events))]); err != nil {
			return err
		}
		if len(s.states[s.at].broken) > known {
			return nil
		}
	}
	return nil
}

// mostUntilEntry bounds a run until somebody enters.
const mostUntilEntry = 2000

// UntilEntry makes random events happen until a node has entered or a property is violated.  If no node
// waits, one requests; otherwise a node requests, and one leaves, only if nothing else can happen.
func (s *Session) UntilEntry() error {
	for range mostUntilEntry {
		events := s.Possible()
		if s.states[s.at].waiting == 0 {
			events = preferred(events, func(e event.Event) bool { return e.Kind == event.Request })
		} else {
			events = preferred(events, func(e event.Event) bool { return e.Kind == event.Receive || e.Kind == event.Enter })
		}
		if len(events) == 0 {
			return nil
		}
		known := len(s.states[s.at].broken)
		if err := s.Step(events[s.random.IntN(len(events))]); err != nil {
			return err
		}
		if s.states[s.at].event.Kind == event.Enter || len(s.states[s.at].broken) > known {
			return nil
		}
	}
	return &config.Error{Operand: "until somebody enters", Reason: fmt.Sprintf("nobody has entered within %d events", mostUntilEntry)}
}

// preferred returns the events that are wanted, or all if none is.
func preferred(events []event.Event, wanted func(event.Event) bool) []event.Event {
	if slices.ContainsFunc(events, wanted) {
		return slices.DeleteFunc(events, func(e event.Event) bool { return !wanted(e) })
	}
	return events
}

// Follow goes back to the initial state and makes events happen, one after the other.  It stops
// before the first one that cannot happen and returns how many have.
func (s *Session) Follow(events []event.Event) (done int, err error) {
	s.move(0)
	for k, e := range events {
		if err := s.Step(e); err != nil {
			return k, err
		}
	}
	return len(events), nil
}

// path returns the states from the initial one to a state, both included.
func (s *Session) path(to int) []int {
	all := make([]int, s.states[to].depth+1)
	for n := to; n >= 0; n = s.states[n].parent {
		all[s.states[n].depth] = n
	}
	return all
}

// tip is the last state of the run on which the current one is.
func (s *Session) tip() int {
	at := s.at
	for s.states[at].visited >= 0 {
		at = s.states[at].visited
	}
	return at
}

// Run returns the events of the run on which the current state is: to its end, which may be
// later than the current state.
func (s *Session) Run() []event.Event {
	var events []event.Event
	for _, n := range s.path(s.tip())[1:] {
		events = append(events, s.states[n].event)
	}
	return events
}

// Broken returns the first violation of each property from the initial state to the current
// one, in the order of time.
func (s *Session) Broken() (all []Violation) {
	for _, n := range s.path(s.at) {
		for _, v := range s.states[n].broken {
			if !slices.ContainsFunc(all, func(known Violation) bool { return known.Property == v.Property }) {
				all = append(all, v)
			}
		}
	}
	return all
}

// Explore begins anew with another setup, and keeps the events of the current run as far as they can
// happen there.  It returns how many were kept.
func (s *Session) Explore(setup Setup) (kept int, err error) {
	events := s.Run()[:s.Depth()]
	fresh, err := NewSession(setup, s.limits)
	if err != nil {
		return 0, err
	}
	kept, _ = fresh.Follow(events)
	*s = *fresh
	return kept, nil
}

// JumpDepth goes to the state after so many events of the run on which the current state is.
func (s *Session) JumpDepth(depth int) error {
	path := s.path(s.tip())
	if depth < 0 || depth >= len(path) {
		return &config.Error{Operand: fmt.Sprintf("event %d", depth), Reason: "is not on this run", Remedy: fmt.Sprintf("it has %d", len(path)-1)}
	}
	s.move(path[depth])
	return nil
}

// DepthOf returns the number of events that lead to a state.
func (s *Session) DepthOf(at int) int { return s.states[at].depth }

// Window returns the last events before the current state, at most so many, and the world before them.
func (s *Session) Window(most int) (*reference.World, []event.Event) {
	path := s.path(s.at)
	path = path[max(0, len(path)-1-most):]
	w := s.raw.World()
	w.SetState(slices.Clone(s.states[path[0]].bytes))
	var events []event.Event
	for _, n := range path[1:] {
		events = append(events, s.states[n].event)
	}
	return w, events
}
