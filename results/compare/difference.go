package compare

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/notation"
)

// Difference is the nearest difference between model and program: after Path, both are
// in the same state, and Event is possible on one side only, or leads to different
// states.
type Difference struct {
	Only      string              `json:"only,omitempty"` // the side that has the event or state: spin or go; empty: both have it
	Path      []string            `json:"path"`           // events from the initial state
	Event     string              `json:"event,omitempty"`
	Variables []DifferentVariable `json:"variables,omitempty"`
	Text      string              `json:"text"` // in one line
}

// DifferentVariable is a variable's value after the event on each side.
type DifferentVariable struct {
	Name string `json:"name"`
	SPIN string `json:"spin"`
	Go   string `json:"go"`
}

// nearest visits, breadth first, the states that both sides reach by the same events,
// and returns the first difference, or nil if there is none.
func (x *graphs) nearest() *Difference {
	const start = 0 // the program's initial state comes first
	keys := x.keys()
	begin := x.programInitial()
	if x.initial != begin {
		different := x.differentVariables(keys[x.initial], keys[begin])
		return &Difference{Path: []string{}, Variables: different, Text: "the initial states differ: " + differentText(different)}
	}
	type step struct {
		before int32
		label  uint16
	}
	reached := map[int32]step{begin: {-1, 0}}
	path := func(s int32) []string {
		events := []string{}
		for ; reached[s].before >= start; s = reached[s].before {
			events = append(events, x.names[reached[s].label])
		}
		slices.Reverse(events)
		return events
	}
	for queue := []int32{begin}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		spin, program := edgeSet(x.spinEdges[s]), edgeSet(x.goEdges[s])
		if x.partial && len(spin) == 0 {
			continue // the search may have ended before it visited this state
		}
		if !slices.Equal(spin, program) {
			return x.describe(path(s), spin, program, keys)
		}
		for _, e := range program {
			if _, seen := reached[e.to]; !seen {
				reached[e.to] = step{s, e.label}
				queue = append(queue, e.to)
			}
		}
	}
	return nil
}

// programInitial is the number of the program's initial state.
func (x *graphs) programInitial() int32 {
	values, err := x.program.System().World().Values(nil)
	if err != nil {
		return -1
	}
	return x.index[string(key(nil, values))]
}

// keys has the states' keys by number.
func (x *graphs) keys() []string {
	keys := make([]string, len(x.index))
	for k, at := range x.index {
		keys[at] = k
	}
	return keys
}

// edgeSet returns the edges in order, each once.
func edgeSet(edges []edge) []edge {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b edge) int {
		if a.label != b.label {
			return int(a.label) - int(b.label)
		}
		return int(a.to) - int(b.to)
	})
	return slices.Compact(edges)
}

// printsNothing stands for the label of a step that has none.
const printsNothing = "(a step that prints nothing)"

// describe says how the edges that leave one state differ.
func (x *graphs) describe(path []string, spin, program []edge, keys []string) *Difference {
	d := &Difference{Path: path}
	onlySPIN := slices.DeleteFunc(slices.Clone(spin), func(e edge) bool { return slices.Contains(program, e) })
	onlyGo := slices.DeleteFunc(slices.Clone(program), func(e edge) bool { return slices.Contains(spin, e) })
	for _, e := range onlySPIN {
		at := slices.IndexFunc(onlyGo, func(f edge) bool { return f.label == e.label })
		if at >= 0 {
			d.Event = x.names[e.label]
			d.Variables = x.differentVariables(keys[e.to], keys[onlyGo[at].to])
			d.Text = fmt.Sprintf("after %s, %q leads to different states: %s", results.CountEvents(len(path)), d.Event, differentText(d.Variables))
			return d
		}
	}
	only, edges := "spin", onlySPIN
	if len(onlySPIN) == 0 {
		only, edges = "go", onlyGo
	}
	d.Only, d.Event = only, x.names[edges[0].label]
	side := map[string]string{"spin": "model", "go": "program"}[only]
	if d.Event == "" {
		d.Event = printsNothing
	}
	d.Text = fmt.Sprintf("after %s, %q is possible in the %s only", results.CountEvents(len(path)), d.Event, side)
	return d
}

// differentVariables lists the variables that have different values in two states,
// which are given by their keys.
func (x *graphs) differentVariables(spin, program string) []DifferentVariable {
	var different []DifferentVariable
	for k, v := range x.variables {
		a := int(int32(binary.LittleEndian.Uint32([]byte(spin[4*k:]))))
		b := int(int32(binary.LittleEndian.Uint32([]byte(program[4*k:]))))
		if a != b {
			different = append(different, DifferentVariable{v.Name, notation.Value(v, a), notation.Value(v, b)})
		}
	}
	return different
}

// differentText names variables with their values on each side.
func differentText(different []DifferentVariable) string {
	var parts []string
	for _, v := range different {
		parts = append(parts, fmt.Sprintf("%s is %s in the model and %s in the program", v.Name, v.SPIN, v.Go))
	}
	return strings.Join(parts, ", ")
}
