package convert

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// network is the variable that has the messages under way.
const network = "network"

// ITF writes the run as a sequence of states, in Apalache's Informal Trace Format.  Each
// variable of a node, with the paper's name, is a function of the nodes; network is a
// function of the links on which messages are under way.  A number is written as #bigint,
// which every reader of the format accepts.
//
// The states of a run that repeats for ever have the numbers of the normal form: the
// program's own numbers would grow from one round to the next.
func (r *Run) ITF(ctx context.Context, w io.Writer) error {
	sys, err := r.system()
	if err != nil {
		return err
	}
	out := &itf{out: bufio.NewWriter(w), loops: r.Cycle >= 0, scratch: sys.World()}
	out.begin(r, sys)
	length := 0
	err = out.state("", sys.World())
	if err == nil && r.Cycle == 0 {
		out.start = bytes.Clone(out.last)
	}
	if err == nil {
		err = r.each(ctx, func(k int, e event.Event, _ []event.Send, world *reference.World) error {
			if length = k; r.endsAt(k) && out.comesBack(world) {
				return nil // the state is that in which the loop begins
			}
			err := out.state(e.String(), world)
			if k == r.Cycle {
				out.start = bytes.Clone(out.last)
			}
			return err
		})
	}
	if err != nil {
		return err
	}
	if r.Cycle >= 0 && r.Cycle < length && !out.back {
		return &config.Error{Operand: fmt.Sprintf("%q", r.Name), Reason: "its last event does not lead back to the state in which the loop begins", Remedy: "--to text and --to trace need no loop"}
	}
	return out.end(r.Cycle)
}

// itf is a trace that is being written.
type itf struct {
	out     *bufio.Writer
	states  int
	loops   bool             // states are in normal form
	scratch *reference.World // for the normal form
	start   []byte           // the state in which the loop begins
	last    []byte           // the state written last
	back    bool             // the run came back to start
}

// begin writes what comes before the states.
func (t *itf) begin(r *Run, sys *reference.System) {
	names := []string{}
	for _, v := range sys.World().Vars(1) {
		names = append(names, v.Name)
	}
	about := map[string]any{
		"format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
		"description": "written by mxgen", "source": r.Config.String(),
	}
	if r.Property != "" {
		about["violates"] = r.Property
	}
	fmt.Fprintf(t.out, "{\n  \"#meta\": %s,\n  \"vars\": %s,\n  \"states\": [\n", encode(about), encode(append(names, network)))
}

// end writes what comes after the states.
func (t *itf) end(loop int) error {
	t.out.WriteString("\n  ]")
	if loop >= 0 {
		fmt.Fprintf(t.out, ",\n  \"loop\": %d", loop)
	}
	t.out.WriteString("\n}\n")
	return t.out.Flush()
}

// endsAt tells whether event k is the last one of a loop.
func (r *Run) endsAt(k int) bool { return r.Cycle >= 0 && r.Cycle < k && k == r.steps }

// comesBack tells whether the world is in the state in which the loop begins.
func (t *itf) comesBack(w *reference.World) bool {
	t.back = t.start != nil && bytes.Equal(t.shown(w).AppendState(nil), t.start)
	return t.back
}

// shown is the world whose state is written.
func (t *itf) shown(w *reference.World) *reference.World {
	if !t.loops {
		return w
	}
	t.scratch.SetState(w.AppendState(nil))
	t.scratch.Normalise()
	return t.scratch
}

// state writes a state, and the event that led to it.
func (t *itf) state(e string, w *reference.World) error {
	w = t.shown(w)
	about := map[string]any{"index": t.states}
	if e != "" {
		about["event"] = e
	}
	state := map[string]any{"#meta": about, network: messages(w)}
	for i := 1; i <= w.N(); i++ {
		kinds := reference.VarKinds(w.Node(i))
		for k, v := range w.Vars(i) {
			f, _ := state[v.Name].(function)
			state[v.Name] = append(f, pair{number(i), value(v, kinds[k])})
		}
	}
	if t.states > 0 {
		t.out.WriteString(",\n")
	}
	t.states++
	if t.loops {
		t.last = w.AppendState(t.last[:0])
	}
	_, err := fmt.Fprintf(t.out, "    %s", encode(state))
	return err
}

// messages is a function from links to the messages under way on them, the oldest first where
// the link is fifo.
func messages(w *reference.World) function {
	f := function{}
	w.EachLink(func(from, to int, link []reference.InFlight) {
		if len(link) == 0 {
			return
		}
		var all []any
		for _, m := range link {
			all = append(all, map[string]any{"kind": m.Msg.Kind, "fields": numbers(m.Msg.Fields), "load": numbers(m.Msg.Load)})
		}
		f = append(f, pair{tuple{number(from), number(to)}, all})
	})
	return f
}

// value is the value of a variable of a node.
func value(v reference.Var, kind reference.VarKind) any {
	switch {
	case v.List != nil:
		return numbers(v.List)
	case v.Name == "phase":
		return reference.Phase(v.Number).String()
	case kind == reference.TruthVar:
		return v.Number != 0
	case kind == reference.SetVar:
		return set(numbers(slices.Collect(reference.Set(v.Number).All())))
	}
	return number(v.Number)
}

// The expressions of the format that JSON does not have.
type (
	number   int
	tuple    []any
	set      []any
	pair     [2]any
	function []pair
)

// MarshalJSON writes a whole number of any size.
func (n number) MarshalJSON() ([]byte, error) {
	return []byte(`{"#bigint":"` + strconv.Itoa(int(n)) + `"}`), nil
}

// MarshalJSON writes a tuple.
func (t tuple) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"#tup": []any(t)})
}

// MarshalJSON writes a set.
func (s set) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]any{"#set": []any(s)}) }

// MarshalJSON writes a function: pairs of argument and value.
func (f function) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"#map": []pair(f)})
}

// numbers are whole numbers as a list.
func numbers(all []int) []any {
	list := []any{}
	for _, n := range all {
		list = append(list, number(n))
	}
	return list
}

// encode writes a value of which encoding/json knows every part.
func encode(v any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // an event has an arrow
	if err := e.Encode(v); err != nil {
		panic("convert: " + err.Error())
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
