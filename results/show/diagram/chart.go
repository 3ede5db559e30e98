// Package diagram draws runs as space-time diagrams: a line for each node from top to bottom,
// a row for each event, an arrow for each message from its sending to its receipt.
//
//	drawing := diagram.Draw(&chart)
//
// The package knows neither algorithms nor programs.  Package show makes charts of runs.
package diagram

import "slices"

// Chart is a run, or a part of one.
type Chart struct {
	Title    string
	Lines    []string // names of the nodes
	Phases   []Phase  // of the nodes before the first event, nil: all idle
	First    int      // how many events of the run are before Events
	Events   []Event
	Messages []Message
	// Loop is the index of the first event that repeats for ever, -1 if there is none; the
	// number of events if nothing happens for ever after.
	Loop int
	// Cut says how many events of the run come after Events.
	Cut   int
	Marks []Mark
	// Partly says that not all messages are known, and so what follows from what is not.
	Partly bool
}

// Phase is where a node is.
type Phase uint8

// The phases.
const (
	Idle Phase = iota
	Waiting
	Inside
)

// Event is an event at a node.
type Event struct {
	Line  int    // index of its node
	Text  string // such as "receive 2<-1 REQUEST 1"
	Phase Phase  // of the node afterwards
}

// Message is a message.  Two events are given by their indices.
type Message struct {
	From, To int // indices of nodes
	Text     string
	Sent     int  // -1: before the first event of the chart, or nobody knows where
	Received int  // -1: it is under way at the end
	Unknown  bool // nobody knows where it was sent
}

// Mark is something that is wrong, such as "mutex is violated: ...".
type Mark struct {
	After int // index of the event after which it is wrong, -1: at the start
	Text  string
}

// Overtakes are the messages, by index, that arrive before a message that was sent earlier
// from the same node to the same node.
func (c *Chart) Overtakes() map[int]bool {
	type link struct{ from, to int }
	links := map[link][]int{}
	for k, m := range c.Messages {
		if m.Unknown {
			continue
		}
		links[link{m.From, m.To}] = append(links[link{m.From, m.To}], k)
	}
	overtakes := map[int]bool{}
	for _, messages := range links {
		slices.SortStableFunc(messages, func(a, b int) int { return c.Messages[a].Sent - c.Messages[b].Sent })
		last := -1 // the latest receipt of those sent before
		for _, k := range messages {
			received := c.Messages[k].Received
			if received < 0 {
				received = len(c.Events)
			} else if received < last {
				overtakes[k] = true
			}
			last = max(last, received)
		}
	}
	return overtakes
}

// Sends are the indices of the messages that each event sends, and Receives the message that it
// receives, -1 if there is none.
func (c *Chart) Sends() (sends [][]int, receives []int) {
	sends, receives = make([][]int, len(c.Events)), make([]int, len(c.Events))
	for k := range receives {
		receives[k] = -1
	}
	for k, m := range c.Messages {
		if m.Sent >= 0 {
			sends[m.Sent] = append(sends[m.Sent], k)
		}
		if m.Received >= 0 {
			receives[m.Received] = k
		}
	}
	return sends, receives
}
