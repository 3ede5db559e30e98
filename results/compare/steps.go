package compare

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/statespace"
)

// A stepPredicate is a property that the model asserts in its handlers, as each side says it.
type stepPredicate struct {
	name  string
	macro string // that asserts it: assert_NAME
	holds func(before *reference.World, e event.Event, after *reference.World) error
}

// stepPredicates are the properties of steps of a configuration, but for no-overflow, which is about the types of the
// model's variables.
func stepPredicates(c config.Config, sys *reference.System) (all []stepPredicate) {
	a, _ := algorithms.Lookup(c.Algorithm)
	for _, p := range a.PropertiesOf(c) {
		if p.Kind != registry.Step || p.Name == registry.NoOverflow {
			continue
		}
		for _, own := range sys.Properties() {
			if own.Name != p.Name {
				continue
			}
			if own.Step == nil {
				own.Step = entering(own.State)
			}
			all = append(all, stepPredicate{p.Name, "assert_" + p.Symbol(), own.Step})
		}
	}
	return all
}

// entering makes a property of steps of one of states: a step violates it that leads from a state in which it holds to
// one in which it does not.
func entering(holds func(*reference.World) error) func(*reference.World, event.Event, *reference.World) error {
	return func(before *reference.World, _ event.Event, after *reference.World) error {
		if holds(before) != nil {
			return nil
		}
		return holds(after)
	}
}

// From how many states steps are compared: an eighth of mostStepped of those that runs reach, and so many of the others.
const (
	mostStepped          = 4_000
	mostPerturbedStepped = 12_000
)

// testedStep is a step of the program.
type testedStep struct {
	row      int
	event    string
	violated int // a bit for each predicate
	reason   string
}

// testedSteps are the steps that the program can take in some of the tested states, by state and where they lead.
type testedSteps struct {
	rows  []int // of the tested states
	steps map[string]testedStep
}

// sampleSteps takes every step of the program in some of the states.
func sampleSteps(sys *reference.System, all []stepPredicate, states *testedStates) *testedSteps {
	t := &testedSteps{steps: map[string]testedStep{}}
	before, after := sys.World(), sys.World()
	var rows []int
	for k := 0; k < states.reached; k += 1 + 8*states.reached/mostStepped { // all properties hold there, in a correct model
		rows = append(rows, k)
	}
	for k := states.reached; k < len(states.keys); k += 1 + (len(states.keys)-states.reached)/mostPerturbedStepped {
		rows = append(rows, k)
	}
	for _, k := range rows {
		t.rows = append(t.rows, k)
		before.SetState(states.keys[k])
		for _, e := range before.AppendEnabled(nil) {
			after.SetState(states.keys[k])
			one, to, defined := takenStep(before, e, after, all)
			if defined {
				one.row = k
				t.steps[stepKey(len(t.rows)-1, to)] = one
			}
		}
	}
	return t
}

// takenStep takes a step and evaluates the predicates.  A step may not be defined in a state that no run reaches.
func takenStep(before *reference.World, e event.Event, after *reference.World, all []stepPredicate) (one testedStep, to []int, defined bool) {
	defer func() {
		if recover() != nil {
			defined = false
		}
	}()
	if _, err := after.Step(e); err != nil {
		return one, nil, false
	}
	one.event = e.String()
	for p, predicate := range all {
		if err := predicate.holds(before, e, after); err != nil {
			one.violated |= 1 << p
			one.reason = err.Error()
		}
	}
	to, err := after.Values(nil)
	return one, to, err == nil
}

func stepKey(row int, to []int) string {
	return string(key(binary.NativeEndian.AppendUint32(nil, uint32(row)), to))
}

// noOverflow is the macro of the assertions that the types of the model's variables suffice.
const noOverflow = "assert_no_overflow"

// compareSteps compares what the properties of steps mean, on the steps that both sides take in the tested states.  An edited
// model's no-overflow is compared with that of the generated one, which is nil where the model is not edited.
func (x Comparer) compareSteps(ctx context.Context, c config.Config, sys *reference.System, source, generated []byte, states *testedStates, r *PropertyComparison) error {
	all := slices.DeleteFunc(stepPredicates(c, sys), func(p stepPredicate) bool { return !promela.Asserts(source, p.macro) })
	overflows := generated != nil && promela.Asserts(source, noOverflow) && promela.Asserts(generated, noOverflow)
	if len(all) == 0 && !overflows {
		return nil
	}
	t := sampleSteps(sys, all, states)
	violated, err := x.executeSteps(ctx, source, all, states, t)
	if err != nil {
		return err
	}
	state := len(r.Names)
	if overflows {
		r.Names = append(r.Names, registry.NoOverflow)
		own, err := x.executeSteps(ctx, generated, all, states, t)
		if err != nil {
			return err
		}
		r.Difference = differentOverflow(violated, own, states, t)
	}
	for _, p := range all {
		r.Names = append(r.Names, p.name)
	}
	for at, one := range violated {
		spin := one.violated
		step, both := t.steps[at]
		if !both || spin&(overflow|undefined) != 0 { // in a state that no run reaches, a handler may do something else
			continue
		}
		if r.Steps++; spin == step.violated || r.Difference != nil && step.row >= r.Difference.row {
			continue
		}
		for p, one := range all {
			if bit := 1 << p; (spin^step.violated)&bit != 0 {
				r.Difference = states.difference(step.row, one.name, spin&bit == 0, step.violated&bit == 0)
				r.Difference.Event, r.Difference.Reason = step.event, step.reason
			}
		}
	}
	if r.Steps == 0 && r.Difference == nil && generated != nil { // what is compared is the text of the assertions
		r.Names = r.Names[:state]
		return nil
	}
	if r.Steps == 0 && r.Difference == nil {
		return &process.ToolError{Step: "pan", Reason: "no step of the model and the program is the same in the tested states"}
	}
	return nil
}

// differentOverflow is the first step in which one model alone violates no-overflow, of the steps that both take.
func differentOverflow(edited, generated map[string]executedStep, states *testedStates, t *testedSteps) (d *PropertyDifference) {
	for at, own := range edited {
		other, both := generated[at]
		if !both || (own.violated|other.violated)&undefined != 0 || (own.violated^other.violated)&overflow == 0 {
			continue
		}
		row := t.rows[binary.NativeEndian.Uint32([]byte(at))]
		if d == nil || row < d.row {
			d = states.difference(row, registry.NoOverflow, own.violated&overflow == 0, other.violated&overflow == 0)
			d.Event, d.Generated = own.event, true
		}
	}
	return d
}

// Bits of a step of the model: a value left its range; a loop did not end, or an array has no such element.
const (
	overflow  = 1 << 7
	undefined = 1 << 6
)

// executedStep is a step of the model: a bit for each predicate that it violates, overflow and undefined, and what it printed.
type executedStep struct {
	violated int
	event    string
}

// executeSteps has SPIN take every step of the model in the tested states, and tells for each, by state and where it
// leads, which predicates it violates.
func (x Comparer) executeSteps(ctx context.Context, source []byte, all []stepPredicate, states *testedStates, t *testedSteps) (map[string]executedStep, error) {
	model, formats := stepper(source, all, states.variables)
	job, err := runner.Prepare(ctx, x.Tools, model, runner.KeepWriteOnly, x.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	var input []byte
	for _, k := range t.rows {
		for _, v := range states.rows[k] {
			input = binary.NativeEndian.AppendUint32(input, uint32(v))
		}
	}
	size := 4 * (stepHead + len(states.variables))
	output, err := statespace.Evaluate(ctx, job, input, int64(64*len(t.rows)*size), x.Limits)
	if err != nil {
		return nil, err
	}
	steps := map[string]executedStep{}
	for ; len(output) >= size; output = output[size:] {
		field := func(n int) int { return int(int32(binary.NativeEndian.Uint32(output[4*n:]))) }
		to := make([]int, len(states.variables))
		for v := range to {
			to[v] = field(stepHead + v)
			if states.variables[v].Phase {
				to[v] &= 0xff
			}
		}
		numbers := make([]int, mostNumbers)
		for n := range numbers {
			numbers[n] = field(3 + n)
		}
		event := ""
		if n := field(2); n >= 0 && n < len(formats) {
			event = promela.Formatted(formats[n], numbers)
		}
		steps[stepKey(field(0), to)] = executedStep{field(1), event}
	}
	return steps, nil
}
