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
	"github.com/mxgen/mxgen/reference/trace"
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
	out := &itf{out: bufio.NewWriter(w), loops: r.Cycle >= 0, kinds: map[string]reference.VarKind{}, scratch: sys.World()}
	out.begin(r, sys)
	length := 0
	err = out.state("", sys.World())
	if err == nil && r.Cycle == 0 {
		out.start = bytes.Clone(out.last)
	}
	if err == nil {
		err = r.Each(ctx, func(k int, e event.Event, _ []event.Send, world *reference.World) error {
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
	names   []string // of the variables of nodes
	kinds   map[string]reference.VarKind
	states  int
	loops   bool             // states are in normal form
	scratch *reference.World // for the normal form
	start   []byte           // the state in which the loop begins
	last    []byte           // the state written last
	line    []byte           // its text
	back    bool             // the run came back to start
}

// begin writes what comes before the states.
func (t *itf) begin(r *Run, sys *reference.System) {
	w := sys.World()
	for i := 1; i <= w.N(); i++ { // a coordinator has more variables than others
		kinds := reference.VarKinds(w.Node(i))
		for k, v := range w.Vars(i) {
			if _, known := t.kinds[v.Name]; !known {
				t.kinds[v.Name] = kinds[k]
				t.names = append(t.names, v.Name)
			}
		}
	}
	about := map[string]any{
		"format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
		"description": "written by mxgen", "source": r.Config.String(),
	}
	if r.Property != "" {
		about["violates"] = r.Property
	}
	fmt.Fprintf(t.out, "{\n  \"#meta\": %s,\n  \"vars\": %s,\n  \"states\": [\n", encode(about), encode(append(slices.Clone(t.names), network)))
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
	if t.states > 0 {
		t.out.WriteString(",\n")
	}
	b := append(t.line[:0], `    {"#meta":{"index":`...)
	b = strconv.AppendInt(b, int64(t.states), 10)
	if e != "" {
		b = appendText(append(b, `,"event":`...), e)
	}
	b = append(b, '}')
	states := make([]trace.State, w.N())
	for i := range states {
		states[i] = w.Vars(i + 1)
	}
	for _, name := range t.names {
		b = append(appendText(append(b, ','), name), `:{"#map":[`...)
		pairs := 0
		for i, state := range states {
			if v, is := state.Find(name); is {
				b = appendPair(b, pairs, int64(i+1))
				b = append(appendValue(b, v, t.kinds[name]), ']')
				pairs++
			}
		}
		b = append(b, "]}"...)
	}
	b = appendMessages(append(b, `,"network":`...), w)
	t.line = append(b, '}')
	t.states++
	if t.loops {
		t.last = w.AppendState(t.last[:0])
	}
	_, err := t.out.Write(t.line)
	return err
}

// The expressions of the format follow.  They are appended as text: encoding/json takes five times
// as long, and every name is of ASCII letters.

// appendPair begins pair k of a function, whose argument is a number.
func appendPair(b []byte, k int, argument int64) []byte {
	if k > 0 {
		b = append(b, ',')
	}
	return append(appendNumber(append(b, '['), argument), ',')
}

// appendMessages appends a function from links to the messages under way on them, the oldest
// first where the link is fifo.
func appendMessages(b []byte, w *reference.World) []byte {
	b = append(b, `{"#map":[`...)
	links := 0
	w.EachLink(func(from, to int, link []reference.InFlight) {
		if len(link) == 0 {
			return
		}
		if links++; links > 1 {
			b = append(b, ',')
		}
		b = append(b, `[{"#tup":[`...)
		b = append(appendNumber(append(appendNumber(b, int64(from)), ','), int64(to)), `]},[`...)
		for k, m := range link {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendText(append(b, `{"kind":`...), m.Msg.Kind)
			b = appendList(append(b, `,"fields":`...), m.Msg.Fields)
			b = append(appendList(append(b, `,"load":`...), m.Msg.Load), '}')
		}
		b = append(b, "]]"...)
	})
	return append(b, "]}"...)
}

// appendValue appends the value of a variable of a node.
func appendValue(b []byte, v reference.Var, kind reference.VarKind) []byte {
	switch {
	case v.List != nil:
		return appendList(b, v.List)
	case v.Name == "phase":
		return appendText(b, reference.Phase(v.Number).String())
	case kind == reference.TruthVar:
		return strconv.AppendBool(b, v.Number != 0)
	case kind == reference.SetVar:
		b = append(b, `{"#set":`...)
		return append(appendList(b, slices.Collect(reference.Set(v.Number).All())), '}')
	}
	return appendNumber(b, int64(v.Number))
}

// appendNumber appends a whole number of any size.
func appendNumber(b []byte, n int64) []byte {
	return append(strconv.AppendInt(append(b, `{"#bigint":"`...), n, 10), `"}`...)
}

// appendList appends a list of numbers.
func appendList(b []byte, numbers []int) []byte {
	b = append(b, '[')
	for k, n := range numbers {
		if k > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, int64(n))
	}
	return append(b, ']')
}

// appendText appends a text in which nothing needs an escape.
func appendText(b []byte, text string) []byte {
	return append(append(append(b, '"'), text...), '"')
}

// encode writes a value of which encoding/json knows every part.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("convert: " + err.Error())
	}
	return text
}
