package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

// schema is the version of the format that is written.
const schema = "mxgen.trace/v1"

// Config is the system that the program implements: a configuration of mxgen, as
// mxgen verify --json writes it, with every default made explicit.
type Config struct {
	Algorithm           string   `json:"algorithm"`        // such as ricart-agrawala (mxgen list)
	N                   int      `json:"n"`                // number of nodes
	Variant             string   `json:"variant"`          // switches, comma-separated, in alphabetical order
	Network             string   `json:"network"`          // what the channels guarantee: fifo (TCP), unordered
	Rounds              int      `json:"rounds,omitempty"` // requests per node; 0: any number
	Topology            string   `json:"topology,omitempty"`
	Edges               [][2]int `json:"edges,omitempty"`       // of the logical tree
	Token               int      `json:"token,omitempty"`       // node at which the token rests at first
	Coordinator         int      `json:"coordinator,omitempty"` // node that grants the critical section
	K                   int      `json:"k,omitempty"`           // how many nodes may be inside at once; 0: one
	Order               []int    `json:"order,omitempty"`       // of the nodes on the ring
	NeverExit           []int    `json:"never_exit,omitempty"`
	Quorum              string   `json:"quorum,omitempty"`
	Quorums             [][]int  `json:"quorums,omitempty"` // that of node i at i-1
	AllowInvalidQuorums bool     `json:"allow_invalid_quorums,omitempty"`
	Requesters          []int    `json:"requesters,omitempty"` // the nodes that request; empty: all
}

// Records says what a log records.  What it does not name may have happened unseen.
type Records struct {
	Events []string `json:"events,omitempty"` // of request, receive, enter, exit
	Nodes  []int    `json:"nodes,omitempty"`
}

// Header is the first line of a log, and how the other lines are written.
type Header struct {
	Config  Config
	Program string // which program this is, in your words
	Origin  any    // instead of Program, the whole origin as its JSON: mxgen's own programs use it

	// Records says what the log records.  If it is nil, mxgen check takes the kinds of
	// event and the nodes that occur in the log.
	Records *Records
	// FromUnknown says that the recording began while the program was running.
	FromUnknown bool
	// Messages maps the program's names of messages to those of mxgen explain.
	Messages map[string]string

	// WithoutSends says that the program does not call Send.  Otherwise a line without
	// messages says that the handler sent none.
	WithoutSends bool
	// Timed adds the wall-clock time of each event, in nanoseconds since 1970.
	Timed bool
	// Now is the clock of Timed; nil: that of the system, which may be set back during a run.
	Now func() int64
	// Buffered keeps lines in memory until there are many, or Flush or Close is called.
	Buffered bool
}

type origin struct {
	Driver  string `json:"driver"`
	Program string `json:"program,omitempty"`
}

// now is the time of an event.
func (h Header) now() int64 {
	if h.Now != nil {
		return h.Now()
	}
	return time.Now().UnixNano()
}

// line returns the header with its newline.
func (h Header) line() ([]byte, error) {
	if h.Config.Algorithm == "" || h.Config.N < 1 {
		return nil, errors.New("record: a configuration needs an algorithm and a number of nodes N")
	}
	from := ""
	if h.FromUnknown {
		from = "unknown"
	}
	if h.Origin == nil {
		h.Origin = origin{"foreign", h.Program}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Schema        string            `json:"schema"`
		Algorithm     string            `json:"algorithm"`
		Configuration Config            `json:"configuration"`
		Origin        any               `json:"origin"`
		Order         string            `json:"order"`
		From          string            `json:"from,omitempty"`
		Records       *Records          `json:"records,omitempty"`
		Messages      map[string]string `json:"messages,omitempty"`
	}{schema, h.Config.Algorithm, h.Config, h.Origin, "nodes", from, h.Records, h.Messages})
	return b.Bytes(), err
}
