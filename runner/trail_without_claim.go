package runner

import (
	"context"
	"path/filepath"

	"github.com/mxgen/mxgen/runner/pan"
)

// Unclaimed is the run of an error found under a claim without the claim's steps, for a
// verifier without claims.  pan 6.5.2 cannot replay the claim that it makes by
// itself for progress (-DNP): its first step is "not found".
func (r Result) Unclaimed(ctx context.Context) (Result, error) {
	s := r.Search
	// No claim, and not pan's own for progress.  The verifier still knows of cycles, which the
	// trail has.
	s.Want, s.ClaimsOff = pan.Want{Acceptance: true}, true
	defines := s.defines(r.attempt)
	job := r.Binary.job
	binary, err := job.compileWith(ctx, r.Compiler, defines, toolLimits)
	if err != nil {
		return r, err
	}
	trail, _ := ParseTrail(r.Trail) // pan itself has written it
	one := r
	one.Binary, one.Defines, one.trailArgs = binary, defines, nil
	one.Trail = trail.WithoutClaim().Bytes()
	return one, one.keepTrail(job, filepath.Base(r.Dir)+"-unclaimed")
}
