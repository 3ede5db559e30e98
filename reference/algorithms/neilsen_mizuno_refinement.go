package algorithms

import "github.com/mxgen/mxgen/reference"

// refineNeilsenMizuno is the refinement mapping.
func refineNeilsenMizuno(w *reference.World, cells *reference.Cells) {
	cells.Bools("holding", func(i int) bool { return neilsenMizunoAt(w, i).holding })
	cells.Bools("token", func(i int) bool { return neilsenMizunoAt(w, i).token })
	cells.Numbers("next", func(i int) int { return neilsenMizunoAt(w, i).next })
	cells.Numbers("follow", func(i int) int { return neilsenMizunoAt(w, i).follow })
	refineNeilsenMizunoNet(w, cells)
	if neilsenMizunoAt(w, 1).running {
		refineNeilsenMizunoInit(w, cells)
	}
}

// refineNeilsenMizunoNet maps the messages: the originator of the REQUEST on
// each link, the set of nodes that each sends the token to, and with fifo
// whether a REQUEST is behind a PRIVILEGE.
func refineNeilsenMizunoNet(w *reference.World, cells *reference.Cells) {
	n := w.N()
	var privileges, behind [reference.MaxNodes + 1]reference.Set
	flights := w.InFlight()
	for j := 1; j <= n; j++ {
		for i := 1; i <= n; i++ {
			originator := 0
			for ; len(flights) > 0 && flights[0].From == j && flights[0].To == i; flights = flights[1:] {
				f := flights[0]
				switch {
				case f.Msg.Kind == initialize:
				case f.Msg.Kind == privilege:
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

// refineNeilsenMizunoInit maps the variables that only the variant init has.
// Only an INITIALIZE can be under way to a node that is not initialised, so the
// model has no variable for its order on a fifo link; the mapping checks this.
func refineNeilsenMizunoInit(w *reference.World, cells *reference.Cells) {
	cells.Bools("initialised", func(i int) bool { return neilsenMizunoAt(w, i).initialised })
	var told [reference.MaxNodes + 1]reference.Set
	for _, f := range w.InFlight() {
		uninitialised := !neilsenMizunoAt(w, f.To).initialised
		if f.Msg.Kind == initialize {
			cells.AddOnce(&told[f.From], f.To, f)
		}
		if uninitialised != (f.Msg.Kind == initialize) {
			cells.Fail("%s is under way from %d to %d, which is initialised: %v", f.Msg, f.From, f.To, !uninitialised)
		}
	}
	for j := range w.N() {
		cells.Set("initialize_to", j+1, told[j+1])
	}
}
