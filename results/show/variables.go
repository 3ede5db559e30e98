package show

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/reference"
)

// NodeVariables are the variables of a node after an event.
type NodeVariables struct {
	Node      int        `json:"node"`
	Acts      bool       `json:"acts"` // the last event happened here
	Variables []Variable `json:"variables"`
}

// Variable is a variable with its value, under the name that the sources give it.
type Variable struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Changed bool   `json:"changed"`          // by the last event
	Before  string `json:"before,omitempty"` // its value before, where it changed
}

// Variables are the variables of all nodes after k recorded events.  Those that event k has changed are
// marked.
func (r *Run) Variables(k int) []NodeVariables {
	w := r.World(k)
	var before *reference.World
	if k > 0 {
		before = r.World(k - 1)
	}
	var all []NodeVariables
	for i := 1; i <= w.N(); i++ {
		node := NodeVariables{Node: i, Variables: variablesOf(w, i)}
		if before != nil {
			node.Acts = r.events[k-1].Node == i
			was := variablesOf(before, i)
			for v := range node.Variables {
				if now := &node.Variables[v]; now.Value != was[v].Value {
					now.Changed, now.Before = true, was[v].Value
				}
			}
		}
		all = append(all, node)
	}
	return all
}

func variablesOf(w *reference.World, i int) []Variable {
	kinds := reference.VarKinds(w.Node(i))
	var all []Variable
	for k, v := range w.Vars(i) {
		all = append(all, Variable{Name: v.Name, Value: valueOf(v, kinds[k])})
	}
	return all
}

// valueOf writes a value for people: a phase by its name, a set with its members.
func valueOf(v reference.Var, kind reference.VarKind) string {
	switch {
	case v.Name == "phase" && v.List == nil && v.Number <= int(reference.CS):
		return strings.ToUpper(reference.Phase(v.Number).String())
	case v.List != nil:
		return "[" + join(v.List) + "]"
	case kind == reference.TruthVar:
		return strconv.FormatBool(v.Number != 0)
	case kind == reference.SetVar:
		return "{" + join(slices.Collect(reference.Set(v.Number).All())) + "}"
	}
	return strconv.Itoa(v.Number)
}

func join(numbers []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), ","), "[]")
}
