package singhal

import (
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/event"
)

func Mutants() []common.Mutant {
	two := config.Config{Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 2}
	three := config.Config{Algorithm: "singhal", N: 3, Network: config.FIFO, Rounds: 1}
	three2 := three
	three2.Rounds = 2
	return []common.Mutant{
		{Name: "an old REQUEST is news", Property: "requester", Config: three2, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			if m.Kind == common.Request {
				s.sn.Set(from, min(s.sn.At(from), int32(m.Fields[0]-1)))
			}
			s.Receive(from, m, out)
		}}},
		{Name: "states are compared, not numbers (the slides)", Property: "requester", Config: two, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*node)
			s.own, s.tsv[s.ID-1] = notRequesting, notRequesting
			for j := 1; j <= s.N; j++ {
				if int(s.state(j)) > s.tsv[j-1] {
					s.tsv[j-1], s.tsn[j-1] = int(s.state(j)), int(s.sn.At(j))
				} else {
					s.know(j, s.tsv[j-1])
					s.sn.Set(j, int32(s.tsn[j-1]))
				}
			}
			s.Exit(out)
		}}},
		{Name: "a node that requests does not ask in return", Property: "deadlock", Config: three, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			if s := n.(*node); m.Kind == common.Request && s.own == requesting {
				s.Receive(from, m, &reference.Outbox{})
			} else {
				s.Receive(from, m, out)
			}
		}}},
		{Name: "a node leaves with the token and keeps it, too", Property: "token", Config: two, Hooks: common.Hooks{Exit: func(n reference.Node, out *reference.Outbox) {
			s := n.(*node)
			tsv, tsn := s.tsv, s.tsn
			s.Exit(out)
			s.own, s.tsv, s.tsn = holding, tsv, tsn
		}}},
		{Name: "a node sends the token on and enters all the same", Property: "mutex", Config: two, Hooks: common.Hooks{Receive: func(n reference.Node, from int, m event.Message, out *reference.Outbox) {
			s := n.(*node)
			if m.Kind == common.Request && s.own == executing {
				s.sn.Set(from, int32(m.Fields[0]))
				s.tsv[from-1], s.tsn[from-1] = requesting, m.Fields[0]
				out.SendLoad(from, common.Token, append(append([]int{}, s.tsv...), s.tsn...)...)
				return
			}
			s.Receive(from, m, out)
		}}},
	}
}

// Unseeded returns Singhal's algorithm without staircase: initially every node
// assumes the same state of all others, 0 (not requesting) or 1 (requesting).
func Unseeded(state int) *reference.Algorithm {
	a := Algorithm
	a.Programs = common.Each(func(cfg config.Config, i int) (reference.Node, error) {
		n, err := newNode(cfg, i)
		if err != nil {
			return nil, err
		}
		s := n.(*node)
		for j := 1; j <= cfg.N; j++ {
			if j != i {
				s.know(j, state)
			}
		}
		return s, nil
	})
	return &a
}
