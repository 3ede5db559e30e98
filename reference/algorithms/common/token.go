package common

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// This file has what the algorithms share in which a token gives the right to
// enter.

// checkToken checks that the token is at a node initially.
func checkToken(cfg config.Config) error {
	if cfg.Token < 1 || cfg.Token > cfg.N {
		return fmt.Errorf("token %d: want a node from 1 to %d", cfg.Token, cfg.N)
	}
	return nil
}

// ExactlyOne returns the invariant that there is exactly one token: at a node or
// in a message of the class kind.
func ExactlyOne(kind string, here func(w *reference.World, i int) bool) reference.Property {
	return reference.Property{Name: "token", State: func(w *reference.World) error {
		at, under := holdersOf(w, here), 0
		for _, f := range w.InFlight() {
			if f.Msg.Kind == kind {
				under++
			}
		}
		if at+under != 1 {
			return fmt.Errorf("there are %d tokens, %d of them under way", at+under, under)
		}
		return nil
	}}
}

// holdersOf returns how many nodes have a token.
func holdersOf(w *reference.World, here func(w *reference.World, i int) bool) (count int) {
	for i := range w.N() {
		if here(w, i+1) {
			count++
		}
	}
	return count
}

// HolderOf returns the first node that has the token, 0 if there is none.
func HolderOf(w *reference.World, here func(w *reference.World, i int) bool) int {
	for i := range w.N() {
		if here(w, i+1) {
			return i + 1
		}
	}
	return 0
}

// NoToken is what the entry condition of such an algorithm lacks (check.Lacks).
const NoToken = "the token, which is not here for it"
