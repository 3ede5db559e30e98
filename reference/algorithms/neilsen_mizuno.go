package reference

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// The algorithm of Neilsen and Mizuno (Neilsen's thesis, chapter 3, Figure 3;
// Ben-Ari, Algorithm 10.4; spec A12): pointers next along the edges of a tree
// lead to a sink.  A request travels along them and turns them round; the
// sink remembers in follow who comes after it, and the token goes straight
// there.  The switch init has the nodes set up their pointers themselves.

const privilege = "PRIVILEGE"

func init() {
	register(&Algorithm{
		Name:       "neilsen-mizuno",
		Messages:   []string{request, privilege, initialize},
		Check:      checkNeilsenMizuno,
		Node:       newNeilsenMizuno,
		Serves:     servesOrigin,
		Map:        mapNeilsenMizuno,
		Properties: neilsenMizunoProperties,
	})
}

// neilsenMizuno is one node of it.
type neilsenMizuno struct {
	Client
	holding bool // the token rests here, free to be passed on
	token   bool // the token is here for our own entry, until we leave
	next    int  // neighbour towards the sink, 0: this is a sink
	follow  int  // who gets the token after us, 0 nobody

	initialisation
}

func checkNeilsenMizuno(cfg config.Config) error {
	if err := checkTree(cfg); err != nil {
		return err
	}
	return rejectSwitches(cfg, initSwitch)
}

func newNeilsenMizuno(cfg config.Config, i int) (Node, error) {
	if cfg.Variant.Has(initSwitch) {
		return newNeilsenMizunoInit(cfg, i), nil
	}
	return &neilsenMizuno{
		initialisation: initialisation{initialised: true},

		holding: i == cfg.Token,
		next:    towards(cfg, cfg.Token)[i],
	}, nil
}

// State visits the node's variables.
func (n *neilsenMizuno) State(v *Visitor) {
	n.Client.State(v)
	v.Bool("holding", &n.holding)
	v.Bool("token", &n.token)
	v.Int("next", &n.next)
	v.Int("follow", &n.follow)
	n.initialisation.state(v)
}

// Request takes the token that rests here, or asks for it (procedure P1 up to
// the critical section).  The paper's REQUEST(x, y) names its last sender x,
// which the network knows anyway, and its originator y.
func (n *neilsenMizuno) Request(_ int, out *Outbox) {
	if n.holding {
		n.holding = false
		n.token = true
		return
	}
	out.Send(n.next, request, n.ID)
	n.next = 0
}

// Receive handles a REQUEST (procedure P2), takes the token, or goes on with
// the initialisation.
func (n *neilsenMizuno) Receive(from int, m event.Message, out *Outbox) {
	switch m.Kind {
	case request:
		n.receiveRequest(from, m.Fields[0], out)
	case privilege:
		n.token = true
	case initialize:
		n.receiveInitialize(from, out)
	}
}

// receiveRequest is procedure P2 for REQUEST(x, y).
func (n *neilsenMizuno) receiveRequest(x, y int, out *Outbox) {
	switch {
	case n.next != 0:
		out.Send(n.next, request, y)
	case n.holding:
		n.holding = false
		out.Send(y, privilege)
	default:
		n.follow = y
	}
	n.next = x
}

// MayEnter holds once the token is here for us.
func (n *neilsenMizuno) MayEnter() bool { return n.token }

// Exit passes the token on, or keeps it (procedure P1 after the critical
// section).
func (n *neilsenMizuno) Exit(out *Outbox) {
	n.token = false
	if n.follow == 0 {
		n.holding = true
		return
	}
	out.Send(n.follow, privilege)
	n.follow = 0
}

// neilsenMizunoNode lets the frame see the program inside a wrapped one.
func (n *neilsenMizuno) neilsenMizunoNode() *neilsenMizuno { return n }

func neilsenMizunoAt(w *World, i int) *neilsenMizuno {
	if n, ok := w.nodes[i-1].(*neilsenMizuno); ok {
		return n // not wrapped, which is quicker to see
	}
	return w.nodes[i-1].(interface{ neilsenMizunoNode() *neilsenMizuno }).neilsenMizunoNode()
}

// mapNeilsenMizuno is the map to the model's variables.
func mapNeilsenMizuno(w *World, cells *Cells) {
	for i := range w.nodes {
		cells.Bool("holding", i+1, neilsenMizunoAt(w, i+1).holding)
	}
	for i := range w.nodes {
		cells.Bool("token", i+1, neilsenMizunoAt(w, i+1).token)
	}
	for i := range w.nodes {
		cells.Number("next", i+1, neilsenMizunoAt(w, i+1).next)
	}
	for i := range w.nodes {
		cells.Number("follow", i+1, neilsenMizunoAt(w, i+1).follow)
	}
	mapNeilsenMizunoNet(w, cells)
	if neilsenMizunoAt(w, 1).running {
		mapNeilsenMizunoInit(w, cells)
	}
}

// mapNeilsenMizunoNet maps the messages: the originator of the REQUEST on
// each link, the set of nodes that each sends the token to, and with fifo
// whether a REQUEST is behind a PRIVILEGE.
func mapNeilsenMizunoNet(w *World, cells *Cells) {
	n := len(w.nodes)
	var privileges, behind [MaxNodes + 1]Set
	flights := w.InFlight()
	for j := 1; j <= n; j++ {
		for i := 1; i <= n; i++ {
			originator := 0
			for ; len(flights) > 0 && flights[0].From == j && flights[0].To == i; flights = flights[1:] {
				f := flights[0]
				switch {
				case f.Msg.Kind == initialize:
				case f.Msg.Kind == privilege:
					cells.mark(&privileges[j], i, f)
				case originator != 0:
					cells.fail("a second REQUEST is under way from %d to %d", j, i)
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
	if !w.net.fifo {
		return
	}
	for j := 1; j <= n; j++ {
		cells.Set("request_behind", j, behind[j])
	}
}
