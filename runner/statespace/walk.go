package statespace

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

//go:embed lasso.c.txt
var lassoSource []byte

// Bounds of a walk, which has some 3 records a transition.  A record may take 32 bytes of a run's memory limit; it takes
// some 20 when the graph has been read.
const (
	maxWalk    = 30_000_000
	walkRecord = 32
)

// walkRecords is how many records of a walk the memory limit permits.
func walkRecords(limits process.Limits) int64 {
	if limits.Memory > 0 {
		return min(maxWalk, limits.Memory/walkRecord)
	}
	return maxWalk
}

// walkDepth is pan's search depth for a walk: most states may be on the stack at once.
const walkDepth = 2_000_000

// walk runs the harness of lasso.c.  It also returns the errors that pan found on the way.
func walk(ctx context.Context, r runner.Result, claimed bool, limits process.Limits) (*graph.Walk, []pan.ErrorLine, error) {
	search := walkSearch(r.Search)
	defines := append(r.DefinesFor(search), "-DCHECK", "-DSVDUMP", fmt.Sprintf("-DMX_MAX=%dUL", walkRecords(limits)))
	binary, err := r.Binary.Job().CompileHarness(ctx, "lasso.c", lassoSource, r.Compiler, defines, toolchain.Limits)
	if err != nil {
		return nil, nil, err
	}
	depth := walkDepth
	if limits.Memory > 0 {
		depth = int(min(int64(depth), limits.Memory/2/runner.StackEntry))
	}
	run, err := binary.Run(ctx, search, []string{fmt.Sprintf("-m%d", depth), "-w20", "-c0"}, limits, nil) // -c0: errors do not end it
	if err != nil {
		return nil, nil, err
	}
	for _, line := range run.Output.Unknown {
		if why, said := strings.CutPrefix(line, "walk: "); said {
			return nil, nil, &process.ToolError{Step: "pan", Reason: why, Killed: run.Exit.Killed}
		}
	}
	if o := run.Output; !run.OK() || !o.Completed || o.Store != pan.StoreFull || len(o.Incomplete) > 0 || len(o.Aborted) > 0 {
		return nil, nil, &process.ToolError{Step: "pan", Reason: "the walk is not complete: " + pan.Conclude(o, pan.Want{}).Reason, Killed: run.Exit.Killed}
	}
	file, err := os.Open(filepath.Join(run.Dir, "walk"))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	defer os.Remove(file.Name()) // it is large
	walk, err := graph.ReadWalk(file, claimed)
	return walk, run.Output.ErrorLines, err
}

// walkSearch is the search that the walk does: the same states, but without fairness, with a claim's steps at the
// end of a run, and on after errors.
func walkSearch(s runner.Search) runner.Search {
	s.Fairness, s.StutterOff, s.Errors = runner.Unfair, false, 0
	return s
}

// along is a result with the trail of a lasso.
func along(r runner.Result, remarks []trail.Line, l *graph.Lasso) (*runner.Result, error) {
	t := trail.Trail{Remarks: remarks, Cycle: len(l.Prefix)}
	for k, m := range append(slices.Clone(l.Prefix), l.Cycle...) {
		t.Steps = append(t.Steps, trail.Line{Step: k + 1, Process: m.Process, Transition: m.Transition})
	}
	found, err := r.WithTrail(t)
	return &found, err
}
