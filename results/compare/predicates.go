package compare

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results/notation"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/statespace"
)

// A predicate is a state property as each side says it.
type predicate struct {
	name       string
	expression string // in Promela, over the model's macros
	holds      func(*reference.World) error
}

// checked is true in a state unless the watch process of a model, whose options are d_step { !P -> assert(P) }, violates the
// predicate there: a macro without parentheses around it may mean something else in the guard.
func (p predicate) checked() string {
	guard, negated := strings.CutPrefix(p.expression, "!")
	if !negated {
		guard = "!" + p.expression
	}
	return fmt.Sprintf("!((%s) && !(%s))", guard, p.expression)
}

// predicates returns the properties of a configuration that are true or false in a state.
// A property of steps in the model, such as no-overflow, is an assertion within a handler: there is
// nothing to evaluate in a state.  One of steps in the program alone holds in a state if it holds for every step
// that is possible there.
func predicates(c config.Config, sys *reference.System) (all []predicate) {
	a, _ := algorithms.Lookup(c.Algorithm)
	for _, p := range a.PropertiesOf(c) {
		if p.Kind != registry.State {
			continue
		}
		expression := p.Symbol()
		if p.Name == "deadlock" {
			expression = "!" + expression
		}
		for _, own := range sys.Properties() {
			if own.Name != p.Name {
				continue
			}
			if own.State == nil {
				own.State = everyStep(sys, own.Step)
			}
			all = append(all, predicate{p.Name, expression, own.State})
		}
	}
	return all
}

// everyStep makes a property of states of one of steps.
func everyStep(sys *reference.System, holds func(*reference.World, event.Event, *reference.World) error) func(*reference.World) error {
	after := sys.World()
	var state []byte
	return func(w *reference.World) error {
		state = w.AppendState(state[:0])
		for e := range w.Enabled() {
			after.SetState(state)
			if _, err := after.Step(e); err != nil {
				return err
			}
			if err := holds(w, e, after); err != nil {
				return err
			}
		}
		return nil
	}
}

// PropertyDifference is a state on which model and program differ about a property.
type PropertyDifference struct {
	Property  string   `json:"property"`
	SPIN      bool     `json:"spin"` // it holds
	Go        bool     `json:"go"`
	Generated bool     `json:"generated,omitempty"` // go is of the generated model: the program has no such property
	Reason    string   `json:"reason,omitempty"`    // the program's, where it does not hold
	State     []string `json:"state"`               // the compared variables, NAME = VALUE
	Event     string   `json:"event,omitempty"`     // of a property of steps: the step from the state
	Reached   bool     `json:"reached"`             // a run of the program leads to the state

	row int // of the state
}

// How many states the properties are evaluated on: those that runs reach, evenly spread if
// there are more, and for each of them some with one or a few variables changed, of one node or of several,
// and some of whose nodes are as in another reached state.
const (
	mostReached   = 10_000
	mostPerturbed = 30_000
	mostOfEdited  = 100_000 // perturbed ones, of an edited model
	mostChanges   = 4
	mostOld       = 2_000 // one after another that are known: there are hardly more
	nearest       = 100   // all of these are among the reached ones
)

// testedStates are states with the truth of each predicate in the program.
type testedStates struct {
	variables []reference.Variable
	rows      [][]int // values of the variables
	truths    [][]bool
	reasons   []map[string]string
	keys      [][]byte // the states as the program stores them
	reached   int      // the first rows are reached by runs
}

// sampleStates evaluates the program's predicates, on so many perturbed states at most.  The same graph gives the same
// states.  The error is ctx's.
func sampleStates(ctx context.Context, g *explore.Graph, all []predicate, perturbed int) (*testedStates, error) {
	sys := g.System()
	t := &testedStates{variables: sys.Variables()}
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	w, other, perturber := sys.World(), sys.World(), reference.NewPerturber(sys, room(sys.Config))
	every := 1 + g.States()/mostReached
	var starts [][]byte
	check := checking(ctx)
	n := 0 // in the order of their distance
	for s := range g.All() {
		if err := check(); err != nil {
			return nil, err
		}
		if n++; n%every == 0 || n <= nearest {
			g.World(s, w)
			perturber.Observe(w)
			starts = append(starts, w.AppendState(nil))
			t.add(w, all, seen)
		}
	}
	t.reached = len(t.rows)
	for k, old := 0, 0; k < perturbed && old < mostOld; k++ {
		if err := check(); err != nil {
			return nil, err
		}
		start := k % len(starts)
		if k%2 == 0 { // near the initial state, where little is under way
			start = random.IntN(1 + random.IntN(1+random.IntN(len(starts))))
		}
		w.SetState(starts[start])
		if random.IntN(4) == 0 {
			other.SetState(starts[random.IntN(len(starts))])
			perturber.Mix(w, other, random)
		}
		perturber.Perturb(w, random)
		for changes := 1; changes < mostChanges && random.IntN(2) == 0; changes++ {
			perturber.Perturb(w, random)
		}
		known := len(t.rows)
		if t.add(w, all, seen); len(t.rows) == known {
			old++
		} else {
			old = 0
		}
	}
	return t, nil
}

// room is how many messages a link of the model has room for at least.
func room(c config.Config) int {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil || a.Room == nil {
		return 0
	}
	return a.Room(c)
}

// add adds a world that the compared variables can describe.
func (t *testedStates) add(w *reference.World, all []predicate, seen map[string]bool) {
	values, defined := valuesOf(w)
	if !defined || len(values) != len(t.variables) { // such as a token without its arrays
		return
	}
	id := string(key(nil, values))
	if seen[id] {
		return
	}
	truths, reasons := make([]bool, len(all)), map[string]string{}
	for k, p := range all {
		err, defined := evaluated(p, w)
		if !defined {
			return
		}
		if truths[k] = err == nil; err != nil {
			reasons[p.name] = err.Error()
		}
	}
	seen[id] = true
	t.rows, t.truths, t.reasons = append(t.rows, values), append(t.truths, truths), append(t.reasons, reasons)
	t.keys = append(t.keys, w.AppendState(nil))
}

// valuesOf are the values of the compared variables.  A world that no run reaches may have none, such as one with a
// message that is never sent.
func valuesOf(w *reference.World) (values []int, defined bool) {
	defer func() {
		if recover() != nil {
			defined = false
		}
	}()
	values, err := w.Projection(nil)
	return values, err == nil
}

// evaluated evaluates a predicate.  A world that no run reaches may be one on which it is
// not defined, such as a token that is nowhere whose queue is asked for.
func evaluated(p predicate, w *reference.World) (err error, defined bool) {
	defer func() {
		if recover() != nil {
			defined = false
		}
	}()
	return p.holds(w), true
}

// PropertyComparison is what the properties of model and program say of the same
// states: of states that runs reach, and of these with a few variables changed; properties of steps, of the steps from them.
type PropertyComparison struct {
	Names      []string            `json:"names"`
	States     int                 `json:"states"`
	Steps      int                 `json:"steps,omitempty"`      // on which the properties of steps were compared
	Difference *PropertyDifference `json:"difference,omitempty"` // the first one
}

// compareProperties compares the properties, and notes the result: Equal becomes false if
// there is a difference.  model is an edited model, nil for the generated one.  Properties
// that an edited model does not have are left out.
func (x Comparer) compareProperties(ctx context.Context, c config.Config, g *explore.Graph, model []byte, r *Comparison) error {
	all, perturbed := predicates(c, g.System()), mostPerturbed
	var generated []byte // of which the model is an edit
	if model == nil {
		m, err := models.Render(c, models.Build{})
		if err != nil {
			return err
		}
		model = m.Source
	} else {
		own, b, err := builtAs(c, model)
		if err != nil {
			return err
		}
		perturbed, generated = mostOfEdited, own
		all = slices.DeleteFunc(all, func(p predicate) bool { return !decides(b, p.name) })
	}
	all = slices.DeleteFunc(all, func(p predicate) bool { return !promela.Mentions(model, strings.TrimPrefix(p.expression, "!")) })
	if len(all) == 0 {
		return nil
	}
	t, err := sampleStates(ctx, g, all, perturbed)
	if err != nil {
		return err
	}
	r.Properties = &PropertyComparison{States: len(t.rows)}
	var expressions []string
	for _, p := range all {
		r.Properties.Names, expressions = append(r.Properties.Names, p.name), append(expressions, p.checked())
	}
	truths, err := x.evaluate(ctx, model, expressions, t)
	if err != nil {
		return err
	}
	if r.Properties.Difference = t.first(all, truths); r.Properties.Difference == nil {
		if err := x.compareSteps(ctx, c, g.System(), model, generated, t, r.Properties); err != nil {
			return err
		}
	}
	r.Equal = r.Properties.Difference == nil
	return nil
}

// first is the first difference.
func (t *testedStates) first(all []predicate, truths func(k, p int) bool) *PropertyDifference {
	for k := range t.rows {
		for p, one := range all {
			if truths(k, p) != t.truths[k][p] {
				return t.difference(k, one.name, truths(k, p), t.truths[k][p])
			}
		}
	}
	return nil
}

func (t *testedStates) difference(k int, property string, spin, program bool) *PropertyDifference {
	d := &PropertyDifference{Property: property, SPIN: spin, Go: program, Reason: t.reasons[k][property], Reached: k < t.reached, row: k}
	for n, v := range t.variables {
		d.State = append(d.State, v.Name+" = "+notation.Value(v, t.rows[k][n]))
	}
	return d
}

// evaluate has SPIN evaluate expressions over the macros of a model on states.  The result
// tells whether expression p holds in state k.
func (x Comparer) evaluate(ctx context.Context, source []byte, expressions []string, t *testedStates) (func(k, p int) bool, error) {
	job, err := runner.Prepare(ctx, x.Tools, evaluator(source, expressions, t.variables), runner.KeepWriteOnly, x.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	var states []byte
	for _, row := range t.rows {
		for _, v := range row {
			states = binary.NativeEndian.AppendUint32(states, uint32(v))
		}
	}
	want := len(t.rows) * len(expressions)
	truths, err := statespace.Evaluate(ctx, job, states, int64(want)+1, x.Limits)
	if err != nil {
		return nil, err
	}
	if len(truths) != want {
		return nil, &process.ToolError{Step: "pan", Reason: fmt.Sprintf("evaluated %d of %d properties", len(truths), want)}
	}
	return func(k, p int) bool { return truths[k*len(expressions)+p] != 0 }, nil
}

// evaluator is a model without processes but one, which loads states into the model's
// variables and writes the truth of expressions.
func evaluator(source []byte, expressions []string, variables []reference.Variable) []byte {
	var b strings.Builder
	for t := range promela.Tokens(source) {
		if t.Kind != promela.Word || t.Text != "active" {
			b.WriteString(t.Text)
		}
	}
	fmt.Fprintf(&b, `
/* Evaluates properties on states from a file: embedded C loads them. */
c_decl {
	\#include <stdio.h>
	static FILE *mx_states, *mx_truths;
	static unsigned int mx_row[%d];
	static int mx_more, %s;
}
byte mx_truth[%d];

active proctype mx_evaluate()
{
	d_step {
		c_code {
			mx_states = fopen("states", "rb");
			mx_truths = fopen("truths", "wb");
			mx_more = fread(mx_row, sizeof(mx_row), 1, mx_states) == 1;
		};
		do
		:: c_expr { mx_more } ->
			c_code {
`, len(variables), statespace.InvalidIndex, len(expressions))
	for k, v := range variables {
		fmt.Fprintf(&b, "\t\t\t\tnow.%s = mx_row[%d];\n", v.Name, k)
	}
	b.WriteString("\t\t\t};\n")
	for _, v := range variables {
		if v.Phase {
			fmt.Fprintf(&b, "\t\t\t%s = (%s == 0 -> IDLE : (%s == 1 -> WAIT : CS));\n", v.Name, v.Name, v.Name)
		}
	}
	for p, e := range expressions {
		fmt.Fprintf(&b, "\t\t\tmx_truth[%d] = (%s -> 1 : 0);\n", p, e)
	}
	b.WriteString(`			c_code {
				fwrite(now.mx_truth, sizeof(now.mx_truth), 1, mx_truths);
				mx_more = fread(mx_row, sizeof(mx_row), 1, mx_states) == 1;
			}
		:: else -> break
		od;
		c_code { fclose(mx_truths); fclose(mx_states); }
	}
}
`)
	return []byte(b.String())
}
