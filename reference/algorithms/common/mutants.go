package common

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Mutant is a seeded bug of an algorithm and the property that must find it.  A bug that
// two properties find is there twice.
type Mutant struct {
	Name     string
	Property string
	Config   config.Config
	Hooks    Hooks
}

// Hooks replace handlers of a node; nil leaves one as it is.
type Hooks struct {
	Request func(n reference.Node, out *reference.Outbox)
	Receive func(n reference.Node, from int, m event.Message, out *reference.Outbox)
	Enter   func(n reference.Node) bool
	Exit    func(n reference.Node, out *reference.Outbox)
}

// Seed returns the algorithm with the bug.
func (m Mutant) Seed(original *reference.Algorithm) *reference.Algorithm {
	a := *original
	a.Programs = func(cfg config.Config) (func(i int) (reference.Node, error), error) {
		program, err := original.Programs(cfg)
		return func(i int) (reference.Node, error) {
			n, err := program(i)
			return &hooked{n, m.Hooks}, err
		}, err
	}
	return &a
}

// hooked is a node with replaced handlers.
type hooked struct {
	reference.Node
	instead Hooks
}

func (h *hooked) program() reference.Node { return h.Node }

func (h *hooked) Request(choice int, out *reference.Outbox) {
	if h.instead.Request == nil {
		h.Node.Request(choice, out)
	} else {
		h.instead.Request(h.Node, out)
	}
}

func (h *hooked) Receive(from int, m event.Message, out *reference.Outbox) {
	if h.instead.Receive == nil {
		h.Node.Receive(from, m, out)
	} else {
		h.instead.Receive(h.Node, from, m, out)
	}
}

func (h *hooked) MayEnter() bool {
	if h.instead.Enter == nil {
		return h.Node.MayEnter()
	}
	return h.instead.Enter(h.Node)
}

func (h *hooked) Exit(out *reference.Outbox) {
	if h.instead.Exit == nil {
		h.Node.Exit(out)
	} else {
		h.instead.Exit(h.Node, out)
	}
}
