package algorithms

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// one returns the set of a single node.
func one(i int) reference.Set { return reference.Set(0).With(i) }

// sentForAsker is for algorithms in which a node asks others and they answer.  An
// answer is sent for its receiver, a message of any other class for its sender.
func sentForAsker(answers ...string) reference.SentFor {
	return func(_ *reference.World, from int, s event.Send) reference.Set {
		for _, a := range answers {
			if s.Msg.Kind == a {
				return one(s.To)
			}
		}
		return one(from)
	}
}

// sentForQuorumRequester is for Maekawa's family.  A message of an arbiter is
// sent for its receiver, a REQUEST that circulates for its originator, any other
// message for its sender.
func sentForQuorumRequester(w *reference.World, from int, s event.Send) reference.Set {
	switch s.Msg.Kind {
	case locked, failed, inquire:
		return one(s.To)
	case request:
		if w.System().Config.Variant.Has("circulating") {
			return one(s.Msg.Fields[0])
		}
	}
	return one(from)
}

// sentForAllWaiting is for algorithms whose messages belong to no single request:
// a message is sent for every waiting node.
func sentForAllWaiting(w *reference.World, _ int, _ event.Send) reference.Set {
	return w.InPhase(reference.Wait)
}

// sentForOriginator is for Neilsen's algorithm.  A REQUEST is sent for its
// originator, a PRIVILEGE for its receiver, an INITIALIZE for nobody.
func sentForOriginator(_ *reference.World, _ int, s event.Send) reference.Set {
	switch s.Msg.Kind {
	case request:
		return one(s.Msg.Fields[0])
	case privilege:
		return one(s.To)
	}
	return 0
}
