package explore

import (
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Chain says where the chain begins whose messages are counted.
//
// Handlers only react: a message is sent by the handler that receives another message, or by
// the handler of a request or an exit.  An entry is possible from the moment at which the
// node's entry condition becomes true; the event of that moment is a receipt at this node, or
// its request.  So each entry ends one chain of messages, in which each message is sent by
// the receipt of the one before.  The number of its messages since the beginning is the time
// between the beginning and the entry, at most, if a message takes at most 1, handlers take
// no time, and a node enters as soon as it may.
//
// Messages that an entry does not wait for are in no chain, although they may arrive before
// the entry and follow causally from the beginning.  A message that is under way at the
// beginning counts as one.
type Chain uint8

// The chains.
const (
	NoChain     Chain = iota
	FromExit          // from an exit while another node waits to the next entry, with no exit or entry between the two
	FromRequest       // from a request to the entry of its node, while nobody else requests
)

// chain is the state of a search for the chain of an entry.  The search does not know what a
// message will lead to: at each receipt it goes on with each message that is sent, in turn,
// and only a chain that ends in an entry counts.
type chain struct {
	stage   chainStage
	message int // the last message of the chain, an index in InFlight plus 1; 0: it has been received, or there is none yet
	enabled int // the node whose entry the chain has made possible, 0: none
}

// chainStage is how far a chain is.
type chainStage uint8

const (
	chainWaiting  chainStage = iota // for its beginning
	chainFollowed                   // between its beginning and the entry
	chainEnded                      // with the entry of enabled
)

// followChain executes e and appends the readings that go on.
func (x *measurement) followChain(w *reference.World, r reading, e event.Event, out []reading) ([]reading, error) {
	switch {
	case r.chain.stage == chainWaiting:
		return x.beginChain(w, e, out)
	case e.Kind == event.Exit:
		_, err := w.Step(e)
		return out, err // a later exit begins chains of its own
	case e.Kind == event.Enter:
		_, err := w.Step(e)
		if e.Node == r.chain.enabled {
			out = append(out, reading{count: r.count, chain: chain{stage: chainEnded, enabled: e.Node}})
		}
		return out, err // the entry of another node was the next one
	}
	return x.goOn(w, r, e, out)
}

// beginChain executes an event before the chain.
func (x *measurement) beginChain(w *reference.World, e event.Event, out []reading) ([]reading, error) {
	begins := e.Kind == event.Request
	if x.Chain == FromExit {
		others := w.InPhase(reference.Wait).Without(e.Node)
		begins = e.Kind == event.Exit && others != 0 && (!x.Blocked || len(w.InFlight()) == 0)
	}
	var places []int
	if begins {
		for k := range w.InFlight() {
			if k == firstEqual(w, k) {
				places = append(places, k)
			}
		}
		w.Track(places...)
	}
	if _, err := w.Step(e); err != nil {
		return out, err
	}
	out = append(out, reading{})
	if !begins {
		return out, nil
	}
	if x.Chain == FromExit && !x.Blocked {
		out = append(out, reading{chain: chain{stage: chainFollowed}}) // a later request may be its first event
	}
	for j := range w.InPhase(reference.Wait).All() {
		if w.Node(j).MayEnter() {
			out = append(out, reading{chain: chain{stage: chainFollowed, enabled: j}})
		}
	}
	return withEach(w, w.Tracked(), 0, out), nil
}

// goOn executes a request or a receipt between the beginning and the entry.
func (x *measurement) goOn(w *reference.World, r reading, e event.Event, out []reading) ([]reading, error) {
	at := r.chain.message - 1
	last, twin := false, false // e receives the last message; an equal one is under way
	var places []int
	if at >= 0 {
		places = append(places, at)
		last = w.Receives(e, at)
		if twin = last && at+1 < len(w.InFlight()) && firstEqual(w, at+1) == at; twin {
			places = append(places, at+1)
		}
	}
	could := mayEnter(w, e.Node)
	w.Track(places...)
	if _, err := w.Step(e); err != nil {
		return out, err
	}
	now := w.Tracked()
	sent := now[len(places):]
	begins := e.Kind == event.Request && r.chain == chain{stage: chainFollowed}
	if last || begins {
		count := r.count
		if last {
			count++
		}
		if !could && mayEnter(w, e.Node) {
			out = append(out, reading{count: count, chain: chain{stage: chainFollowed, enabled: e.Node}})
		}
		out = withEach(w, sent, count, out)
	}
	switch {
	case last && !twin:
		return out, nil
	case at >= 0:
		if last { // the equal message was the one that e received
			now = now[1:]
		}
		if now[0] < 0 {
			return out, nil // the normal form has removed it: its receipt would change nothing
		}
		r.chain.message = firstEqual(w, now[0]) + 1
	case r.chain.enabled > 0 && !mayEnter(w, r.chain.enabled):
		return out, nil // it may no longer enter, and another message will be the last one
	}
	return append(out, r), nil
}

// mayEnter reports whether a node waits and may enter.
func mayEnter(w *reference.World, i int) bool {
	return w.Phase(i) == reference.Wait && w.Node(i).MayEnter()
}

// withEach appends a reading for each message that can be the next one of a chain.
func withEach(w *reference.World, messages []int, count int, out []reading) []reading {
	for _, at := range messages {
		if at >= 0 {
			out = append(out, reading{count: count, chain: chain{stage: chainFollowed, message: firstEqual(w, at) + 1}})
		}
	}
	return out
}

// firstEqual returns the first of the messages that are equal to one on an unordered link, and
// therefore are the same to a run; on a fifo link the message itself.
func firstEqual(w *reference.World, at int) int {
	flights := w.InFlight()
	for !w.FIFO() && at > 0 && flights[at-1].From == flights[at].From && flights[at-1].To == flights[at].To && flights[at-1].Msg.Equal(flights[at].Msg) {
		at--
	}
	return at
}
