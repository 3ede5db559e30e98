package runner

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

//go:embed lasso.c.txt
var lassoSource []byte

// Bounds of a search for a shortest lasso.  The walk has some 3 records a transition.  A record
// may take 32 bytes of a run's memory limit; it takes some 20 when the graph has been
// read.  The budget is how many moves are examined.
const (
	maxWalk     = 30_000_000
	walkRecord  = 32
	lassoBudget = 100_000_000
)

// walkRecords is how many records of a walk the memory limit permits.
func walkRecords(limits process.Limits) int64 {
	if limits.Memory > 0 {
		return min(maxWalk, limits.Memory/walkRecord)
	}
	return maxWalk
}

// lassoFile is the name of lassoSource in a job's directory.
const lassoFile = "lasso.c"

// walkDepth is pan's search depth for a walk: most states may be on the stack at once.
const walkDepth = 2_000_000

// ShortestLasso finds a shortest lasso in the graph of a search that has found an acceptance
// cycle or a non-progress cycle.  It makes pan walk all of the graph.  length is how many moves
// of processes the lasso of the search has.
//
// The Result has the trail of a shortest lasso; it is nil if none is shorter than length.  The
// error says why this is not known: the graph is too large, the search was reduced, or
// a shorter lasso may or may not be fair where two processes move together in a rendezvous.
func (r Result) ShortestLasso(ctx context.Context, length int, limits process.Limits) (*Result, error) {
	job := r.Binary.job
	if r.Search.Reduction != NoReduction {
		return nil, errors.New("the search left out runs that are like others")
	}
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	claimed := trail.Claimed()
	walk, _, err := job.walk(ctx, r, claimed, limits)
	if err != nil {
		return nil, err
	}
	if limits.Timeout > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, limits.Timeout)
		defer cancel()
	}
	fair := r.Search.Fairness == WeakFair
	found, whole := walk.Shortest(ctx, graph.LassoOptions{Fair: fair, Below: length, Budget: lassoBudget})
	if !whole {
		return nil, errors.New("there are too many ways to a cycle")
	}
	if found != nil {
		length = found.Length
	}
	if sync, err := job.rendezvous(); fair && (err != nil || sync) {
		// Definitions of fairness differ in whether the receiver of a rendezvous is able to
		// move.  The lasso found above is fair by each of them; a shorter one may be fair by one.
		if other, whole := walk.Shortest(ctx, graph.LassoOptions{Below: length, Budget: lassoBudget}); other != nil || !whole {
			return nil, errors.Join(err, errors.New("processes meet in a rendezvous, and a shorter run may be fair or not"))
		}
	}
	if found == nil {
		return nil, nil
	}
	return r.along(trail.Remarks, found)
}

// walk runs the harness of lasso.c.  It also returns the errors that pan found on the way.
func (j *Job) walk(ctx context.Context, r Result, claimed bool, limits process.Limits) (*graph.Walk, []pan.ErrorLine, error) {
	if err := j.writeOnce(lassoFile, lassoSource); err != nil {
		return nil, nil, err
	}
	compiler := r.Compiler
	compiler.Source = lassoFile
	search, attempt := r.walkSearch()
	defines := append(search.defines(attempt), "-DCHECK", "-DSVDUMP", fmt.Sprintf("-DMX_MAX=%dUL", walkRecords(limits)))
	binary, err := j.compileWith(ctx, compiler, defines, toolLimits)
	if err != nil {
		return nil, nil, err
	}
	depth := walkDepth
	if limits.Memory > 0 {
		depth = int(min(int64(depth), limits.Memory/2/stackEntry))
	}
	args := append([]string{fmt.Sprintf("-m%d", depth), "-w20", "-c0"}, search.args()...) // -c0: errors do not end it
	run, err := binary.run(ctx, args, limits, nil)
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

// walkSearch is the search that the walk does, with the sizes that this one has needed: the
// same states, but without fairness, with a claim's steps at the end of a run, and on after errors.
func (r Result) walkSearch() (Search, attempt) {
	s, a := r.Search, r.attempt
	s.Fairness, s.StutterOff, s.Errors = Unfair, false, 0
	a.collapse = false
	return s, a
}

// along is this result with the trail of a lasso, in a directory of its own.
func (r Result) along(remarks []trail.Line, l *graph.Lasso) (*Result, error) {
	t := trail.Trail{Remarks: remarks, Cycle: len(l.Prefix)}
	for k, m := range append(slices.Clone(l.Prefix), l.Cycle...) {
		t.Steps = append(t.Steps, trail.Line{Step: k + 1, Process: m.Process, Transition: m.Transition})
	}
	r.Trail = t.Bytes()
	return &r, r.keepTrail(r.Binary.job, "run")
}

// rendezvous tells whether the model has a rendezvous channel.
func (j *Job) rendezvous() (bool, error) {
	header, err := os.ReadFile(filepath.Join(j.dir, "pan.h"))
	if err != nil {
		return false, err
	}
	return !strings.Contains(string(header), "#define SYNC\t0"), nil
}
