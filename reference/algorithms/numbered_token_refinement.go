package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/reference"
)

// refineNumberedTokenNet maps the place of the token and the REQUESTs under way:
// on each link the set of their numbers.  On a fifo link the model has no
// variable for the order of REQUESTs and TOKEN, because REQUESTs are ordered by
// number and a REQUEST is older than the TOKEN if and only if it was served.
// The mapping checks both.
func refineNumberedTokenNet(w *reference.World, cells *reference.Cells, t tokenPlace) {
	cells.One("token_at", t.at)
	cells.One("token_from", t.from)
	cells.One("token_to", t.to)
	failSecondToken(w, cells, hasNumberedToken)
	if at := holdersOf(w, hasNumberedToken); at > 1 {
		cells.Fail("%d nodes have a token", at) // the model has one variable for its place
	}
	served := t.served(w)
	w.EachLink(func(j, i int, link []reference.InFlight) {
		var numbers reference.Set
		youngest, behind := 0, false
		for _, f := range link {
			if f.Msg.Kind == token {
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
			case w.FIFO() && t.to == i && onLink(link) && behind != (number > served[j-1]):
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
	return slices.ContainsFunc(link, func(f reference.InFlight) bool { return f.Msg.Kind == token })
}
