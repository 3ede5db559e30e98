package statespace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

// lassoBudget is how many moves a search for a shortest lasso examines.
const lassoBudget = 100_000_000

// ShortestLasso finds a shortest lasso in the graph of a search that has found an acceptance
// cycle or a non-progress cycle.  It makes pan walk all of the graph.  length is how many moves
// of processes the lasso of the search has.
//
// The Result has the trail of a shortest lasso; it is nil if none is shorter than length.  The
// error says why this is not known: the graph is too large, the search was reduced, or
// a shorter lasso may or may not be fair where two processes move together in a rendezvous.
func ShortestLasso(ctx context.Context, r runner.Result, length int, limits process.Limits) (*runner.Result, error) {
	if r.Search.Reduction != runner.NoReduction {
		return nil, errors.New("the search left out runs that are like others")
	}
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	claimed := trail.Claimed()
	walk, _, err := walk(ctx, r, claimed, limits)
	if err != nil {
		return nil, err
	}
	if limits.Timeout > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, limits.Timeout)
		defer cancel()
	}
	fair := r.Search.Fairness == runner.WeakFair
	found, whole := walk.Shortest(ctx, graph.LassoOptions{Fair: fair, Below: length, Budget: lassoBudget})
	if !whole {
		return nil, errors.New("there are too many ways to a cycle")
	}
	if found != nil {
		length = found.Length
	}
	if sync, err := rendezvous(r.Binary.Job()); fair && (err != nil || sync) {
		// Definitions of fairness differ in whether the receiver of a rendezvous is able to
		// move.  The lasso found above is fair by each of them; a shorter one may be fair by one.
		if other, whole := walk.Shortest(ctx, graph.LassoOptions{Below: length, Budget: lassoBudget}); other != nil || !whole {
			return nil, errors.Join(err, errors.New("processes meet in a rendezvous, and a shorter run may be fair or not"))
		}
	}
	if found == nil {
		return nil, nil
	}
	return along(r, trail.Remarks, found)
}

// rendezvous tells whether the model has a rendezvous channel.
func rendezvous(j *runner.Job) (bool, error) {
	header, err := os.ReadFile(filepath.Join(j.Dir(), "pan.h"))
	if err != nil {
		return false, err
	}
	return !strings.Contains(string(header), "#define SYNC\t0"), nil
}
