package algorithms

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Mutant is an algorithm with a seeded bug and the property that must find it.
// The bugs of an algorithm are in NAME_mutants.go.  A bug that two properties find
// is there twice.  Tests hold that each is found; people look for it by hand
// (mxgen explore).
type Mutant struct {
	Name     string
	Property string
	Config   config.Config
	hooks    hooks
}

// hooks replace handlers of a node; nil leaves one as it is.
type hooks struct {
	request func(n reference.Node, out *reference.Outbox)
	receive func(n reference.Node, from int, m event.Message, out *reference.Outbox)
	enter   func(n reference.Node) bool
	exit    func(n reference.Node, out *reference.Outbox)
}

// Algorithm returns the algorithm with the bug.
func (m Mutant) Algorithm() *reference.Algorithm {
	original, _ := Lookup(m.Config.Algorithm)
	a := *original
	a.Programs = func(cfg config.Config) (func(i int) (reference.Node, error), error) {
		program, err := original.Programs(cfg)
		return func(i int) (reference.Node, error) {
			n, err := program(i)
			return &hooked{n, m.hooks}, err
		}, err
	}
	return &a
}

// Slug is the name as one word, for command lines and links.
func (m Mutant) Slug() string { return strings.ReplaceAll(strings.ToLower(m.Name), " ", "-") }

// In assembles the system of another configuration with the bug.  It refuses a
// configuration whose nodes have another program than those of m.Config, because the bug
// replaces handlers of that program.
func (m Mutant) In(cfg config.Config) (*reference.System, error) {
	original, known := Lookup(m.Config.Algorithm)
	if !known || cfg.Algorithm != m.Config.Algorithm {
		return nil, fmt.Errorf("%s: the bug %q is one of %s", cfg.Algorithm, m.Name, m.Config.Algorithm)
	}
	sys, err := reference.Assemble(m.Algorithm(), cfg)
	if err != nil {
		return nil, err
	}
	own, err := firstNode(original, m.Config)
	if err != nil {
		return nil, err
	}
	if here, err := firstNode(original, cfg); err != nil || reflect.TypeOf(here) != reflect.TypeOf(own) {
		return nil, fmt.Errorf("%s: the bug %q is in the program of another variant, such as %q", cfg.Algorithm, m.Name, m.Config.Variant)
	}
	return sys, nil
}

// firstNode is the program of node 1.
func firstNode(a *reference.Algorithm, cfg config.Config) (reference.Node, error) {
	program, err := a.Programs(cfg)
	if err != nil {
		return nil, err
	}
	return program(1)
}

// hooked is a node with replaced handlers.
type hooked struct {
	reference.Node
	hooks
}

func (h *hooked) program() reference.Node { return h.Node }

func (h *hooked) Request(choice int, out *reference.Outbox) {
	if h.request == nil {
		h.Node.Request(choice, out)
	} else {
		h.request(h.Node, out)
	}
}

func (h *hooked) Receive(from int, m event.Message, out *reference.Outbox) {
	if h.receive == nil {
		h.Node.Receive(from, m, out)
	} else {
		h.receive(h.Node, from, m, out)
	}
}

func (h *hooked) MayEnter() bool {
	if h.enter == nil {
		return h.Node.MayEnter()
	}
	return h.enter(h.Node)
}

func (h *hooked) Exit(out *reference.Outbox) {
	if h.exit == nil {
		h.Node.Exit(out)
	} else {
		h.exit(h.Node, out)
	}
}

func lineOf(n int) (edges []config.Edge) {
	for i := 1; i < n; i++ {
		edges = append(edges, config.Edge{i, i + 1})
	}
	return edges
}

// Mutants returns every seeded bug.
func Mutants() []Mutant {
	return slices.Concat(
		carvalhoRoucairolMutants(),
		centralizedMutants(),
		lamportMutants(),
		maekawaMutants(),
		neilsenMizunoMutants(),
		neilsenMizunoInitMutants(),
		raymondMutants(),
		raymondKMutants(),
		ricartAgrawalaMutants(),
		ricartAgrawalaTokenMutants(),
		singhalMutants(),
		suzukiKasamiMutants(),
		tokenRingMutants(),
	)
}
