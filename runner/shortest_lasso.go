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
)

//go:embed lasso.c.txt
var lassoSource []byte

// Bounds of a search for a shortest lasso: records of the walk, which is some 3 for
// each transition, the bytes that each of them may take of a run's memory (they take
// some 20 when the graph has been read), and moves that are looked at in it.
const (
	maxWalk     = 30_000_000
	walkRecord  = 32
	lassoBudget = 100_000_000
)

// walkRecords is how many records of a walk the limits have room for.
func walkRecords(limits process.Limits) int64 {
	if limits.Memory > 0 {
		return min(maxWalk, limits.Memory/walkRecord)
	}
	return maxWalk
}

// lassoFile is its name in a job's directory.
const lassoFile = "lasso.c"

// walkDepth is pan's search depth for a walk, in which most states may be on the
// stack.
const walkDepth = 2_000_000

// ShortestLasso has pan walk all of a graph, in which this search has found an
// accepting or a non-progress cycle, and finds out which lasso is a shortest one.
// length is how many moves of processes the lasso has that is known.
//
// The run has the trail of a shorter one.  It is nil if there is none: the one
// that is known is a shortest.  The error says why nothing has been found out: the
// graph is too large, the search was a reduced one, or it depends on what is fair where a
// move takes two processes.
func (r Result) ShortestLasso(ctx context.Context, length int, limits process.Limits) (*Result, error) {
	job := r.Binary.job
	if r.Search.Reduction != NoReduction {
		return nil, errors.New("the search left out runs that are like others")
	}
	claimed := len(r.Trail) > 0 && strings.HasPrefix(string(r.Trail), "-2:")
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
		// Who can move is not the same to everybody where two have to: a lasso counts
		// as fair here if nobody could say that it is not.
		if other, whole := walk.Shortest(ctx, graph.LassoOptions{Below: length, Budget: lassoBudget}); other != nil || !whole {
			return nil, errors.Join(err, errors.New("processes meet in a rendezvous, and a shorter run may be fair or not"))
		}
	}
	if found == nil {
		return nil, nil
	}
	return r.along(found, claimed)
}

// walk runs the harness of lasso.c, and returns the errors that pan met on the way too.
func (j *Job) walk(ctx context.Context, r Result, claimed bool, limits process.Limits) (*graph.Walk, []pan.ErrorLine, error) {
	if err := j.writeOnce(lassoFile, lassoSource); err != nil {
		return nil, nil, err
	}
	compiler := r.Compiler
	compiler.source = lassoFile
	defines := slices.DeleteFunc(slices.Clone(r.Defines), func(d string) bool { return d == "-DCOLLAPSE" || d == "-DNOSTUTTER" })
	defines = append(defines, "-DCHECK", "-DSVDUMP", fmt.Sprintf("-DMX_MAX=%dUL", walkRecords(limits)))
	binary, err := j.Compile(ctx, compiler, defines, toolLimits)
	if err != nil {
		return nil, nil, err
	}
	depth := walkDepth
	if limits.Memory > 0 {
		depth = int(min(int64(depth), limits.Memory/2/stackEntry))
	}
	args := []string{fmt.Sprintf("-m%d", depth), "-w20", "-c0"} // errors do not end it
	for k, a := range r.Args {
		if a != "-f" && !strings.HasPrefix(a, "-m") && !strings.HasPrefix(a, "-w") || k > 0 && r.Args[k-1] == "-N" {
			args = append(args, a)
		}
	}
	run, err := binary.Run(ctx, args, limits)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range run.Output.Unknown {
		if why, said := strings.CutPrefix(line, "walk: "); said {
			return nil, nil, &ToolError{"pan", why, run.Exit.Killed}
		}
	}
	if o := run.Output; !run.OK() || !o.Completed || o.Store != pan.StoreFull || len(o.Incomplete) > 0 || len(o.Aborted) > 0 {
		return nil, nil, &ToolError{"pan", "the walk is not complete: " + pan.Conclude(o, pan.Want{}).Reason, run.Exit.Killed}
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

// along is this result with another trail, in a directory of its own.
func (r Result) along(l *graph.Lasso, claimed bool) (*Result, error) {
	var trail strings.Builder
	for line := range strings.Lines(string(r.Trail)) { // remarks about the claim and the flags
		if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "-1:") {
			trail.WriteString(line)
		}
	}
	n := 0
	write := func(moves []graph.Move) {
		for _, m := range moves {
			n++
			fmt.Fprintf(&trail, "%d:%d:%d\n", n, m.Process, m.Transition)
		}
	}
	write(l.Prefix)
	trail.WriteString("-1:-1:-1\n")
	write(l.Cycle)
	job := r.Binary.job
	r.Trail, r.TrailCut = []byte(trail.String()), false
	r.Dir = filepath.Join(job.dir, job.name("run"))
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return nil, err
	}
	return &r, os.WriteFile(filepath.Join(r.Dir, trailFile), r.Trail, 0o600)
}

// rendezvous tells whether some channel has no room for messages.
func (j *Job) rendezvous() (bool, error) {
	header, err := os.ReadFile(filepath.Join(j.dir, "pan.h"))
	if err != nil {
		return false, err
	}
	return !strings.Contains(string(header), "#define SYNC\t0"), nil
}
