package neilsenmizuno

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// refine is the refinement mapping.
func refine(w *reference.World, cells *reference.Cells) {
	cells.Bools("holding", func(i int) bool { return nodeAt(w, i).holding })
	cells.Bools("token", func(i int) bool { return nodeAt(w, i).token })
	cells.Numbers("next", func(i int) int { return nodeAt(w, i).next })
	cells.Numbers("follow", func(i int) int { return nodeAt(w, i).follow })
	refineNet(w, cells)
	if nodeAt(w, 1).running {
		refineInit(w, cells)
	}
}

// refineNet maps the messages: the originator of the REQUEST on
// each link, the set of nodes that each sends the token to, and with fifo
// whether a REQUEST is behind a PRIVILEGE.
func refineNet(w *reference.World, cells *reference.Cells) {
	n := w.N()
	var privileges, behind [reference.MaxNodes + 1]reference.Set
	flights := w.InFlight()
	for j := 1; j <= n; j++ {
		for i := 1; i <= n; i++ {
			originator := 0
			for ; len(flights) > 0 && flights[0].From == j && flights[0].To == i; flights = flights[1:] {
				f := flights[0]
				switch {
				case f.Msg.Kind == common.Initialize && !nodeAt(w, 1).running:
					cells.Fail("%s is under way from %d to %d, where no initialisation runs", f.Msg, j, i)
				case f.Msg.Kind == common.Initialize:
				case f.Msg.Kind == common.Privilege:
					cells.AddOnce(&privileges[j], i, f)
				case originator != 0:
					cells.Fail("a second REQUEST is under way from %d to %d", j, i)
				default:
					originator = f.Msg.Fields[0]
					if privileges[j].Has(i) {
						behind[j] = behind[j].With(i)
					}
				}
			}
			cells.Pair("request_net", j, i, originator)
		}
	}
	for j := 1; j <= n; j++ {
		cells.Set("privilege_to", j, privileges[j])
	}
	if !w.FIFO() {
		return
	}
	for j := 1; j <= n; j++ {
		cells.Set("request_behind", j, behind[j])
	}
}

// refineInit maps the variables that only the variant init has.
// Only an INITIALIZE can be under way to a node that is not initialised, so the
// model has no variable for its order on a fifo link; the mapping checks this, and
// that a node has no pointer before it is initialised.
func refineInit(w *reference.World, cells *reference.Cells) {
	for i := 1; i <= w.N(); i++ {
		if n := nodeAt(w, i); !n.initialised && n.next != 0 {
			cells.Fail("node %d, which is not initialised, points to %d", i, n.next)
		}
	}
	cells.Bools("initialised", func(i int) bool { return nodeAt(w, i).initialised })
	var told [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		uninitialised := !nodeAt(w, f.To).initialised
		if f.Msg.Kind == common.Initialize {
			cells.AddOnce(&told[f.From], f.To, f)
		}
		if uninitialised != (f.Msg.Kind == common.Initialize) {
			cells.Fail("%s is under way from %d to %d, which is initialised: %v", f.Msg, f.From, f.To, !uninitialised)
		}
	}
	for j := range w.N() {
		cells.Set("initialize_to", j+1, told[j+1])
	}
}
