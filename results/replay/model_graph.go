package replay

import (
	"context"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
)

// mostGraphStates is how many states a model may have whose complete graph judges an
// incomplete log.
const mostGraphStates = 200_000

// graph is the complete state graph of a model, which SPIN searches; nil if it has more
// states than mostGraphStates.
func (r Replayer) graph(ctx context.Context, sys *reference.System, job *runner.Job) (*check.Graph, error) {
	g, err := statespace.Graph(ctx, job, statespace.GraphOptions{Edges: true, MaxStates: mostGraphStates}, r.Limits)
	if err != nil || !g.Complete {
		return nil, err
	}
	out := &check.Graph{Edges: make([][]check.GraphEdge, g.States), Normal: sys.Normal()}
	for _, label := range g.Labels {
		e, err := event.Parse(label)
		if err != nil {
			return nil, &config.Error{Operand: "model", Reason: "a step prints " + label + ", which is no event", Remedy: "make each event one d_step that prints its label"}
		}
		out.Events = append(out.Events, e)
	}
	numbers := map[string]uint32{}
	if err := g.EachState(func(n int, state []byte) error {
		if _, twice := numbers[string(state)]; !twice {
			numbers[string(state)] = uint32(n)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return out, g.EachEdge(func(from, label int, to []byte) error {
		n, known := numbers[string(to)]
		if !known {
			return &process.ToolError{Step: "graph", Reason: "an edge leads to a state that was not stored"}
		}
		out.Edges[from] = append(out.Edges[from], check.GraphEdge{Label: uint32(label), To: n})
		return nil
	})
}
