package record

import "strconv"

// bufferSize is how many bytes of lines a buffered node keeps at most, and one line more.
const bufferSize = 32 << 10

// Message is a message as the algorithm sees it.
type Message struct {
	Kind   string // the paper's name (mxgen explain), or one that Header.Messages maps to it
	Fields []int  // the numbers carried, in the order of the paper
	ID     string // optional: any text that only this message and its receipt have
}

// Node records the events of one node.
type Node struct {
	log   *Log
	id    int
	alone bool // the only node in its file: the lines are numbered

	open   bool // between the beginning of an event and End
	lines  []byte
	sends  []byte
	state  []byte
	number int
}

// Request begins the handler of a request.
func (n *Node) Request() *Node { return n.begin("request") }

// Enter begins the event of entering the critical section.
func (n *Node) Enter() *Node { return n.begin("enter") }

// Exit begins the handler that leaves the critical section.
func (n *Node) Exit() *Node { return n.begin("exit") }

// Receive begins the handler of a message.  If the sender or the message is not known,
// from is 0 or the kind is empty.
func (n *Node) Receive(from int, m Message) *Node {
	n.begin("receive")
	if from != 0 {
		n.lines = append(n.lines, `,"peer":`...)
		n.lines = strconv.AppendInt(n.lines, int64(from), 10)
	}
	if m.Kind != "" {
		n.lines = append(n.lines, `,"message":`...)
		n.lines = appendMessage(n.lines, m)
	}
	return n
}

// Send records a message that the handler sends.
func (n *Node) Send(to int, m Message) {
	if !n.inside() {
		return
	}
	n.sends = append(separate(n.sends), `{"to":`...)
	n.sends = strconv.AppendInt(n.sends, int64(to), 10)
	n.sends = append(n.sends, `,"message":`...)
	n.sends = append(appendMessage(n.sends, m), '}')
}

// State records a variable as it is after the handler, by the paper's name.  A truth value
// is 0 or 1, and a set of nodes is a number in which bit i stands for node i.
func (n *Node) State(name string, value int) {
	if n.inside() {
		n.state = strconv.AppendInt(appendKey(n.state, name), int64(value), 10)
	}
}

// StateList is State for a variable that is a list of numbers.
func (n *Node) StateList(name string, values []int) {
	if n.inside() {
		n.state = appendNumbers(appendKey(n.state, name), values)
	}
}

// Choice records the number that the node chose, where the algorithm leaves a choice.
func (n *Node) Choice(c int) {
	if n.inside() {
		n.lines = append(n.lines, `,"choice":`...)
		n.lines = strconv.AppendInt(n.lines, int64(c), 10)
	}
}

// Clock records a vector clock: counts[i-1] is the number of events of node i that this
// event knows of, itself included.
func (n *Node) Clock(counts []int) {
	if !n.inside() {
		return
	}
	n.lines = append(n.lines, `,"clock":{`...)
	for i, c := range counts {
		if i > 0 {
			n.lines = append(n.lines, ',')
		}
		n.lines = append(n.lines, '"')
		n.lines = strconv.AppendInt(n.lines, int64(i+1), 10)
		n.lines = append(n.lines, `":`...)
		n.lines = strconv.AppendInt(n.lines, int64(c), 10)
	}
	n.lines = append(n.lines, '}')
}

// End ends the handler and writes its line.  Without an open event it does nothing.
func (n *Node) End() {
	if !n.open {
		return
	}
	n.open = false
	if !n.log.header.WithoutSends || len(n.sends) > 0 {
		n.lines = append(n.lines, `,"sends":[`...)
		n.lines = append(append(n.lines, n.sends...), ']')
	}
	if len(n.state) > 0 {
		n.lines = append(n.lines, `,"state":{`...)
		n.lines = append(append(n.lines, n.state...), '}')
	}
	n.lines = append(n.lines, '}', '\n')
	if !n.log.header.Buffered || len(n.lines) >= bufferSize {
		n.Flush()
	}
}

// Flush writes the lines that Header.Buffered has kept in memory.  Call it between two
// events.
func (n *Node) Flush() {
	if len(n.lines) > 0 && !n.open {
		n.log.write(n.lines)
		n.lines = n.lines[:0]
	}
}

// Err returns the first error of the recording so far: a program for which a log without gaps
// is worth more than going on can stop there.
func (n *Node) Err() error { return n.log.err() }

// Close ends the last event and returns the first error of the recording.  It closes the
// file if OpenNode opened it.
func (n *Node) Close() error {
	if n.alone {
		return n.log.Close()
	}
	n.End()
	n.Flush()
	return n.log.err()
}

// begin ends the event before this one and begins a line.
func (n *Node) begin(event string) *Node {
	n.End()
	n.open = true
	n.sends, n.state = n.sends[:0], n.state[:0]
	n.lines = append(n.lines, '{')
	if n.alone {
		n.number++
		n.lines = append(n.lines, `"seq":`...)
		n.lines = append(strconv.AppendInt(n.lines, int64(n.number), 10), ',')
	}
	n.lines = append(n.lines, `"event":"`...)
	n.lines = append(n.lines, event...)
	n.lines = append(n.lines, `","node":`...)
	n.lines = strconv.AppendInt(n.lines, int64(n.id), 10)
	if n.log.header.Timed {
		n.lines = append(n.lines, `,"time":`...)
		n.lines = strconv.AppendInt(n.lines, n.log.header.now(), 10)
	}
	return n
}

// inside reports whether an event is open; if not, that is an error of the recording.
func (n *Node) inside() bool {
	if !n.open {
		n.log.fail(errOutside)
	}
	return n.open
}
