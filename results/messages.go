package results

// Message is a message that one node sends to another.
type Message struct {
	From, To int
	Text     string
}

// Messages are what is sent in a run of a configuration.
type Messages struct {
	Initial []Message   // under way before the first step
	Sent    [][]Message // by step
}
