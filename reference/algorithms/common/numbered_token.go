package common

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// This file has what two algorithms share, that of Suzuki and Kasami and that of
// Ricart and Agrawala with a token: each node numbers its requests, and the
// token carries the number of the last served request of each node.

// MaxNumberedRounds is the largest number of a request in a bounded model.  The
// model stores the numbers under way on a link as a set in a byte.
const MaxNumberedRounds = 7

// numberedToken is a node of such an algorithm.
type numberedToken interface {
	reference.Node
	// served returns the numbers on the token, by node, nil if the token is
	// not at this node.
	Served() []int
	// lower subtracts the numbers of served requests, by node.
	Lower(served []int)
}

func numberedTokenAt(w *reference.World, i int) numberedToken { return ProgramOf[numberedToken](w, i) }

// HasNumberedToken reports whether the token is at node i.
func HasNumberedToken(w *reference.World, i int) bool { return numberedTokenAt(w, i).Served() != nil }

func CheckNumberedToken(cfg config.Config) error {
	if cfg.Rounds > MaxNumberedRounds {
		return fmt.Errorf("rounds %d: want at most %d", cfg.Rounds, MaxNumberedRounds)
	}
	return checkToken(cfg)
}

// TokenPlace is the place of the token: at a node, or under way to one.
type TokenPlace struct {
	At       int   // the node that has it, 0 while it is under way
	From, To int   // its sender and receiver while it is under way, otherwise 0
	Load     []int // the load of the message while it is under way
}

// FindToken returns the place of the token, the first if there are several.
func FindToken(w *reference.World) TokenPlace {
	if at := HolderOf(w, HasNumberedToken); at != 0 {
		return TokenPlace{At: at}
	}
	for _, f := range w.InFlight() {
		if f.Msg.Kind == Token {
			return TokenPlace{From: f.From, To: f.To, Load: f.Msg.Load}
		}
	}
	return TokenPlace{}
}

// Served returns the numbers on the token, all 0 if there is no token.
func (t TokenPlace) Served(w *reference.World) []int {
	switch {
	case t.At != 0:
		return numberedTokenAt(w, t.At).Served()
	case t.To != 0:
		return t.Load[:w.N()]
	}
	return make([]int, w.N())
}

// NormaliseNumberedToken computes the normal form of docs/algorithms.md, section
// 0.6.  Programs only compare the numbers of a node with each other and with
// the served number on the token.  A REQUEST with a served number changes
// nothing, wherever it arrives.  The normal form therefore subtracts the served
// number from all numbers of the node, replaces negative results by 0, and
// drops a REQUEST whose number is then 0.  Each node has at most one request
// that is not served, so the remaining numbers are 0 and 1.
//
// It returns the largest number that it has subtracted.
func NormaliseNumberedToken(w *reference.World) (shift int) {
	served := slices.Clone(FindToken(w).Served(w))
	if shift = slices.Max(served); shift == 0 {
		return 0
	}
	for i := range w.N() {
		n := numberedTokenAt(w, i+1)
		n.Lower(served)
		LowerAll(n.Served(), served)
	}
	w.DropMessages(func(f *reference.InFlight) bool { return f.Msg.Kind == Request && f.Msg.Fields[0] <= served[f.From-1] })
	w.RewriteMessages(func(f *reference.InFlight) {
		switch f.Msg.Kind {
		case Request:
			f.Msg.Fields[0] -= served[f.From-1]
		case Token:
			LowerAll(f.Msg.Load[:len(served)], served)
		}
	})
	return shift
}

// LowerAll subtracts from each number that of the same node; the result is at
// least 0.
func LowerAll[T int | int32](numbers []T, by []int) {
	for j := range numbers {
		numbers[j] = max(0, numbers[j]-T(by[j]))
	}
}
