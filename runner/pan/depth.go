package pan

import (
	"regexp"
	"strconv"
)

// defaultDepth is pan's limit on the depth of a search without -m.
const defaultDepth = 10_000

var depthOption = regexp.MustCompile(`^-m ?(\d+)$`)

// tooDeep is what pan says where a step would lead beyond its limit.
const tooDeep = "error: max search depth too small"

// Within is an output of pan started with these arguments, as far as they are known.  A
// search that came just to
// its depth limit is not complete, and pan does not say so: in the last state that
// there is room for it looks neither for an invalid end state nor for a timeout, and
// a claim does not go on alone.
func (o Output) Within(args []string) Output {
	limit := int64(-1)
	for _, a := range args {
		if m := depthOption.FindStringSubmatch(a); m != nil {
			limit, _ = strconv.ParseInt(m[1], 10, 64) // digits; too many are the largest
		}
	}
	atLimit := limit > 0 && o.Depth >= limit-1 || o.Depth == defaultDepth-1 && limit < 0
	if o.Summary && !o.Need.Depth && atLimit {
		o.Need.Depth = true
		o.Incomplete = keep(o.Incomplete, tooDeep)
	}
	return o
}
