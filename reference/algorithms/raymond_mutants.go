package algorithms

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

func raymondMutants() []Mutant {
	line := config.Config{Algorithm: "raymond", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1}
	middle := line
	middle.Token = 2
	star := line
	star.N, star.Edges, star.Token = 4, []config.Edge{{1, 2}, {1, 3}, {1, 4}}, 2
	careless := raymondActs(func(r *raymond, out *reference.Outbox) {
		using := r.using
		r.using = false
		r.assign(out)
		r.using = r.using || using && r.holder == r.ID
		r.ask(out)
	})
	// The slides' step 1 ends in "else Asked = FALSE".
	slides := raymondActs(func(r *raymond, out *reference.Outbox) {
		r.assign(out)
		if r.holder != r.ID && !r.asked && len(r.queue) > 0 {
			r.ask(out)
		} else {
			r.asked = false
		}
	})
	return []Mutant{
		{"whoever passes the token on does not ask for it again", "deadlock", line, raymondActs(func(r *raymond, out *reference.Outbox) {
			holder := r.holder
			r.assign(out)
			if r.holder == holder {
				r.ask(out)
			}
		})},
		{"a node gives the token away while it uses it", "mutex", line, careless},
		{"a node forgets that it has asked, as on the slides", "no-overflow", star, slides},
		{"a node forgets that it has asked, as on the slides", "queue", star, slides},
		{"a node that gets the token thinks that it still asks for it", "asked", line, raymondActs(func(r *raymond, out *reference.Outbox) {
			asked := r.asked
			r.assign(out)
			r.asked = asked
			r.ask(out)
		})},
		{"a node passes the token on and keeps it", "token", line, raymondActs(func(r *raymond, out *reference.Outbox) {
			holder := r.holder
			r.assign(out)
			if holder == r.ID {
				r.holder = holder
			}
			r.ask(out)
		})},
		{"a node passes the token on and points elsewhere", "holder", line, raymondActs(func(r *raymond, out *reference.Outbox) {
			r.assign(out)
			if r.ID == 2 && r.holder == 3 {
				r.holder = 1
			}
			r.ask(out)
		})},
		{"the youngest is served first", "starvation", middle, raymondActs(func(r *raymond, out *reference.Outbox) {
			slices.Reverse(r.queue)
			r.assign(out)
			slices.Reverse(r.queue)
			r.ask(out)
		})},
		{"node 1 hears nobody", "entry", line, hooks{receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if n.(*raymond).ID != 1 {
				n.Receive(from, m, out)
			}
		}}},
	}
}

// raymondActs replaces the routine that follows every event.
func raymondActs(act func(*raymond, *reference.Outbox)) hooks {
	return hooks{
		request: func(n reference.Node, out *reference.Outbox) {
			r := n.(*raymond)
			r.queue = append(r.queue, r.ID)
			act(r, out)
		},
		receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			r := n.(*raymond)
			if m.Kind == request {
				r.queue = append(r.queue, from)
			} else {
				r.holder = r.ID
			}
			act(r, out)
		},
		exit: func(n reference.Node, out *reference.Outbox) {
			r := n.(*raymond)
			r.using = false
			act(r, out)
		},
	}
}
