package reference

import (
	"fmt"
	"math"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// System is an algorithm in a configuration: everything that is constant in
// a run.  A System does not change after Assemble; goroutines may share it.
type System struct {
	Algorithm *Algorithm
	Config    config.Config
	normal    bool // worlds are kept in normal form
}

// Assemble makes the system of an algorithm in a configuration.  The algorithm
// may be any, for example one with a seeded bug.  An error names the
// algorithm, the operand and what would be right.
func Assemble(a *Algorithm, cfg config.Config) (*System, error) {
	s := &System{Algorithm: a, Config: cfg, normal: cfg.Rounds == 0 && a.Normalise != nil}
	if cfg.N < 1 || cfg.N > MaxNodes {
		return nil, fmt.Errorf("%s: n %d: want 1 to %d", a.Name, cfg.N, MaxNodes)
	}
	if cfg.Rounds < 0 {
		return nil, fmt.Errorf("%s: rounds %d: want at least 0", a.Name, cfg.Rounds)
	}
	if err := a.Check(cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	if _, err := s.world(); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	return s, nil
}

// AssembleUnbounded makes a raw system in which nodes request any number of
// times, also where no finite normal form is known, with up to config.MaxSimulated
// nodes.  Package timed executes it.  It has Nodes; it has a World only with up
// to MaxNodes nodes.
func AssembleUnbounded(a *Algorithm, cfg config.Config) (*System, error) {
	switch {
	case cfg.N < 1 || cfg.N > config.MaxSimulated:
		return nil, fmt.Errorf("%s: n %d: want 1 to %d", a.Name, cfg.N, config.MaxSimulated)
	case cfg.Rounds != 0:
		return nil, fmt.Errorf("%s: rounds %d: want 0, any number of requests", a.Name, cfg.Rounds)
	}
	checked := cfg
	checked.Rounds = config.UnboundedRounds
	if err := a.Check(checked); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	return &System{Algorithm: a, Config: cfg}, nil
}

// Raw returns the same system without normal form: its worlds have the numbers
// of the program, however large.  Simulations and live runs use it.
func (s *System) Raw() *System {
	raw := *s
	raw.normal = false
	return &raw
}

// Unlimited returns the same system with any number of requests.  Where it had a limit, numbers
// are those of the program, however large.
func (s *System) Unlimited() *System {
	unlimited := *s
	if s.Config.Rounds > 0 {
		unlimited.Config.Rounds = math.MaxInt32
	}
	return &unlimited
}

// Normal tells whether the worlds of the system are kept in normal form.
func (s *System) Normal() bool { return s.normal }

// Entries returns K, the number of nodes that may be in the critical section
// at the same time.
func (s *System) Entries() int { return max(1, s.Config.K) }

// Requesters returns the number of nodes that request.
func (s *System) Requesters() (count int) {
	for i := 1; i <= s.Config.N; i++ {
		if s.Config.Requests(i) {
			count++
		}
	}
	return count
}

// Nodes returns the programs of all nodes in their initial state; node i is
// element i-1.
func (s *System) Nodes() []Node {
	nodes, err := s.nodes()
	if err != nil {
		panic("reference: " + err.Error()) // Assemble has made them before
	}
	return nodes
}

// WorldOf returns a raw world with these nodes and without a message under way:
// the accounting of SentFor reads it while somebody else delivers the messages.
// There are at most MaxNodes nodes.
func (s *System) WorldOf(nodes []Node) *World { return &World{sys: s.Raw(), nodes: nodes} }

// World returns the initial world.
func (s *System) World() *World {
	w, err := s.world()
	if err != nil {
		panic("reference: " + err.Error()) // Assemble has made one before
	}
	return w
}

func (s *System) world() (*World, error) {
	net, err := newNetwork(s.Config, s.Algorithm.Messages)
	if err != nil {
		return nil, err
	}
	w := &World{sys: s, net: net}
	if w.nodes, err = s.nodes(); err != nil {
		return nil, err
	}
	for i, n := range w.nodes {
		n.Start(&w.out)
		for _, s := range w.out.Drain() {
			w.net.put(i+1, s.To, s.Msg)
		}
	}
	w.normalise()
	return w, nil
}

// nodes makes the programs of all nodes.
func (s *System) nodes() ([]Node, error) {
	program, err := s.Algorithm.Programs(s.Config)
	if err != nil {
		return nil, err
	}
	nodes := make([]Node, s.Config.N)
	for k := range nodes {
		n, err := program(k + 1)
		if err != nil {
			return nil, err
		}
		*n.client() = Client{ID: k + 1, N: s.Config.N, Rounds: s.Config.Rounds, Stays: slices.Contains(s.Config.NeverExit, k+1)}
		nodes[k] = n
	}
	return nodes, nil
}
