package normalform

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

// CheckNumberedToken is Check for algorithms with a numbered token, whose normal form drops REQUESTs that
// were served: for every raw world of at most rounds requests a node, it checks that these events do not
// change the normal form, and that all other events, before and after them, are those of the normal form.
// It returns the number of worlds and the first error.
func CheckNumberedToken(a *reference.Algorithm, cfg config.Config, rounds int) (worlds int, err error) {
	return EachRawWorld(a, cfg, rounds, func(w *reference.World, raw []byte) error {
		if err := checkNumberedTokenForm(w, raw); err != nil {
			return fmt.Errorf("world %x: %w", raw, err)
		}
		return nil
	})
}

// successor returns the label of e and the normal form of the world after it.
func successor(w *reference.World, e event.Event, served []int) string {
	if e.Msg.Kind == common.Request {
		e.Msg.Fields[0] -= served[e.Peer-1]
	}
	w.Normalise()
	return e.String() + " -> " + string(w.AppendState(nil))
}

// isServed reports whether e receives a REQUEST that was served.
func isServed(e event.Event, served []int) bool {
	return e.Msg.Kind == common.Request && e.Msg.Fields[0] <= served[e.Peer-1]
}

// checkNumberedTokenForm compares the successors of a raw world with those of its
// normal form.
func checkNumberedTokenForm(w *reference.World, raw []byte) error {
	w.SetState(raw)
	served := slices.Clone(common.FindToken(w).Served(w))
	w.Normalise()
	normal := w.AppendState(nil)

	possible := map[string]bool{}
	w.SetState(normal)
	for e := range w.Enabled() {
		if _, err := w.Step(e); err != nil {
			return err
		}
		possible[successor(w, e, make([]int, len(served)))] = true
		w.Rewind()
	}

	done := map[string]bool{}
	for outdated := true; outdated; {
		outdated = false
		w.SetState(raw)
		for e := range w.Enabled() {
			if _, err := w.Step(e); err != nil {
				return err
			}
			if isServed(e, served) {
				outdated, raw = true, w.AppendState(nil)
				w.Normalise()
				if !bytes.Equal(w.AppendState(nil), normal) {
					return fmt.Errorf("%s changes the normal form", e)
				}
				w.SetState(raw)
				break
			}
			done[successor(w, e, served)] = true
			w.Rewind()
		}
	}
	if a, b := slices.Sorted(maps.Keys(done)), slices.Sorted(maps.Keys(possible)); !slices.Equal(a, b) {
		return fmt.Errorf("%q, in its normal form %q", a, b)
	}
	return nil
}
