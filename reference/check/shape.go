package check

import "github.com/mxgen/mxgen/reference/trace"

// Shape is how complete a log is, by what it says.
type Shape struct {
	Ordered bool // one total order from the start, and no statement that anything is left out
	Whole   bool // every event has a line: a line that cannot come next is wrong
}

// ShapeOf reads a log and says how complete it is.  The error is that of a log that cannot be read.
func ShapeOf(log Log, opts Options) (Shape, error) {
	h, err := log.Header()
	if err != nil {
		return Shape{}, err
	}
	if opts.Complete {
		return Shape{true, true}, nil
	}
	if declaresLess(h) {
		return Shape{}, nil
	}
	seen := newOccurring()
	for l, err := range log.Lines() {
		if err != nil {
			return Shape{}, err
		}
		seen.add(l)
	}
	return Shape{true, !seen.gaps && (h.Origin.Driver != trace.Foreign || seen.whole(h.Config.N))}, nil
}
