package convert

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
)

// Run is a run of the Go program, with the numbers of the program.
type Run struct {
	Name     string // for people: a file, or a property
	Config   config.Config
	Origin   trace.Origin
	Property string // that the run violates, "": none
	// Cycle is the index of the first event that repeats for ever; the number of events if
	// nothing happens for ever after; -1 if the run is finite.
	Cycle    int
	Broken   []check.Violation // of properties, along a run of logs
	Stopped  string            // which line is impossible after the run, "": none
	Warnings []string

	events func() iter.Seq2[event.Event, error]
	steps  int // their number, of a counterexample
}

// FromLogs is the run of logs: the lines of a complete one, else the completion that package
// check finds.  It is an error if there is no run with these lines.
func FromLogs(ctx context.Context, logs []check.Log, opts check.Options) (*Run, error) {
	return fromLogs(ctx, logs, opts, func(p check.Place) check.Place { return p })
}

// fromLogs is FromLogs for lines that the user has in another place.
func fromLogs(ctx context.Context, logs []check.Log, opts check.Options, place func(check.Place) check.Place) (*Run, error) {
	found, err := check.Check(ctx, logs, opts)
	if err != nil {
		return nil, err
	}
	return fromFound(logs, found, place)
}

// FromCheck is the run of logs that package check has found.  Of a log that no run has, it is the part before the
// first impossible line, if these lines are all events.
func FromCheck(ctx context.Context, logs []check.Log, found *check.Result) (*Run, error) {
	run, err := fromFound(logs, found, func(p check.Place) check.Place { return p })
	if err == nil || found.Rejection == nil || len(logs) > 1 {
		return run, err
	}
	r := found.Rejection
	part := &Run{Name: logs[0].Name, Config: found.Header.Config, Origin: found.Header.Origin, Cycle: -1, Broken: found.Broken, Warnings: found.Warnings,
		Stopped: fmt.Sprintf("%s: %s is impossible: %s", r.At, r.Event, r.Reason)}
	part.events = func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			k := 0
			for e, err := range linesOf(logs[0]) {
				if k++; k > found.Lines || !yield(e, err) {
					return
				}
			}
		}
	}
	if part.Each(ctx, func(int, event.Event, []event.Send, *reference.World) error { return nil }) != nil {
		return nil, err // the lines alone are no run
	}
	return part, nil
}

// fromFound is the run that package check has found.
func fromFound(logs []check.Log, found *check.Result, place func(check.Place) check.Place) (*Run, error) {
	switch {
	case found.Rejection != nil:
		r := found.Rejection
		return nil, &config.Error{Operand: place(r.At).String(), Reason: fmt.Sprintf("%s is impossible: %s", r.Event, r.Reason), Remedy: "mxgen check says what was possible"}
	case found.Verdict == check.Inconclusive:
		return nil, &config.Error{Operand: "logs", Reason: "no completion was found: " + found.Reason, Remedy: "--memory raises the limit"}
	}
	run := &Run{Name: logs[0].Name, Config: found.Header.Config, Origin: found.Header.Origin, Cycle: -1, Broken: found.Broken, Warnings: found.Warnings}
	for k := range run.Broken {
		run.Broken[k].At = place(run.Broken[k].At)
	}
	if found.Whole {
		run.Property = violatedLast(found)
		run.events = func() iter.Seq2[event.Event, error] { return linesOf(logs[0]) }
		return run, nil
	}
	run.events = func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			for _, s := range found.Completion {
				if !yield(s.Event, nil) {
					return
				}
			}
		}
	}
	return run, nil
}

// violatedLast is the property that is false after the last line of a complete log and not before,
// as in a counterexample; "" if there is none.
func violatedLast(found *check.Result) string {
	for _, v := range found.Broken {
		if v.At.Line == found.Lines+1 { // after the header
			return v.Property
		}
	}
	return ""
}

// linesOf yields the events of a complete log.
func linesOf(log check.Log) iter.Seq2[event.Event, error] {
	return func(yield func(event.Event, error) bool) {
		for l, err := range log.Lines() {
			if !yield(l.Event, err) {
				return
			}
		}
	}
}

// FromResult is the counterexample of a result.
func FromResult(r results.Result) (*Run, error) {
	about := fmt.Sprintf("counterexample of %s, %s", r.Property, r.Subject())
	refuse := func(reason string) (*Run, error) {
		return nil, &config.Error{Operand: about, Reason: reason, Remedy: "mxgen trace show prints it"}
	}
	x := r.Counterexample
	switch {
	case r.Model != "":
		return refuse("is of a Promela file: no program executes it")
	case r.Configuration.Bug != "":
		return refuse("has a seeded bug, which is in the model alone: no program executes it")
	case x.Cut || x.Gap != nil:
		return refuse("does not have all steps of the run")
	}
	events, err := ownEvents(r.Configuration, x)
	if err != nil {
		return nil, &config.Error{Operand: about, Reason: "the program cannot execute it: " + err.Error(), Remedy: "convert what mxgen verify --json has written"}
	}
	run := &Run{Name: r.Property, Config: r.Configuration, Property: r.Property, Cycle: events.cycle, steps: len(events.all), Origin: trace.Origin{Driver: trace.SPIN}}
	if r.Engine == results.EngineGo {
		run.Origin.Driver = trace.Explorer
	}
	run.events = func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			for _, e := range events.all {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
	return run, nil
}

// cyclic are events, and where those begin that repeat.
type cyclic struct {
	all   []event.Event
	cycle int
}

// ownEvents are the events of a counterexample with the program's own numbers: as it has
// them, or if the program cannot do these, taken as those of the normal form.
func ownEvents(c config.Config, x *results.Counterexample) (cyclic, error) {
	if x.Cycle < -1 || x.Cycle > len(x.Steps) {
		return cyclic{}, fmt.Errorf("cycle %d: there are %d steps", x.Cycle, len(x.Steps))
	}
	own, err := executable(c, x)
	if err == nil {
		return own, nil
	}
	shown, other := replay.OwnNumbers(c, x)
	if other != nil {
		return cyclic{}, err
	}
	return executable(c, shown)
}

// executable parses events that the program can do.
func executable(c config.Config, x *results.Counterexample) (cyclic, error) {
	sys, err := algorithms.New(c)
	if err != nil {
		return cyclic{}, err
	}
	out := cyclic{cycle: x.Cycle}
	w := sys.Raw().World()
	for k, s := range x.Steps {
		e, err := event.Parse(s.Event)
		if err == nil {
			_, err = w.Step(e)
		}
		if err != nil {
			return cyclic{}, fmt.Errorf("event %d: %w", k+1, err)
		}
		out.all = append(out.all, e)
	}
	return out, nil
}

// system is the raw system of the run.
func (r *Run) system() (*reference.System, error) {
	sys, err := algorithms.New(r.Config)
	if err != nil {
		return nil, err
	}
	return sys.Raw(), nil
}

// Each executes the run in a raw world.  It calls do after each event, which is number k from
// 1, with the messages that were sent.
func (r *Run) Each(ctx context.Context, do func(k int, e event.Event, sends []event.Send, w *reference.World) error) error {
	sys, err := r.system()
	if err != nil {
		return err
	}
	w := sys.World()
	k := 0
	for e, err := range r.events() {
		if err != nil {
			return err
		}
		if k++; k&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		sends, err := w.Step(e)
		if err != nil {
			return fmt.Errorf("internal: %s: event %d cannot be executed again: %w", r.Name, k, err)
		}
		if err := do(k, e, sends, w); err != nil {
			return err
		}
	}
	return nil
}

// list returns all events, and refuses more than most.
func (r *Run) list(most int) ([]event.Event, error) {
	var all []event.Event
	for e, err := range r.events() {
		if err != nil {
			return nil, err
		}
		if len(all) == most {
			return nil, &config.Error{Operand: fmt.Sprintf("%q", r.Name), Reason: fmt.Sprintf("has more than %d events", most), Remedy: "mxgen trace convert --to text has no limit"}
		}
		all = append(all, e.Clone())
	}
	return slices.Clip(all), nil
}
