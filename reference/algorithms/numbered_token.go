package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// This file has what two algorithms share, that of Suzuki and Kasami and that of
// Ricart and Agrawala with a token: each node numbers its requests, and the
// token carries the number of the last served request of each node.

// maxNumberedRounds is the largest number of a request in a bounded model.  The
// model stores the numbers under way on a link as a set in a byte.
const maxNumberedRounds = 7

// numberedToken is a node of such an algorithm.
type numberedToken interface {
	reference.Node
	// served returns the numbers on the token, by node, nil if the token is
	// not at this node.
	served() []int
	// lower subtracts the numbers of served requests, by node.
	lower(served []int)
}

func numberedTokenAt(w *reference.World, i int) numberedToken { return programOf[numberedToken](w, i) }

// hasNumberedToken reports whether the token is at node i.
func hasNumberedToken(w *reference.World, i int) bool { return numberedTokenAt(w, i).served() != nil }

func checkNumberedToken(cfg config.Config) error {
	if cfg.Rounds > maxNumberedRounds {
		return fmt.Errorf("rounds %d: want at most %d", cfg.Rounds, maxNumberedRounds)
	}
	return checkToken(cfg)
}

// tokenPlace is the place of the token: at a node, or under way to one.
type tokenPlace struct {
	at       int   // the node that has it, 0 while it is under way
	from, to int   // its sender and receiver while it is under way, otherwise 0
	load     []int // the load of the message while it is under way
}

// findToken returns the place of the token, the first if there are several.
func findToken(w *reference.World) tokenPlace {
	if at := holderOf(w, hasNumberedToken); at != 0 {
		return tokenPlace{at: at}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == token {
			return tokenPlace{from: f.From, to: f.To, load: f.Msg.Load}
		}
	}
	return tokenPlace{}
}

// served returns the numbers on the token, all 0 if there is no token.
func (t tokenPlace) served(w *reference.World) []int {
	switch {
	case t.at != 0:
		return numberedTokenAt(w, t.at).served()
	case t.to != 0:
		return t.load[:w.N()]
	}
	return make([]int, w.N())
}

// normaliseNumberedToken computes the normal form of docs/algorithms.md, section
// 0.6.  Programs only compare the numbers of a node with each other and with
// the served number on the token.  A REQUEST with a served number changes
// nothing, wherever it arrives.  The normal form therefore subtracts the served
// number from all numbers of the node, replaces negative results by 0, and
// drops a REQUEST whose number is then 0.  Each node has at most one request
// that is not served, so the remaining numbers are 0 and 1.
//
// It returns the largest number that it has subtracted.
func normaliseNumberedToken(w *reference.World) (shift int) {
	served := slices.Clone(findToken(w).served(w))
	if shift = slices.Max(served); shift == 0 {
		return 0
	}
	for i := range w.N() {
		n := numberedTokenAt(w, i+1)
		n.lower(served)
		lowerAll(n.served(), served)
	}
	w.DropMessages(func(f *reference.InFlight) bool { return f.Msg.Kind == request && f.Msg.Fields[0] <= served[f.From-1] })
	w.RewriteMessages(func(f *reference.InFlight) {
		switch f.Msg.Kind {
		case request:
			f.Msg.Fields[0] -= served[f.From-1]
		case token:
			lowerAll(f.Msg.Load[:len(served)], served)
		}
	})
	return shift
}

// lowerAll subtracts from each number that of the same node; the result is at
// least 0.
func lowerAll(numbers, by []int) {
	for j := range numbers {
		numbers[j] = max(0, numbers[j]-by[j])
	}
}
