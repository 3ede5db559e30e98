package explore

import (
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference/event"
)

// tally numbers and counts the different events.  It is a small open hash
// table: there are few different events, and every transition looks one up.
type tally struct {
	slots  []int32 // number+1 of an event; 0 is free
	events []event.Event
	counts []int64
}

// find returns the slot of an event, or the free slot for it if it is new.
func (t *tally) find(e *event.Event) int {
	h := mix(uint64(e.Kind) | uint64(e.Node)<<8 | uint64(e.Peer)<<16 | uint64(e.Choice)<<24 | uint64(len(e.Msg.Kind))<<40)
	for _, f := range e.Msg.Fields {
		h = mix(h ^ uint64(f))
	}
	mask := len(t.slots) - 1
	slot := int(h>>1) & mask
	for t.slots[slot] != 0 && !t.events[t.slots[slot]-1].Equal(*e) {
		slot = (slot + 1) & mask
	}
	return slot
}

// add adds n to the count of an event.
func (t *tally) add(e *event.Event, n int64) {
	if 2*len(t.events) >= len(t.slots) {
		t.slots = make([]int32, max(64, 2*len(t.slots)))
		for k := range t.events {
			t.slots[t.find(&t.events[k])] = int32(k + 1)
		}
	}
	slot := t.find(e)
	if t.slots[slot] == 0 {
		t.events = append(t.events, e.Clone())
		t.counts = append(t.counts, 0)
		t.slots[slot] = int32(len(t.events))
	}
	t.counts[t.slots[slot]-1] += n
}

// number returns the number of an event that has been added.
func (t *tally) number(e *event.Event) int { return int(t.slots[t.find(e)]) - 1 }

// sum adds tallies up and numbers the events in alphabetical order of labels.
func sum(parts []*tally) *tally {
	all := &tally{}
	for _, p := range parts {
		for k := range p.events {
			all.add(&p.events[k], p.counts[k])
		}
	}
	order := slices.Clone(all.events)
	slices.SortFunc(order, func(a, b event.Event) int { return strings.Compare(a.String(), b.String()) })
	sorted := &tally{}
	for k := range order {
		sorted.add(&order[k], all.counts[all.number(&order[k])])
	}
	return sorted
}
