package statespace

import (
	"context"
	"fmt"
	"math"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// GraphOptions say how much of a graph Graph returns.
type GraphOptions struct {
	Edges     bool // with the edges, not only their numbers by label and their hash
	Large     bool // many states are expected: the optimising compiler is used
	MaxStates int  // only so many states, the nearest ones; 0: all, and else an error
}

// graphDepth is pan's search depth where the number of states is not bounded.  A step of
// depth takes some 80 bytes of stack.
const graphDepth = 4_000_000

// Graph searches the model completely, assertions off, and executes every transition of
// every state.
//
// The error is a *process.ToolError if spin's or the compiler's output is not as expected, or if
// the search was not complete; it is a *BlockedError if the model stops in the middle of an event,
// and an *UnreadableError if its steps are no events.
func Graph(ctx context.Context, j *runner.Job, o GraphOptions, limits process.Limits) (*graph.Graph, error) {
	most, depth := uint64(math.MaxInt64), graphDepth
	if o.MaxStates > 0 {
		most, depth = uint64(o.MaxStates), o.MaxStates+100
	}
	defines := []string{fmt.Sprintf("-DMX_MAX=%dUL", most)}
	if o.Edges {
		defines = append(defines, "-DMX_EDGES")
	} else {
		defines = append(defines, "-DMX_HASH")
	}
	h, err := newHarness(ctx, j, graphCompiler(j.Tools(), o.Large), defines, limits)
	if err != nil {
		return nil, err
	}
	g, run, err := h.run(ctx, o.Edges, depth, limits, nil)
	if err != nil {
		return nil, err
	}
	g.Complete = sawEveryState(run)
	if !g.Complete && (o.MaxStates == 0 || g.States < o.MaxStates) {
		why := pan.Conclude(run.Output, pan.Want{}).Reason
		return nil, &process.ToolError{Step: "pan", Reason: "the search for all states is not complete: " + why, Killed: run.Exit.Killed}
	}
	return g, nil
}

// sawEveryState tells whether a search that checks nothing has visited every state.
func sawEveryState(r runner.Run) bool {
	o := r.Output
	return r.OK() && o.Completed && o.Errors == 0 && o.Store == pan.StoreFull &&
		len(o.Incomplete) == 0 && len(o.Aborted) == 0 && o.UnknownCount == 0
}
