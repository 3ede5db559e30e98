package reference

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// permissionMutants are the seeded bugs of Carvalho and Roucairol's, Raymond's
// K-entries, Lamport's and Singhal's algorithms.
func permissionMutants() (all []Mutant) {
	all = append(all, carvalhoRoucairolMutants()...)
	all = append(all, raymondKMutants()...)
	all = append(all, lamportMutants()...)
	return append(all, singhalMutants()...)
}

func carvalhoRoucairolMutants() []Mutant {
	cfg := config.Config{Algorithm: "carvalho-roucairol", N: 2, Network: config.Unordered, Rounds: 2}
	return []Mutant{
		{"a node does not ask again for what it gives away", "deadlock", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			c := n.(*carvalhoRoucairol)
			authorised := c.authorised
			c.authorised = c.authorised.Without(from)
			c.Receive(from, m, out)
			if m.Kind == request && c.deferred.Has(from) {
				c.authorised = authorised
			}
		}}},
		{"a node asks again for what it never had", "authorisation", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			c := n.(*carvalhoRoucairol)
			had := c.authorised.Has(from)
			c.Receive(from, m, out)
			if m.Kind == request && c.Phase == Wait && !had && !c.deferred.Has(from) {
				out.Send(from, request, c.num)
			}
		}}},
		{"a node keeps an authorisation that it gives away on leaving", "authorisation", cfg, hooks{exit: func(n Node, out *Outbox) {
			c := n.(*carvalhoRoucairol)
			authorised := c.authorised
			c.Exit(out)
			c.authorised = authorised
		}}},
		{"a node inside gives its authorisation away", "mutex", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			c := n.(*carvalhoRoucairol)
			c.Receive(from, m, out)
			if m.Kind == request && c.Phase == CS {
				c.deferred = c.deferred.Without(from)
				c.give(from, out)
			}
		}}},
		{"a node forgets whom it has deferred", "starvation", cfg, hooks{exit: func(n Node, out *Outbox) {
			n.(*carvalhoRoucairol).deferred = 0
			n.Exit(out)
		}}},
	}
}

func raymondKMutants() []Mutant {
	one := config.Config{Algorithm: "raymond-k", N: 2, K: 1, Network: config.Unordered}
	two := config.Config{Algorithm: "raymond-k", N: 2, K: 2, Network: config.Unordered, Rounds: 2}
	three := config.Config{Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1}
	return []Mutant{
		{"a node inside replies at once", "mutex", one, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if k := n.(*raymondK); m.Kind == request && k.Phase == CS {
				k.hi = max(k.hi, m.Fields[0])
				out.Send(from, reply, 1)
			} else {
				k.Receive(from, m, out)
			}
		}}},
		{"only smaller nodes count (the text as it is printed)", "deadlock", three, hooks{enter: func(n Node) bool {
			k, count := n.(*raymondK), 0
			for j := 1; j < k.ID; j++ {
				if k.replyCount[j] == 0 {
					count++
				}
			}
			return count >= k.N-k.k
		}}},
		{"a REPLY stands for one although more are owed", "conservation", two, hooks{exit: func(n Node, out *Outbox) {
			k := n.(*raymondK)
			for j, owed := range k.deferCount {
				k.deferCount[j] = min(1, owed)
			}
			k.Exit(out)
		}}},
		{"a node forgets what it owes", "conservation", one, hooks{exit: func(n Node, out *Outbox) {
			clear(n.(*raymondK).deferCount)
			n.Exit(out)
		}}},
		{"a node forgets what it owes", "starvation", one, hooks{exit: func(n Node, out *Outbox) {
			clear(n.(*raymondK).deferCount)
			n.Exit(out)
		}}},
	}
}

func lamportMutants() []Mutant {
	cfg := config.Config{Algorithm: "lamport", N: 2, Network: config.FIFO}
	once := cfg
	once.Rounds = 1
	ignoresQueue := hooks{enter: func(n Node) bool { return n.(*lamport).ok.Len() == n.client().N-1 }}
	return []Mutant{
		{"a node does not look at the requests that it knows", "mutex", cfg, ignoresQueue},
		{"a node does not look at the requests that it knows", "ticket-order", cfg, ignoresQueue},
		{"any message will do, however early its stamp", "mutex", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			l := n.(*lamport)
			l.Receive(from, m, out)
			if l.Phase == Wait {
				l.ok = l.ok.With(from)
			}
		}}},
		{"a RELEASE takes no request back", "deadlock", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			l := n.(*lamport)
			stamp := l.q[from]
			l.Receive(from, m, out)
			if m.Kind == release {
				l.q[from] = stamp
			}
		}}},
		{"an idle node does not note a REQUEST", "request-known", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			l := n.(*lamport)
			l.Receive(from, m, out)
			if m.Kind == request && l.Phase == Idle {
				l.q[from] = 0
			}
		}}},
		{"a node never acknowledges", "starvation", once, hooks{receive: func(n Node, from int, m event.Message, _ *Outbox) {
			n.Receive(from, m, &Outbox{})
		}}},
		{"the clock does not jump", "deadlock", cfg, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			l := n.(*lamport)
			clk := l.clk
			l.Receive(from, event.Message{Kind: m.Kind, Fields: m.Fields}, &Outbox{})
			l.clk = clk + 1
			if m.Kind == request {
				out.Send(from, ack, l.clk)
			}
		}}},
	}
}

func singhalMutants() []Mutant {
	two := config.Config{Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 2}
	three := config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: 1}
	three2 := three
	three2.Rounds = 2
	return []Mutant{
		{"an old REQUEST is news", "requester", three2, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*singhal)
			if m.Kind == request {
				s.sn[from] = min(s.sn[from], m.Fields[0]-1)
			}
			s.Receive(from, m, out)
		}}},
		{"states are compared, not numbers (the slides)", "requester", two, hooks{exit: func(n Node, out *Outbox) {
			s := n.(*singhal)
			s.sv[s.ID], s.tsv[s.ID] = notRequesting, notRequesting
			for j := 1; j <= s.N; j++ {
				if s.sv[j] > s.tsv[j] {
					s.tsv[j], s.tsn[j] = s.sv[j], s.sn[j]
				} else {
					s.sv[j], s.sn[j] = s.tsv[j], s.tsn[j]
				}
			}
			s.Exit(out)
		}}},
		{"a node that requests does not ask in return", "deadlock", three, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			if s := n.(*singhal); m.Kind == request && s.sv[s.ID] == requesting {
				s.Receive(from, m, &Outbox{})
			} else {
				s.Receive(from, m, out)
			}
		}}},
		{"a node leaves with the token and keeps it, too", "token", two, hooks{exit: func(n Node, out *Outbox) {
			s := n.(*singhal)
			s.Exit(out)
			s.sv[s.ID] = holding
		}}},
		{"a node sends the token on and enters all the same", "mutex", two, hooks{receive: func(n Node, from int, m event.Message, out *Outbox) {
			s := n.(*singhal)
			if m.Kind == request && s.sv[s.ID] == executing {
				s.sn[from] = m.Fields[0]
				s.tsv[from], s.tsn[from] = requesting, m.Fields[0]
				out.SendLoad(from, token, append(append([]int{}, s.tsv[1:]...), s.tsn[1:]...)...)
				return
			}
			s.Receive(from, m, out)
		}}},
	}
}

// Unseeded returns a Singhal whose nodes take nobody (state 0) or everybody
// (state 1) for requesting initially.
func Unseeded(state int) *Algorithm {
	original, _ := Lookup("singhal")
	a := *original
	a.Node = func(cfg config.Config, i int) (Node, error) {
		n, err := newSinghal(cfg, i)
		if err != nil {
			return nil, err
		}
		s := n.(*singhal)
		for j := 1; j <= cfg.N; j++ {
			if j != i {
				s.sv[j] = state
			}
		}
		return s, nil
	}
	return &a
}
