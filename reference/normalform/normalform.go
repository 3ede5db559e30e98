// Package normalform checks the normal form of an algorithm by brute force: for every raw state of a
// few requests a node, the events of the state and of its normal form are the same, and lead to the
// same normal forms (docs/algorithms.md, section 0.6).  Then the normal form is a bisimulation, and
// a search of normal forms decides what one of all raw states would.  An algorithm has its form in
// reference/algorithms/NAME (norm.go, common tokens in common), and its norm_test.go calls this package:
//
//	normalform.go      tickets and stamps: the least live number is subtracted from all
//	numbered_token.go  numbers on a token: only what it has not granted counts, and served REQUESTs are dropped
package normalform

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Check compares, for every raw world of at most rounds requests
// a node, its successors with the successors of its normal form.  The fields of
// messages are tickets and stamps, which the form lowers, but for the class kept.  It returns
// the number of raw worlds and the first difference.
func Check(a *reference.Algorithm, cfg config.Config, rounds int, kept string) (worlds int, err error) {
	return EachRawWorld(a, cfg, rounds, func(w *reference.World, raw []byte) error {
		w.SetState(raw)
		shift := w.Normalise()
		normal := w.AppendState(nil)
		w.SetState(raw)
		before := successors(w, shift, kept)
		w.SetState(normal)
		if after := successors(w, 0, kept); !slices.Equal(before, after) {
			return fmt.Errorf("successors of %x, lowered by %d: %q, of its normal form %q", raw, shift, before, after)
		}
		return nil
	})
}

// EachRawWorld visits every raw world of a system without rounds that is
// reachable with at most rounds requests a node.  It counts the requests
// itself, because a program that counts them has no normal form.  visit may
// move the world.  The result is the number of worlds with their counts.
func EachRawWorld(a *reference.Algorithm, cfg config.Config, rounds int, visit func(w *reference.World, raw []byte) error) (worlds int, err error) {
	if cfg.Rounds != 0 {
		return 0, fmt.Errorf("rounds %d: want 0", cfg.Rounds)
	}
	sys, err := reference.Assemble(a, cfg)
	if err != nil {
		return 0, err
	}
	w := sys.Raw().World()
	type state struct {
		raw      string
		requests [4]int // by node; element 0 is unused
	}
	if cfg.N >= len(state{}.requests) {
		return 0, fmt.Errorf("n %d: too large for this test", cfg.N)
	}
	initial := state{raw: string(w.AppendState(nil))}
	seen := map[state]bool{initial: true}
	for queue := []state{initial}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if err := visit(w, []byte(at.raw)); err != nil {
			return len(seen), err
		}
		w.SetState([]byte(at.raw))
		for e := range w.Enabled() {
			next := at
			if e.Kind == event.Request {
				if next.requests[e.Node]++; next.requests[e.Node] > rounds {
					continue
				}
			}
			w.SetState([]byte(at.raw))
			if _, err := w.Step(e); err != nil {
				return len(seen), err
			}
			if next.raw = string(w.AppendState(nil)); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen), nil
}

// successors returns the events that are enabled in a world with the normal form
// of each successor, as a sorted set.  It subtracts shift from the fields of
// messages in labels, but for the class kept.
func successors(w *reference.World, shift int, kept string) []string {
	w.SetState(w.AppendState(nil))
	set := map[string]bool{}
	for e := range w.Enabled() {
		if _, err := w.Step(e); err != nil {
			panic(err)
		}
		for k := range e.Msg.Fields {
			if e.Msg.Kind != kept {
				e.Msg.Fields[k] -= shift
			}
		}
		w.Normalise()
		set[e.String()+" -> "+string(w.AppendState(nil))] = true
		w.Rewind()
	}
	return slices.Sorted(maps.Keys(set))
}
