package results

import "github.com/mxgen/mxgen/models/config"

// CheckSchema is the version of the JSON form of TraceCheck.
const CheckSchema = "mxgen.check/v1"

// TraceCheck says whether logs are a run of their algorithm, and what held along it.
type TraceCheck struct {
	Schema        string           `json:"schema"`
	Configuration config.Config    `json:"configuration"`
	Logs          []string         `json:"logs"`
	Judge         string           `json:"judge"`   // go, spin or both
	Verdict       string           `json:"verdict"` // accepted, rejected, inconclusive, or error: the judges disagree
	Reason        string           `json:"reason,omitempty"`
	Lines         int              `json:"lines"` // event lines that a run has
	Complete      bool             `json:"complete"`
	Inferred      map[string]int   `json:"inferred,omitempty"` // events without a line, by kind
	Orders        *TraceOrders     `json:"orders,omitempty"`   // how much the lines leave open
	SPIN          string           `json:"spin"`               // agrees, disagrees, or why it was not asked
	Properties    []string         `json:"properties"`         // evaluated after every event
	Violations    []TraceViolation `json:"violations"`
	Rejection     *TraceRejection  `json:"rejection,omitempty"`
	Warnings      []string         `json:"warnings,omitempty"`
}

// TraceOrders says in how many orders the events of a completion can come.
type TraceOrders struct {
	Least     string      `json:"least"`     // at least so many; a number, which may be large
	Stretches []TraceOpen `json:"stretches"` // the first ones with more than one order
	More      int         `json:"more,omitempty"`
}

// TraceOpen is a stretch of lines with the number of orders of its events.
type TraceOpen struct {
	From   TracePlace `json:"from"`
	To     TracePlace `json:"to"`
	Orders int        `json:"orders"`
}

// TracePlace is a line of a log.
type TracePlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// TraceViolation is a property that is false after an event.
type TraceViolation struct {
	Property string `json:"property"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Event    string `json:"event"`
	Reason   string `json:"reason"`
}

// TraceRejection is the first line that no run has.
type TraceRejection struct {
	File      string         `json:"file"`
	Line      int            `json:"line"`
	Event     string         `json:"event"`
	Reason    string         `json:"reason"`
	Histories []TraceHistory `json:"histories,omitempty"` // states that the lines before it may have led to
	More      int            `json:"more,omitempty"`      // further ones
	Recent    []TraceEvent   `json:"recent,omitempty"`    // the last events of the nodes concerned
	Stretch   *TraceStretch  `json:"stretch,omitempty"`   // what is impossible from every reachable state
}

// TraceStretch is the shortest stretch of lines, ending with the rejected one, that is
// impossible from every reachable state.
type TraceStretch struct {
	From  int `json:"from"` // line
	Lines int `json:"lines"`
}

// TraceHistory is a state before a rejected line.
type TraceHistory struct {
	State    map[string]any `json:"state"`    // of the node
	UnderWay []string       `json:"underWay"` // to the node
	Possible []string       `json:"possible"`
}

// TraceEvent is an event, with its line if it has one.
type TraceEvent struct {
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
	Event string `json:"event"`
}
