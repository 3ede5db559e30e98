package processes

import (
	"time"

	"github.com/mxgen/mxgen/models/config"
)

// The parent and a node talk JSON: orders on the node's standard input, answers on its
// standard output.  The first order is the set-up; the second one has the ports of all
// nodes.  A node ends when its input does: the parent is then gone.

// order is what the parent wants.  One field is set.
type order struct {
	Setup  *setup `json:"setup,omitempty"`
	Ports  []int  `json:"ports,omitempty"` // that of node i at i-1
	Start  bool   `json:"start,omitempty"`
	Report bool   `json:"report,omitempty"`
	End    bool   `json:"end,omitempty"`
}

// setup is what a node needs to know.  The secret travels here, where no other user of the
// machine can read it; command lines are public.
type setup struct {
	Node         int
	Config       config.Config
	Secret       string
	Seed         uint64
	Entries      int
	Directory    string
	Disturbances Disturbances
	Since1970    time.Duration // added to the machine's monotonic clock: the time
}

// answer is what a node says.  One field is set.
type answer struct {
	Port   int     `json:"port,omitempty"`
	Ready  bool    `json:"ready,omitempty"` // connected with all nodes
	Report *report `json:"report,omitempty"`
	Failed string  `json:"failed,omitempty"` // why the node ends
}

// report is where a node is between two events.
type report struct {
	Idle     bool   `json:"idle"`    // it can do nothing until a message arrives
	Waiting  bool   `json:"waiting"` // to enter
	Made     bool   `json:"made"`    // it has made its entries, and left
	Events   int    `json:"events"`
	Held     int    `json:"held"`     // messages that have arrived and are not handled
	Sent     []int  `json:"sent"`     // to node i, at i-1
	Received []int  `json:"received"` // from node i, at i-1; handled
	Gone     []bool `json:"gone"`     // the link from node i has ended, at i-1
}
