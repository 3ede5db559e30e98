package neilsenmizuno

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// properties are the invariants of docs/algorithms.md, A12.
func properties(cfg config.Config) []reference.Property {
	return []reference.Property{
		{Name: "token", State: token},
		{Name: "edge", State: edge(cfg.Edges)},
		{Name: "lemma-1", State: lemma1},
		{Name: "lemma-2", State: lemma2},
		{Name: "follow", Step: follow},
	}
}

// token: there is exactly one token: idle, in use or under way.
func token(w *reference.World) error {
	tokens := 0
	for i := range w.N() {
		n := nodeAt(w, i+1)
		if n.holding {
			tokens++
		}
		if n.token {
			tokens++
		}
	}
	for k := range w.InFlight() {
		if w.InFlight()[k].Msg.Kind == common.Privilege {
			tokens++
		}
	}
	if tokens != 1 {
		return fmt.Errorf("there are %d tokens", tokens)
	}
	return nil
}

// edge: every edge of the tree has exactly one of these: a pointer in
// one direction, a pointer in the other direction, or a REQUEST under way.
// Pointers and REQUESTs exist on edges only, and there is one sink more than
// REQUESTs.  Before the initialisation has crossed an edge, the edge has an
// INITIALIZE under way instead, or neither end is initialised.
func edge(edges []config.Edge) func(*reference.World) error {
	return func(w *reference.World) error {
		var uses [reference.MaxNodes + 1][reference.MaxNodes + 1]uint8 // by smaller node, then larger
		use := func(i, j int) { uses[min(i, j)][max(i, j)]++ }
		pointers, requests, ahead, sinks := 0, 0, 0, 0
		for i := range w.N() {
			n := nodeAt(w, i+1)
			if n.initialised && n.next == 0 {
				sinks++
			}
			if n.next != 0 {
				pointers++
				use(n.ID, n.next)
			}
		}
		for k := range w.InFlight() {
			switch f := &w.InFlight()[k]; f.Msg.Kind {
			case common.Request:
				requests++
				use(f.From, f.To)
			case common.Initialize:
				ahead++
				use(f.From, f.To)
			}
		}
		for _, e := range edges {
			if !nodeAt(w, e[0]).initialised && !nodeAt(w, e[1]).initialised {
				ahead++
				use(e[0], e[1])
			}
			if n := uses[min(e[0], e[1])][max(e[0], e[1])]; n != 1 {
				return fmt.Errorf("edge %d-%d has %d pointers and requests", e[0], e[1], n)
			}
		}
		if pointers+requests+ahead != len(edges) {
			return fmt.Errorf("a pointer or message is not on an edge of the tree")
		}
		if sinks != 1+requests {
			return fmt.Errorf("there are %d sinks and %d requests under way", sinks, requests)
		}
		return nil
	}
}

// lemma1: follow of a sink is 0, and a sink has the token or has
// requested it (thesis, Lemma 1).
func lemma1(w *reference.World) error {
	for i := range w.N() {
		n := nodeAt(w, i+1)
		switch {
		case n.next != 0 || !n.initialised:
		case n.follow != 0:
			return fmt.Errorf("node %d is a sink and followed by %d", n.ID, n.follow)
		case !n.holding && n.Phase == reference.Idle:
			return fmt.Errorf("node %d is a sink, idle and without the token", n.ID)
		}
	}
	return nil
}

// lemma2: from every node the pointers lead to a sink in fewer
// than N hops (thesis, Lemma 2).
func lemma2(w *reference.World) error {
	for i := range w.N() {
		at, hops := i+1, 0
		for nodeAt(w, at).next != 0 {
			at = nodeAt(w, at).next
			if hops++; hops == w.N() {
				return fmt.Errorf("from node %d the pointers lead to no sink", i+1)
			}
		}
	}
	return nil
}

// follow: follow changes only when its node is sent the token.  A sink without an idle token writes it on
// every REQUEST, also where the same node is in it.
func follow(before *reference.World, e event.Event, after *reference.World) error {
	n := nodeAt(before, e.Node)
	was, is := n.follow, nodeAt(after, e.Node).follow
	written := e.Kind == event.Receive && e.Msg.Kind == common.Request && n.next == 0 && !n.holding
	if was == 0 || was == is && !written {
		return nil
	}
	served := is == 0 && e.Kind == event.Exit && slices.ContainsFunc(after.InFlight(), func(f reference.InFlight) bool {
		return f.From == e.Node && f.To == was && f.Msg.Kind == common.Privilege
	})
	if !served {
		return fmt.Errorf("node %d forgets that node %d follows it", e.Node, was)
	}
	return nil
}
