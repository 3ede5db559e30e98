package common

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// RefineNumberedTokenNet maps the place of the token and the REQUESTs under way:
// on each link the set of their numbers.  On a fifo link the model has no
// variable for the order of REQUESTs and TOKEN, because REQUESTs are ordered by
// number and a REQUEST is older than the TOKEN if and only if it was served.
// The mapping checks both.
func RefineNumberedTokenNet(w *reference.World, cells *reference.Cells, t TokenPlace) {
	cells.One("token_at", t.At)
	RefineTokenUnderWay(w, cells, HasNumberedToken)
	if at := holdersOf(w, HasNumberedToken); at > 1 {
		cells.Fail("%d nodes have a token", at) // the model has one variable for its place
	}
	served := t.Served(w)
	w.EachLink(func(j, i int, link []reference.InFlight) {
		var numbers reference.Set
		youngest, behind := 0, false
		for _, f := range link {
			if f.Msg.Kind == Token {
				behind = true
				continue
			}
			number := f.Msg.Fields[0]
			switch {
			case number > reference.MaxNodes:
				cells.Fail("a REQUEST from %d to %d has the number %d, more than %d", j, i, number, reference.MaxNodes)
				continue
			case numbers.Has(number):
				cells.Fail("a second REQUEST %d is under way from %d to %d", number, j, i)
			case w.FIFO() && number < youngest:
				cells.Fail("a REQUEST %d is behind a REQUEST %d from %d to %d", number, youngest, j, i)
			case w.FIFO() && t.To == i && onLink(link) && behind != (number > served[j-1]):
				cells.Fail("a REQUEST %d and the TOKEN from %d to %d are in the wrong order: %d was served", number, j, i, served[j-1])
			}
			youngest = number
			numbers = numbers.With(number)
		}
		cells.Pair("request_net", j, i, int(numbers))
	})
}

// onLink reports whether a TOKEN is among the messages of a link.
func onLink(link []reference.InFlight) bool {
	return slices.ContainsFunc(link, func(f reference.InFlight) bool { return f.Msg.Kind == Token })
}

// RefineTokenUnderWay maps the link on which the token is.  A second token is not in the model's variables, or
// what it carries is not.
func RefineTokenUnderWay(w *reference.World, cells *reference.Cells, here func(w *reference.World, i int) bool) {
	under, from, to := 0, 0, 0
	for _, f := range w.InFlight() {
		if f.Msg.Kind == Token {
			under, from, to = under+1, f.From, f.To
		}
	}
	cells.One("token_from", from)
	cells.One("token_to", to)
	switch {
	case under > 1:
		cells.Fail("two tokens are under way")
	case under == 1 && HolderOf(w, here) != 0:
		cells.Ambiguous("there are two tokens, one of them under way")
	}
}
