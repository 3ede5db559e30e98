package reference

import "github.com/mxgen/mxgen/reference/event"

// Serves tells the nodes for whose requests a message is sent: the accounting
// behind "messages per critical section entry".  w is the world after the
// event in which from sent it.
type Serves func(w *World, from int, s event.Send) Set

// one is the set of a single node.
func one(i int) Set { return Set(0).With(i) }

// servesAsker is for algorithms in which a node asks and is answered: all
// classes but the answers serve their sender.
func servesAsker(answers ...string) Serves {
	return func(_ *World, from int, s event.Send) Set {
		for _, a := range answers {
			if s.Msg.Kind == a {
				return one(s.To)
			}
		}
		return one(from)
	}
}

// servesRequester is for Maekawa's family: what an arbiter sends is for its
// receiver, a REQUEST that circulates is for its originator, the rest for its
// sender.
func servesRequester(w *World, from int, s event.Send) Set {
	switch s.Msg.Kind {
	case locked, failed, inquire:
		return one(s.To)
	case request:
		if w.sys.Config.Variant.Has("circulating") {
			return one(s.Msg.Fields[0])
		}
	}
	return one(from)
}

// servesWaiting is for algorithms whose messages name no request.
func servesWaiting(w *World, _ int, _ event.Send) Set { return w.inside(Wait) }

// servesOrigin is for Neilsen's algorithm: a REQUEST is forwarded for its
// originator, a PRIVILEGE is for its receiver, an INITIALIZE for nobody.
func servesOrigin(_ *World, _ int, s event.Send) Set {
	switch s.Msg.Kind {
	case request:
		return one(s.Msg.Fields[0])
	case privilege:
		return one(s.To)
	}
	return 0
}
