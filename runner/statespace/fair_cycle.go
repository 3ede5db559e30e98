package statespace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

// ProgressClaim is the name of pan's own claim for non-progress cycles (-DNP).
const ProgressClaim = "np_"

var claimType = regexp.MustCompile(`(?m)^typedef struct P(\d+) \{ /\* (\S+) \*/$`)

// FairCycle finds out whether the graph of a search that has found no cycle has a fair one.
// pan's search with -f can miss it.  FairCycle makes pan walk all of the graph without
// fairness.  claim is the name of the claim that the search had loaded, "" if none.
//
// The Result has the trail of a fair cycle; it is nil if there is none.  The error says why
// this is not known, for example that the graph is too large.
func FairCycle(ctx context.Context, r runner.Result, claim string, limits process.Limits) (*runner.Result, error) {
	walk, errs, err := walk(ctx, r, claim != "", limits)
	if err != nil {
		return nil, err
	}
	for _, e := range errs {
		if k := pan.KindOf(e); k != pan.KindAcceptance && k != pan.KindNonProgress {
			return nil, errors.New("another error is in it: " + e.Text)
		}
	}
	if limits.Timeout > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, limits.Timeout)
		defer cancel()
	}
	found, whole := walk.Any(ctx, graph.LassoOptions{Fair: true, Begins: true})
	if !whole {
		return nil, errors.New("there was not time enough")
	}
	if found == nil {
		return nil, nil
	}
	remarks, err := claimRemarks(r.Binary.Job(), claim)
	if err != nil {
		return nil, err
	}
	kind, text := pan.KindAcceptance, "acceptance cycle"
	if claim == ProgressClaim {
		kind, text = pan.KindNonProgress, "non-progress cycle"
	}
	r.Conclusion.Class, r.Conclusion.Kind, r.Conclusion.Reason = pan.Violated, kind, text
	r.Conclusion.Depth = int64(len(found.Prefix) + len(found.Cycle))
	return along(r, remarks, found)
}

// claimRemarks are the remarks of a trail for which a claim was loaded; "": none was.
func claimRemarks(j *runner.Job, claim string) ([]trail.Line, error) {
	if claim == "" {
		return nil, nil
	}
	header, err := os.ReadFile(filepath.Join(j.Dir(), "pan.h"))
	if err != nil {
		return nil, err
	}
	for _, m := range claimType.FindAllSubmatch(header, -1) {
		if string(m[2]) == claim {
			number, _ := strconv.Atoi(string(m[1])) // digits that spin wrote
			return []trail.Line{{Step: trail.ClaimRemark, Process: number, Transition: trail.ClaimRemark}}, nil
		}
	}
	return nil, &process.ToolError{Step: "spin -a", Reason: "pan.h does not list the claim " + claim}
}
