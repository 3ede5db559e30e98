// Package config says what a configuration is: which algorithm, how many
// nodes, which network, and whatever else a model and a program need to know
// in order to be the same thing.
//
// It imports nothing of mxgen.  The Promela side (models) and the Go side
// (reference) both read it, and share nothing else.
package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Network is what the algorithm may assume of the channels between nodes.
type Network string

// The networks of docs/algorithms.md, section 0.1.  All are reliable; none duplicates.
const (
	FIFO      Network = "fifo"      // one queue per ordered pair of nodes
	Unordered Network = "unordered" // one multiset per ordered pair of nodes
	Mailbox   Network = "mailbox"   // one queue per receiver, the oldest of a type is taken; refused by every algorithm today
)

// MaxSimulated is the largest N of a configuration that is simulated: no model is made of it.
const MaxSimulated = 1 << 24

// UnboundedRounds is the number of requests with which a configuration is checked whose
// nodes request any number of times with raw numbers: more than one, because some
// algorithms allow one request where a second one would overtake the first.
const UnboundedRounds = 2

// Edge is an undirected edge of the logical tree, smaller node first.
type Edge [2]int

// Config is one configuration, complete and valid: models.Resolve makes it
// from what the user wrote.  Nodes are 1..N; 0 is nobody.  A field that the
// algorithm does not have is zero.
type Config struct {
	Algorithm           string  `json:"algorithm"`
	N                   int     `json:"n"`                               // number of nodes
	Variant             Variant `json:"variant"`                         // switches of the algorithm, sorted by name
	Network             Network `json:"network"`                         // what the channels guarantee
	Rounds              int     `json:"rounds,omitempty"`                // requests per node; 0: unbounded
	Topology            string  `json:"topology,omitempty"`              // a form that names the tree: line, star, edges:1-2,..
	Edges               []Edge  `json:"edges,omitempty"`                 // the tree that Topology names, sorted
	Token               int     `json:"token,omitempty"`                 // node at which the token rests initially
	Coordinator         int     `json:"coordinator,omitempty"`           // node that grants the critical section
	K                   int     `json:"k,omitempty"`                     // how many nodes may be inside at once, 0: one
	Order               []int   `json:"order,omitempty"`                 // of the nodes on the ring, a permutation of 1..N
	NeverExit           []int   `json:"never_exit,omitempty"`            // nodes that never leave, ascending
	Quorum              string  `json:"quorum,omitempty"`                // a form that names the quorum system: fpp, grid, sets:1,2/2,3/..
	Quorums             [][]int `json:"quorums,omitempty"`               // the sets that Quorum names: that of node i at i-1, ascending
	AllowInvalidQuorums bool    `json:"allow_invalid_quorums,omitempty"` // some of Quorums share no node, and that is meant
	Requesters          []int   `json:"requesters,omitempty"`            // the nodes that request, ascending; empty: all do
	Bug                 string  `json:"bug,omitempty"`                   // bug seeded into the model (not into the program)
}

// Neighbours returns the nodes next to i in the tree, in ascending order.
func (c Config) Neighbours(i int) []int {
	var out []int
	for _, e := range c.Edges {
		switch i {
		case e[0]:
			out = append(out, e[1])
		case e[1]:
			out = append(out, e[0])
		}
	}
	slices.Sort(out)
	return out
}

// Args returns the flags that name this configuration on the command line,
// always in the same order and always complete.  A flag that only says yes has no
// value.
func (c Config) Args() []string {
	args := []string{"--n", strconv.Itoa(c.N)}
	add := func(set bool, name, value string) {
		if set {
			args = append(args, "--"+name, value)
		}
	}
	add(len(c.Variant) > 0, "variant", c.Variant.String())
	add(c.Topology != "", "topology", c.Topology)
	add(c.Token != 0, "token", strconv.Itoa(c.Token))
	add(c.Coordinator != 0, "coordinator", strconv.Itoa(c.Coordinator))
	add(c.K != 0, "k", strconv.Itoa(c.K))
	add(len(c.Order) > 0, "order", join(c.Order))
	add(len(c.NeverExit) > 0, "never-exit", join(c.NeverExit))
	add(c.Quorum != "", "quorum", c.Quorum)
	if c.AllowInvalidQuorums {
		args = append(args, "--allow-invalid-quorums")
	}
	add(len(c.Requesters) > 0, "requesters", join(c.Requesters))
	add(c.Network != "", "network", string(c.Network))
	add(c.Rounds != 0, "rounds", strconv.Itoa(c.Rounds))
	add(c.Bug != "", "bug", c.Bug)
	return args
}

// Requests reports whether node i is one of those that request.
func (c Config) Requests(i int) bool {
	return len(c.Requesters) == 0 || slices.Contains(c.Requesters, i)
}

// Entries is how often node i enters in a complete run: as often as it may
// request, but once if it never leaves.
func (c Config) Entries(i int) int {
	switch {
	case !c.Requests(i):
		return 0
	case slices.Contains(c.NeverExit, i):
		return min(1, c.Rounds)
	}
	return c.Rounds
}

func join(nodes []int) string {
	texts := make([]string, len(nodes))
	for k, i := range nodes {
		texts[k] = strconv.Itoa(i)
	}
	return strings.Join(texts, ",")
}

// String is the configuration as one line: the algorithm and its flags.
func (c Config) String() string {
	return c.Algorithm + " " + strings.Join(c.Args(), " ")
}

// Switch is one switch of an algorithm's variant, such as no-tie-break or
// arbitrary-number=10.
type Switch struct {
	Name  string
	Value int // 0: the switch has none
}

func (s Switch) String() string {
	if s.Value == 0 {
		return s.Name
	}
	return s.Name + "=" + strconv.Itoa(s.Value)
}

// Variant is the set of switches that are on, sorted by name.
type Variant []Switch

// Has reports whether the switch is on.
func (v Variant) Has(name string) bool {
	return slices.ContainsFunc(v, func(s Switch) bool { return s.Name == name })
}

// Value returns the value of the switch, 0 if it is off or has none.
func (v Variant) Value(name string) int {
	for _, s := range v {
		if s.Name == name {
			return s.Value
		}
	}
	return 0
}

func (v Variant) String() string {
	names := make([]string, len(v))
	for i, s := range v {
		names[i] = s.String()
	}
	return strings.Join(names, ",")
}

// MarshalText writes the comma-separated form, the one that --variant takes.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the comma-separated form.
func (v *Variant) UnmarshalText(text []byte) error {
	parsed, err := ParseVariant(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

// maxVariant bounds the text of a variant, and so the time to read it.
const maxVariant = 1000

// ParseVariant reads a comma-separated list of name or name=value, value a
// number of at least 1.  Whether the algorithm has such switches is not
// asked here.  The error is an *Error that names the element that is wrong.
func ParseVariant(text string) (Variant, error) {
	if text == "" {
		return nil, nil
	}
	bad := func(operand, reason string) (Variant, error) {
		return nil, &Error{Operand: fmt.Sprintf("variant %.60q", operand), Reason: reason}
	}
	if len(text) > maxVariant {
		return bad(text, fmt.Sprintf("longer than %d characters", maxVariant))
	}
	var v Variant
	for _, element := range strings.Split(text, ",") {
		name, value, hasValue := strings.Cut(element, "=")
		s := Switch{Name: name}
		if hasValue {
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return bad(element, fmt.Sprintf("%.60q is not a number of at least 1", value))
			}
			s.Value = n
		}
		if name == "" {
			return bad(text, "an empty element; switches are separated by single commas")
		}
		if v.Has(name) {
			return bad(text, fmt.Sprintf("%.60q is given twice", name))
		}
		v = append(v, s)
	}
	slices.SortFunc(v, func(a, b Switch) int { return strings.Compare(a.Name, b.Name) })
	return v, nil
}
