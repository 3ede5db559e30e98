package reference

import (
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// tokenMutants returns the seeded bugs of the algorithms with a token, but
// those of Neilsen and Mizuno's once it is initialised.
func tokenMutants() []Mutant {
	return slices.Concat(tokenRingMutants(), raymondMutants(), suzukiKasamiMutants(), ricartAgrawalaTokenMutants(), initMutants())
}

func tokenRingMutants() []Mutant {
	ring := config.Config{Algorithm: "token-ring", N: 3, Network: config.FIFO}
	lose := hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
		if n.client().Phase == Wait {
			n.Receive(from, m, out)
		}
	}}
	pass := hooks{receive: func(n Node, _ int, _ event.Message, out *Outbox) {
		out.Send(n.(*tokenRing).next, token)
	}}
	return []Mutant{
		{"an idle node loses the token", "token", ring, lose},
		{"an idle node loses the token", "deadlock", ring, lose},
		{"a node keeps the token when it leaves", "bypass", ring, hooks{exit: func(Node, *Outbox) {}}},
		{"a node that waits passes the token on", "bypass", ring, pass},
		{"a node that waits passes the token on", "entry", ring, pass},
		{"a node that waits passes the token on", "starvation", ring, pass},
		{"a node takes the token and passes it on", "mutex", ring, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			n.Receive(from, m, out)
			if r := n.(*tokenRing); r.token {
				out.Send(r.next, token)
			}
		}}},
		{"the token skips a node", "no-overflow", ring, hooks{exit: func(n Node, out *Outbox) {
			r := n.(*tokenRing)
			r.token = false
			out.Send(r.next%r.N+1, token)
		}}},
	}
}

// raymondActs replaces the routine that follows every event.
func raymondActs(act func(*raymond, *Outbox)) hooks {
	return hooks{
		request: func(n Node, out *Outbox) {
			r := n.(*raymond)
			r.queue = append(r.queue, r.ID)
			act(r, out)
		},
		receive: func(n Node, from int, m event.Message, out *Outbox) {
			r := n.(*raymond)
			if m.Kind == request {
				r.queue = append(r.queue, from)
			} else {
				r.holder = r.ID
			}
			act(r, out)
		},
		exit: func(n Node, out *Outbox) {
			r := n.(*raymond)
			r.using = false
			act(r, out)
		},
	}
}

func raymondMutants() []Mutant {
	line := config.Config{Algorithm: "raymond", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1}
	middle := line
	middle.Token = 2
	star := line
	star.N, star.Edges, star.Token = 4, []config.Edge{{1, 2}, {1, 3}, {1, 4}}, 2
	careless := raymondActs(func(r *raymond, out *Outbox) {
		using := r.using
		r.using = false
		r.assign(out)
		r.using = r.using || using && r.holder == r.ID
		r.ask(out)
	})
	// The slides' step 1 ends in "else Asked = FALSE".
	slides := raymondActs(func(r *raymond, out *Outbox) {
		r.assign(out)
		if r.holder != r.ID && !r.asked && len(r.queue) > 0 {
			r.ask(out)
		} else {
			r.asked = false
		}
	})
	return []Mutant{
		{"whoever passes the token on does not ask for it again", "deadlock", line, raymondActs(func(r *raymond, out *Outbox) {
			holder := r.holder
			r.assign(out)
			if r.holder == holder {
				r.ask(out)
			}
		})},
		{"a node gives the token away while it uses it", "mutex", line, careless},
		{"a node forgets that it has asked, as on the slides", "no-overflow", star, slides},
		{"a node forgets that it has asked, as on the slides", "queue", star, slides},
		{"a node that gets the token thinks that it still asks for it", "asked", line, raymondActs(func(r *raymond, out *Outbox) {
			asked := r.asked
			r.assign(out)
			r.asked = asked
			r.ask(out)
		})},
		{"a node passes the token on and keeps it", "token", line, raymondActs(func(r *raymond, out *Outbox) {
			holder := r.holder
			r.assign(out)
			if holder == r.ID {
				r.holder = holder
			}
			r.ask(out)
		})},
		{"a node passes the token on and points elsewhere", "holder", line, raymondActs(func(r *raymond, out *Outbox) {
			r.assign(out)
			if r.ID == 2 && r.holder == 3 {
				r.holder = 1
			}
			r.ask(out)
		})},
		{"the youngest is served first", "starvation", middle, raymondActs(func(r *raymond, out *Outbox) {
			slices.Reverse(r.queue)
			r.assign(out)
			slices.Reverse(r.queue)
			r.ask(out)
		})},
		{"node 1 hears nobody", "entry", line, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if n.client().ID != 1 {
				n.Receive(from, m, out)
			}
		}}},
	}
}

func suzukiKasamiMutants() []Mutant {
	kasami := config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}
	numbered := kasami
	numbered.Rounds = 2
	return []Mutant{
		{"a node is queued again", "queue", kasami, hooks{exit: func(n Node, out *Outbox) {
			s := n.(*suzukiKasami)
			s.ln[s.ID-1] = s.rn[s.ID-1]
			for j := 1; j <= s.N; j++ {
				if j != s.ID && s.outstanding(j) {
					s.queue = append(s.queue, j)
				}
			}
			s.pass(out)
		}}},
		{"a node does not note that it was served", "deadlock", kasami, hooks{exit: func(n Node, out *Outbox) {
			n.(*suzukiKasami).pass(out)
		}}},
		{"a node that waits passes the token on", "deadlock", kasami, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == Wait {
				s.pass(out)
			}
		}}},
		{"a node passes the token on while it is inside", "mutex", kasami, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == CS {
				s.pass(out)
			}
		}, exit: func(n Node, out *Outbox) {
			if n.(*suzukiKasami).token {
				n.Exit(out)
			}
		}}},
		{"a node passes the token on and keeps it", "token", kasami, hooks{exit: func(n Node, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Exit(out)
			if !s.token {
				s.token, s.ln = true, make([]int, s.N)
			}
		}}},
		{"a node believes the last REQUEST instead of the highest", "deadlock", numbered, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*suzukiKasami)
			if m.Kind == request {
				s.rn[from-1] = 0
			}
			s.Receive(from, m, out)
		}}},
		{"an idle node answers outdated REQUESTs", "deadlock", numbered, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			if m.Kind == request && s.token && s.Phase == Idle {
				s.queue = append(s.queue, from)
				s.pass(out)
			}
		}}},
		{"the queue does not go with the token", "starvation", kasami, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Receive(from, m, out)
			s.queue = s.queue[:0]
		}}},
		{"nobody hears node 3", "entry", kasami, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
		{"a node asks twice", "no-overflow", kasami, hooks{request: func(n Node, out *Outbox) {
			s := n.(*suzukiKasami)
			s.Request(0, out)
			if !s.token {
				s.sendToOthers(out, request, s.rn[s.ID-1])
			}
		}}},
	}
}

func ricartAgrawalaTokenMutants() []Mutant {
	cyclic := config.Config{Algorithm: "ricart-agrawala-token", N: 3, Network: config.Unordered, Token: 1}
	numbered := cyclic
	numbered.Rounds = 2
	// Ben-Ari's listing, read by its indentation (spec section 7, B3).
	lose := hooks{exit: func(n Node, out *Outbox) {
		n.Exit(out)
		n.(*ricartAgrawalaToken).token = false
	}}
	return []Mutant{
		{"the token is lost where nobody wants it", "token", cyclic, lose},
		{"the token is lost where nobody wants it", "deadlock", cyclic, lose},
		{"a node does not note that it was served", "numbers", cyclic, hooks{exit: func(n Node, out *Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.sendToken(a.choose(a.pending()), out)
		}}},
		{"a REQUEST carries a number ahead of the node's", "numbers", cyclic, hooks{request: func(n Node, out *Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Request(0, out)
			a.num = 0
		}}},
		{"a node that waits passes the token on", "deadlock", cyclic, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Receive(from, m, out)
			if m.Kind == request && a.Phase == Wait {
				a.sendToken(a.choose(a.pending()), out)
			}
		}}},
		{"a node passes the token on while it is inside", "mutex", cyclic, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			a := n.(*ricartAgrawalaToken)
			a.Receive(from, m, out)
			if m.Kind == request && a.Phase == CS {
				a.sendToken(a.choose(a.pending()), out)
			}
		}, exit: func(n Node, out *Outbox) {
			if n.(*ricartAgrawalaToken).token {
				n.Exit(out)
			}
		}}},
		{"a node believes the last REQUEST instead of the highest", "deadlock", numbered, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			a := n.(*ricartAgrawalaToken)
			if m.Kind == request {
				a.requested[from-1] = 0
			}
			a.Receive(from, m, out)
		}}},
		{"the node with the lowest id is served first", "starvation", cyclic, hooks{exit: func(n Node, out *Outbox) {
			to := 0
			a := n.(*ricartAgrawalaToken)
			for j := range a.pending().All() {
				if to == 0 {
					to = j
				}
			}
			a.ExitTo(to, out)
		}}},
		{"nobody hears node 3", "entry", cyclic, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if from != 3 {
				n.Receive(from, m, out)
			}
		}}},
	}
}

func initMutants() []Mutant {
	mizuno := config.Config{Algorithm: "neilsen-mizuno", N: 3, Network: config.Unordered, Edges: lineOf(3), Token: 1,
		Variant: config.Variant{{Name: initSwitch}}}
	back := hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
		n.Receive(from, m, out)
		if m.Kind == initialize {
			out.Send(from, initialize)
		}
	}}
	return []Mutant{
		{"a node initialises the one that has initialised it", "edge", mizuno, back},
		{"a node initialises the one that has initialised it", "no-overflow", mizuno, back},
		{"a node is initialised with a token of its own", "token", mizuno, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			n.Receive(from, m, out)
			if m.Kind == initialize {
				n.(*neilsenMizuno).holding = true
			}
		}}},
		{"a node initialises nobody", "entry", mizuno, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			z := n.(*neilsenMizuno)
			if m.Kind == initialize {
				z.next, z.initialised = from, true
			} else {
				z.Receive(from, m, out)
			}
		}}},
	}
}
