package convert

import (
	"context"
	"io"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Trace writes the run as a complete trace.  Of a run that repeats for ever, the part that
// repeats is written once.
func (r *Run) Trace(ctx context.Context, out io.Writer) error {
	w, err := trace.NewWriter(out, trace.Header{Config: r.Config, Origin: r.Origin})
	if err != nil {
		return err
	}
	err = r.Each(ctx, func(k int, e event.Event, sends []event.Send, world *reference.World) error {
		return w.Write(trace.Step{Record: reference.NewRecord(k, e, sends, world.Node(e.Node))})
	})
	if err != nil {
		return err
	}
	return w.Flush()
}
