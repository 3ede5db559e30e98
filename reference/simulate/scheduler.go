package simulate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// scheduler chooses one of the enabled events; there is at least one.
type scheduler func([]event.Event) event.Event

// Schedulers are the names of the schedulers.
var Schedulers = []string{"random", "round-robin", "delays"}

func newScheduler(name string, random *rand.Rand) (scheduler, error) {
	switch name {
	case "", "random":
		return uniform(random), nil
	case "round-robin":
		return roundRobin(random), nil
	case "delays":
		return delays(random), nil
	}
	return nil, fmt.Errorf("scheduler %q: not one of %v", name, Schedulers)
}

// uniform chooses every event with the same probability.
func uniform(random *rand.Rand) scheduler {
	return func(events []event.Event) event.Event { return events[random.IntN(len(events))] }
}

// roundRobin gives the nodes turns in ascending order.  It chooses among the
// events of a node at random.
func roundRobin(random *rand.Rand) scheduler {
	last := 0
	var turn []event.Event
	return func(events []event.Event) event.Event {
		next := events[0].Node
		for _, e := range events {
			// The first node after the last one, otherwise the first of all.
			if later := e.Node > last; later != (next > last) && later || later == (next > last) && e.Node < next {
				next = e.Node
			}
		}
		last = next
		turn = turn[:0]
		for _, e := range events {
			if e.Node == next {
				turn = append(turn, e)
			}
		}
		return turn[random.IntN(len(turn))]
	}
}

// delays is an adversary.  It ranks the links and the local steps of each node
// at random and always chooses an event of the highest rank, so that events of
// a low rank are delayed as long as possible.  It changes the ranking from time
// to time, so that a run reaches many unusual situations.
func delays(random *rand.Rand) scheduler {
	const period = 50 // events between two rankings, on average
	type source struct{ node, peer int }
	rank := map[source]int{}
	rankOf := func(e event.Event) int {
		s := source{e.Node, e.Peer}
		if _, ranked := rank[s]; !ranked {
			rank[s] = random.Int()
		}
		return rank[s]
	}
	var ranks []int
	var top []event.Event
	return func(events []event.Event) event.Event {
		if random.IntN(period) == 0 {
			clear(rank)
		}
		ranks = ranks[:0]
		for _, e := range events {
			ranks = append(ranks, rankOf(e))
		}
		highest := slices.Max(ranks)
		top = top[:0]
		for k, e := range events {
			if ranks[k] == highest {
				top = append(top, e)
			}
		}
		return top[random.IntN(len(top))]
	}
}
