package algorithms

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
)

// What the algorithms share in which requests are numbered by node and the
// token carries, first of all, the number of each node's last request that
// was served: Suzuki and Kasami's, and Ricart and Agrawala's with a token.

// maxNumberedRounds is the largest number of a request in a bounded model, which
// holds the numbers under way on a link as a set in a byte.
const maxNumberedRounds = 7

// numberedToken is a node of such an algorithm.
type numberedToken interface {
	reference.Node
	// served is the numbers on the token, by node, nil if it is not here.
	served() []int
	// lower subtracts, of every node's numbers, what was served.
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

// tokenPlace is where the token is: at a node, or under way to one.
type tokenPlace struct {
	at       int   // who has it, 0 while it is under way
	from, to int   // between whom it is under way, 0 while it is not
	load     []int // what the message carries, if it is under way
}

// findToken finds the token, the first if there are more.
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

// served is the numbers on the token, all 0 if there is none.
func (t tokenPlace) served(w *reference.World) []int {
	switch {
	case t.at != 0:
		return numberedTokenAt(w, t.at).served()
	case t.to != 0:
		return t.load[:w.N()]
	}
	return make([]int, w.N())
}

// normaliseNumberedToken is the normal form of spec section 0.6.  The numbers of one node's
// requests are compared with each other and with what the token says was
// served, never read otherwise.  A number that was served is as good as none:
// a REQUEST that carries it changes nothing, wherever it arrives.  So what was
// served is subtracted from all numbers of that node, what is then not above
// 0 becomes 0, and a REQUEST with such a number is dropped.  As each node has
// at most one request that is not served, the numbers left are 0 and 1.
//
// It returns the largest number that was subtracted.
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

// lowerAll subtracts from each number the one of the same node, but not below
// 0.
func lowerAll(numbers, by []int) {
	for j := range numbers {
		numbers[j] = max(0, numbers[j]-by[j])
	}
}
