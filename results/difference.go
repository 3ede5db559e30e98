package results

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Difference is the nearest place at which model and program are not the same:
// after Path, both are in the same state, and Event is possible on one side
// only, or leads to different states.
type Difference struct {
	Only      string              `json:"only,omitempty"` // side that has the event or state: spin or go; empty: both, differently
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

// nearest goes breadth first through the states that both sides reach by the
// same events, and returns the first difference; nil: there is none.
func (x *comparer) nearest() *Difference {
	const start = 0 // the program's initial state comes first
	keys := x.keys()
	begin := x.programInitial()
	if x.initial != begin {
		return &Difference{
			Path: []string{}, Variables: x.differ(keys[x.initial], keys[begin]),
			Text: "the initial states differ",
		}
	}
	type step struct {
		before int32
		label  uint16
	}
	came := map[int32]step{begin: {-1, 0}}
	path := func(s int32) []string {
		events := []string{}
		for ; came[s].before >= start; s = came[s].before {
			events = append(events, x.names[came[s].label])
		}
		slices.Reverse(events)
		return events
	}
	for queue := []int32{begin}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		spin, program := sorted(x.spinEdges[s]), sorted(x.goEdges[s])
		if x.partial && len(spin) == 0 {
			continue // perhaps not looked at
		}
		if !slices.Equal(spin, program) {
			return x.describe(path(s), spin, program, keys)
		}
		for _, e := range program {
			if _, seen := came[e.to]; !seen {
				came[e.to] = step{s, e.label}
				queue = append(queue, e.to)
			}
		}
	}
	return nil
}

// programInitial is the number of the program's initial state.
func (x *comparer) programInitial() int32 {
	values, err := x.program.System().World().Values(nil)
	if err != nil {
		return -1
	}
	return x.index[string(key(nil, values))]
}

// keys lists the states' keys by number.
func (x *comparer) keys() []string {
	keys := make([]string, len(x.index))
	for k, at := range x.index {
		keys[at] = k
	}
	return keys
}

// sorted returns the set of edges in order.
func sorted(edges []half) []half {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b half) int {
		if a.label != b.label {
			return int(a.label) - int(b.label)
		}
		return int(a.to) - int(b.to)
	})
	return slices.Compact(edges)
}

// describe says how the edges of one state differ.
func (x *comparer) describe(path []string, spin, program []half, keys []string) *Difference {
	d := &Difference{Path: path}
	onlySPIN := slices.DeleteFunc(slices.Clone(spin), func(e half) bool { return slices.Contains(program, e) })
	onlyGo := slices.DeleteFunc(slices.Clone(program), func(e half) bool { return slices.Contains(spin, e) })
	for _, e := range onlySPIN {
		at := slices.IndexFunc(onlyGo, func(f half) bool { return f.label == e.label })
		if at >= 0 {
			d.Event = x.names[e.label]
			d.Variables = x.differ(keys[e.to], keys[onlyGo[at].to])
			d.Text = fmt.Sprintf("after %s, %q leads to different states: %s", events(len(path)), d.Event, list(d.Variables))
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
		d.Event = "(a step that prints nothing)"
	}
	d.Text = fmt.Sprintf("after %s, %q is possible in the %s only", events(len(path)), d.Event, side)
	return d
}

// differ lists the variables that two states do not agree on.
func (x *comparer) differ(spin, program string) []DifferentVariable {
	var different []DifferentVariable
	for k, name := range x.variables {
		a := int(int32(binary.LittleEndian.Uint32([]byte(spin[4*k:]))))
		b := int(int32(binary.LittleEndian.Uint32([]byte(program[4*k:]))))
		if a != b {
			different = append(different, DifferentVariable{name, x.show(k, a), x.show(k, b)})
		}
	}
	return different
}

func (x *comparer) show(variable, value int) string {
	if x.phase[variable] && value >= 0 && value < len(phases) {
		return phases[value]
	}
	return fmt.Sprint(value)
}

func list(different []DifferentVariable) string {
	var parts []string
	for _, v := range different {
		parts = append(parts, fmt.Sprintf("%s is %s in the model and %s in the program", v.Name, v.SPIN, v.Go))
	}
	return strings.Join(parts, ", ")
}
