package results

import (
	"context"
	"fmt"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// confirm executes a failed run's trail once more, step by step, on both
// sides: by pan and by the Go program.  What cannot be executed, or violates
// nothing there, was no failure but an error.  site, where there is one, says
// whether an assertion on a line is the property's; node is whom the property
// is about, 0: nobody in particular.
func (d *decision) confirm(ctx context.Context, r *Result, p *prepared, run runner.Result, node int, site func(line int) error) {
	unconfirmed := func(why any) {
		r.Verdict = pan.Error
		r.Reason = fmt.Sprintf("SPIN reports a violation that cannot be confirmed: %v", why)
	}
	free, err := d.slot(ctx)
	if err != nil {
		unconfirmed(err)
		return
	}
	defer free()
	replay, err := run.Binary.Replay(ctx, run.Run, d.Limits)
	if err != nil {
		unconfirmed(err)
		return
	}
	if !replay.Confirmed {
		unconfirmed(replay.Reason)
		return
	}
	if site != nil {
		if err := site(replay.AssertLine); err != nil {
			unconfirmed(err)
			return
		}
	}
	states, err := run.Binary.States(ctx, run.Run, d.Limits)
	if err != nil {
		unconfirmed(err)
		return
	}
	shown := counterexample(states, run.Conclusion.Kind == pan.KindAcceptance)
	if confirmable(d.algorithm, d.config, r.Property) && !states.Cut {
		if err := confirmInGo(d.config, r.Property, states, shown.Cycle, node); err != nil {
			unconfirmed(fmt.Errorf("SPIN's run does not violate %s in the Go program: %w", r.Property, err))
			return
		}
		r.ConfirmedBy = append(r.ConfirmedBy, "go")
	}
	r.ConfirmedBy = append([]string{"spin"}, r.ConfirmedBy...)
	r.Counterexample = shown
	d.take(r, p, runner.Result{Compiler: run.Compiler}) // the replay's commands
}

// counterexample keeps of each state what its event changed.
func counterexample(s runner.States, lasso bool) *Counterexample {
	c := &Counterexample{Cycle: -1, Cut: s.Cut, Steps: []Step{}}
	if lasso {
		c.Cycle = len(s.Steps)
	}
	before := map[string]string{}
	for _, v := range s.Initial {
		before[v.Name] = v.Value
	}
	for k, from := range s.Steps {
		step := Step{Event: from.Event, Changes: []Change{}}
		for _, v := range from.Variables {
			if before[v.Name] != v.Value {
				step.Changes = append(step.Changes, Change{v.Name, v.Value})
				before[v.Name] = v.Value
			}
		}
		if from.InCycle && lasso {
			c.Cycle = min(c.Cycle, k)
		}
		c.Steps = append(c.Steps, step)
	}
	return c
}
