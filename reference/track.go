package reference

import "slices"

// tracks are the places, in the canonical order of the network, of messages that are
// followed through steps: a step moves messages, and a normal form changes their numbers.
// A nil *tracks follows nothing.
type tracks struct {
	at []int // place of each message, gone where it has been received or removed
}

const gone = -1

// put notes a message that is inserted at a place, and follows it.
func (t *tracks) put(place int) {
	if t == nil {
		return
	}
	for k := range t.at {
		if t.at[k] >= place {
			t.at[k]++
		}
	}
	t.at = append(t.at, place)
}

// take notes that the message at a place is removed.
func (t *tracks) take(place int) {
	if t == nil {
		return
	}
	for k := range t.at {
		switch {
		case t.at[k] == place:
			t.at[k] = gone
		case t.at[k] > place:
			t.at[k]--
		}
	}
}

// rewrite begins to write all messages anew, in the order of their places.  It returns the places.
func (t *tracks) rewrite() (before []int) {
	if t == nil {
		return nil
	}
	before, t.at = t.at, nil
	return before
}

// rewritten ends what rewrite has begun: the message that was at place k was written as number k.
func (t *tracks) rewritten(before []int) {
	if t == nil {
		return
	}
	written := t.at
	t.at = before
	for k, place := range t.at {
		if place != gone {
			t.at[k] = written[place]
		}
	}
}

// ordinal returns the place in the canonical order of the message at an offset of the bytes.
// It is 0 where nothing is followed.
func (n *network) ordinal(offset int) int {
	if n.tracked == nil {
		return 0
	}
	place := 0
	for b := n.bytes[:offset]; len(b) > 0; b = b[end(b):] {
		place++
	}
	return place
}

// Track follows the messages under way that have these indices in InFlight, and all that the
// following steps send, until SetState or Rewind.
func (w *World) Track(places ...int) { w.net.tracked = &tracks{at: slices.Clone(places)} }

// Tracked returns where the followed messages are now, as indices in InFlight: first those that
// were given to Track, then those sent since, in the order of sending.  The index is -1 where a
// message is no longer under way.
func (w *World) Tracked() []int { return w.net.tracked.at }
