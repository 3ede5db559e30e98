package common

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// One returns the set of a single node.
func One(i int) reference.Set { return reference.Set(0).With(i) }

// SentForAsker is for algorithms in which a node asks others and they answer.  An
// answer is sent for its receiver, a message of any other class for its sender.
func SentForAsker(answers ...string) reference.SentFor {
	return func(_ *reference.World, from int, s event.Send) reference.Set {
		for _, a := range answers {
			if s.Msg.Kind == a {
				return One(s.To)
			}
		}
		return One(from)
	}
}

// SentForAllWaiting is for algorithms whose messages belong to no single request:
// a message is sent for every waiting node.
func SentForAllWaiting(w *reference.World, _ int, _ event.Send) reference.Set {
	return w.InPhase(reference.Wait)
}
