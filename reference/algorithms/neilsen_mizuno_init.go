package reference

import "github.com/mxgen/mxgen/models/config"

// The initialisation of Neilsen and Mizuno's tree (thesis, Figure 5, procedure
// INIT; Ben-Ari, exercise 14; spec A12): the node with the token tells its
// neighbours, they tell theirs, and every node points to the one that told it.
// The nodes need to know their neighbours and who has the token, nothing else.

const (
	initialize = "INITIALIZE"
	initSwitch = "init"
)

// initialisation is what procedure INIT needs to know of a node.
type initialisation struct {
	running     bool  // the variant is init, constant
	neighbours  []int // in the tree, constant
	initialised bool  // next, follow and holding are set; always so without init
}

// newNeilsenMizunoInit makes node i after its first step of INIT: the node
// with the token is initialised, the others wait for an INITIALIZE.
func newNeilsenMizunoInit(cfg config.Config, i int) Node {
	return &neilsenMizuno{
		holding: i == cfg.Token,
		initialisation: initialisation{
			running:     true,
			neighbours:  cfg.Neighbours(i),
			initialised: i == cfg.Token,
		},
	}
}

func (n *initialisation) state(v *Visitor) {
	if n.running {
		v.Bool("initialised", &n.initialised)
	}
}

// Start has the node with the token tell its neighbours.
func (n *neilsenMizuno) Start(out *Outbox) {
	if n.running && n.initialised {
		n.tell(0, out)
	}
}

// MayRequest holds once the node is initialised.
func (n *neilsenMizuno) MayRequest() bool { return n.initialised }

// receiveInitialize points to who has told us, and tells the others.  In
// a tree nobody is told twice.
func (n *neilsenMizuno) receiveInitialize(from int, out *Outbox) {
	n.holding = false
	n.next = from
	n.follow = 0
	n.initialised = true
	n.tell(from, out)
}

// tell sends INITIALIZE to all neighbours except one, 0 none.
func (n *neilsenMizuno) tell(except int, out *Outbox) {
	for _, j := range n.neighbours {
		if j != except {
			out.Send(j, initialize)
		}
	}
}

// mapNeilsenMizunoInit is the map to the variables that only the variant has.
// While a node is not initialised nothing but an INITIALIZE is under way to
// it, so with fifo the model needs no order; the map holds it to that.
func mapNeilsenMizunoInit(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Bool("initialised", i+1, neilsenMizunoAt(w, i+1).initialised)
	}
	var told [MaxNodes + 1]Set
	for _, f := range w.InFlight() {
		uninitialised := !neilsenMizunoAt(w, f.To).initialised
		if f.Msg.Kind == initialize {
			cells.mark(&told[f.From], f.To, f)
		}
		if uninitialised != (f.Msg.Kind == initialize) {
			cells.fail("%s is under way from %d to %d, which is initialised: %v", f.Msg, f.From, f.To, !uninitialised)
		}
	}
	for j := range w.nodes {
		cells.Set("initialize_to", j+1, told[j+1])
	}
}
