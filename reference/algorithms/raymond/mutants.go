package raymond

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	line := config.Config{Algorithm: "raymond", N: 3, Network: config.Unordered, Edges: common.LineOf(3), Token: 1}
	middle := line
	middle.Token = 2
	star := line
	star.N, star.Edges, star.Token = 4, []config.Edge{{1, 2}, {1, 3}, {1, 4}}, 2
	careless := acts(func(r *node, out *reference.Outbox) {
		using := r.using
		r.using = false
		r.assign(out)
		r.using = r.using || using && r.holder == r.ID
		r.ask(out)
	})
	// The slides' step 1 ends in "else Asked = FALSE".
	slides := acts(func(r *node, out *reference.Outbox) {
		r.assign(out)
		if r.holder != r.ID && !r.asked && len(r.queue) > 0 {
			r.ask(out)
		} else {
			r.asked = false
		}
	})
	return []common.Mutant{
		{Name: "whoever passes the token on does not ask for it again", Property: "deadlock", Config: line, Hooks: acts(func(r *node, out *reference.Outbox) {
			holder := r.holder
			r.assign(out)
			if r.holder == holder {
				r.ask(out)
			}
		})},
		{Name: "a node gives the token away while it uses it", Property: "mutex", Config: line, Hooks: careless},
		{Name: "a node forgets that it has asked, as on the slides", Property: "no-overflow", Config: star, Hooks: slides},
		{Name: "a node forgets that it has asked, as on the slides", Property: "queue", Config: star, Hooks: slides},
		{Name: "a node that gets the token thinks that it still asks for it", Property: "asked", Config: line, Hooks: acts(func(r *node, out *reference.Outbox) {
			asked := r.asked
			r.assign(out)
			r.asked = asked
			r.ask(out)
		})},
		{Name: "a node passes the token on and keeps it", Property: "token", Config: line, Hooks: acts(func(r *node, out *reference.Outbox) {
			holder := r.holder
			r.assign(out)
			if holder == r.ID {
				r.holder = holder
			}
			r.ask(out)
		})},
		{Name: "a node passes the token on and points elsewhere", Property: "holder", Config: line, Hooks: acts(func(r *node, out *reference.Outbox) {
			r.assign(out)
			if r.ID == 2 && r.holder == 3 {
				r.holder = 1
			}
			r.ask(out)
		})},
		{Name: "the youngest is served first", Property: "starvation", Config: middle, Hooks: acts(func(r *node, out *reference.Outbox) {
			slices.Reverse(r.queue)
			r.assign(out)
			slices.Reverse(r.queue)
			r.ask(out)
		})},
		{Name: "node 1 hears nobody", Property: "entry", Config: line, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if n.(*node).ID != 1 {
				n.Receive(from, m, out)
			}
		}}},
	}
}

// acts replaces the routine that follows every event.
func acts(act func(*node, *reference.Outbox)) common.Hooks {
	return common.Hooks{
		Request: func(n reference.Node, out *reference.Outbox) {
			r := n.(*node)
			r.queue = append(r.queue, r.ID)
			act(r, out)
		},
		Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			r := n.(*node)
			if m.Kind == common.Request {
				r.queue = append(r.queue, from)
			} else {
				r.holder = r.ID
			}
			act(r, out)
		},
		Exit: func(n reference.Node, out *reference.Outbox) {
			r := n.(*node)
			r.using = false
			act(r, out)
		},
	}
}
