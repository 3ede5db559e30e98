package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/trail"
)

// Execute has the compiled model execute runs of the program, each from the initial state,
// and compares all variables after each event.  The events are those of the program in normal
// form, if it has one, as the explorer finds them.
//
// The error says at which event of which run the sides differ, or is a *process.ToolError.
func (r Replayer) Execute(ctx context.Context, c config.Config, runs [][]event.Event) error {
	system, err := algorithms.New(c)
	if err != nil {
		return err
	}
	job, err := r.prepare(ctx, c, nil)
	if err != nil {
		return err
	}
	defer job.Close()
	var labels []string
	var events []event.Event // beside each label; none beside statespace.Again
	for k, run := range runs {
		if k > 0 {
			labels, events = append(labels, statespace.Again), append(events, event.Event{})
		}
		for _, e := range run {
			labels, events = append(labels, e.String()), append(events, e)
		}
	}
	w := system.World()
	var states comparison
	run, number := 1, 0
	err = statespace.Drive(ctx, job, slices.Values(labels), func(n int, variables []trail.Variable) error {
		switch {
		case n == 0:
		case labels[n-1] == statespace.Again:
			w, run, number = system.World(), run+1, 0
		default:
			number++
			if _, err := w.Step(events[n-1]); err != nil {
				return fmt.Errorf("run %d, event %d: the model can do it, the program cannot: %w", run, number, err)
			}
		}
		if err := states.compare(w, variables); err != nil {
			return fmt.Errorf("run %d, after event %d: %w", run, number, err)
		}
		return nil
	}, r.Limits)
	if impossible := (*statespace.ImpossibleError)(nil); errors.As(err, &impossible) {
		return fmt.Errorf("run %d, event %d, %s: the program can do it, the model cannot; it can do %q", run, number+1, impossible.Event, impossible.Possible)
	}
	return err
}
