package algorithms

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// normaliseNumberedToken drops served REQUESTs, so a raw world has events that its
// normal form does not have.  The normal form is exact if these events do not
// change it, and if all other events of the raw world, before and after the
// served REQUESTs have been received, are those of the normal form.

// successor returns the label of e and the normal form of the world after it.
func successor(w *reference.World, e event.Event, served []int) string {
	if e.Msg.Kind == request {
		e.Msg.Fields[0] -= served[e.Peer-1]
	}
	w.Normalise()
	return e.String() + " -> " + string(w.AppendState(nil))
}

// isServed reports whether e receives a REQUEST that was served.
func isServed(e event.Event, served []int) bool {
	return e.Msg.Kind == request && e.Msg.Fields[0] <= served[e.Peer-1]
}

// checkNumberedTokenForm compares the successors of a raw world with those of its
// normal form.
func checkNumberedTokenForm(w *reference.World, raw []byte) error {
	w.SetState(raw)
	served := slices.Clone(findToken(w).served(w))
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

// checkNumberedTokenForms calls checkNumberedTokenForm for every raw world of at
// most rounds requests a node.  It returns their number and the first error.
func checkNumberedTokenForms(a *reference.Algorithm, cfg config.Config, rounds int) (worlds int, err error) {
	return eachRawWorld(a, cfg, rounds, func(w *reference.World, raw []byte) error {
		if err := checkNumberedTokenForm(w, raw); err != nil {
			return fmt.Errorf("world %x: %w", raw, err)
		}
		return nil
	})
}

func TestNumberedTokenForm(t *testing.T) {
	for _, network := range []config.Network{config.FIFO, config.Unordered} {
		for _, c := range []config.Config{
			{Algorithm: "suzuki-kasami"},
			{Algorithm: "ricart-agrawala-token"},
			{Algorithm: "ricart-agrawala-token", Variant: variant(t, "arbitrary")},
		} {
			for n, rounds := range map[int]int{1: 3, 2: 3, 3: 1} {
				a, _ := Lookup(c.Algorithm)
				c.N, c.Network, c.Token = n, network, n
				worlds, err := checkNumberedTokenForms(a, c, rounds)
				if err != nil {
					t.Errorf("%s: after %d worlds: %v", c, worlds, err)
				}
			}
		}
	}
}

// TestWrongNumberedTokenForm: the normal form is wrong for a policy that reads the
// numbers, and if it does not lower num.
func TestWrongNumberedTokenForm(t *testing.T) {
	original, _ := Lookup("ricart-agrawala-token")
	cfg := config.Config{Algorithm: original.Name, N: 3, Network: config.FIFO, Token: 1, Variant: variant(t, "minnumber")}
	a := *original
	a.Check = func(config.Config) error { return nil }
	if worlds, err := checkNumberedTokenForms(&a, cfg, 2); err == nil {
		t.Errorf("minnumber: the normal form passes %d worlds", worlds)
	}
	cfg.N, cfg.Variant = 2, nil
	a.Normalise = func(w *reference.World) int {
		var nums []int
		for i := range w.N() {
			nums = append(nums, ricartAgrawalaTokenAt(w, i+1).num)
		}
		shift := normaliseNumberedToken(w)
		for i := range w.N() {
			ricartAgrawalaTokenAt(w, i+1).num = nums[i]
		}
		return shift
	}
	if worlds, err := checkNumberedTokenForms(&a, cfg, 2); err == nil {
		t.Errorf("num kept: the normal form passes %d worlds", worlds)
	}
}
