package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/toolchain"
	"github.com/mxgen/mxgen/runner/trail"
)

// Trail puts a trail where a run of the binary would have left it, to be replayed.
// processes is how many the model has, with the claim if one is loaded.  s is the search
// that found the trail.  The error is a *trail.Error if the text is no trail.
func (b *Binary) Trail(text []byte, processes int, s Search) (Run, error) {
	if err := trail.Check(text, processes); err != nil {
		return Run{}, err
	}
	r := Run{Binary: b, Trail: text, trailArgs: s.replayArgs()}
	return r, r.keepTrail(b.job, "trail")
}

// keepTrail writes the run's trail into a new directory, which becomes the run's.
func (r *Run) keepTrail(j *Job, name string) error {
	r.Dir, r.TrailCut = filepath.Join(j.dir, j.name(name)), false
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.Dir, TrailFile), r.Trail, 0o600)
}

// WithTrail is the result with another trail of its model, as if its search had found that one.
func (r Result) WithTrail(t trail.Trail) (Result, error) {
	r.Trail = t.Bytes()
	return r, r.keepTrail(r.Binary.job, "run")
}

// On is the result with its trail on another verifier of the same model, which differs in which values it keeps in
// its states.
func (r Result) On(ctx context.Context, other *Job) (Result, error) {
	binary, err := other.compileWith(ctx, r.Compiler, r.Defines, toolchain.Limits)
	if err != nil {
		return r, err
	}
	r.Binary = binary
	return r, r.keepTrail(other, "run")
}

// Errors are the errors of a search with Errors, each as the Result of a search that
// would have stopped there; at most most of them.
func (r Result) Errors(most int) ([]Result, error) {
	var all []Result
	var e pan.ErrorLine
	lines := r.Output.ErrorLines
	for k := range most {
		trail, cut, err := readTrail(filepath.Join(r.Dir, fmt.Sprintf("%s%d.trail", ModelFile, k+1)))
		if err != nil || trail == nil {
			return all, err
		}
		// pan prints no line where the text is that of the error before.
		for len(lines) > 0 && lines[0].Number <= int64(k+1) {
			e, lines = lines[0], lines[1:]
		}
		one := r.about(e)
		one.Trail = trail
		if err := one.keepTrail(r.Binary.job, filepath.Base(r.Dir)+"-error"); err != nil {
			return all, err
		}
		one.TrailCut = cut
		all = append(all, one)
	}
	return all, nil
}

// about is a run about one of its errors.
func (r Result) about(e pan.ErrorLine) Result {
	r.Output.ErrorLines = []pan.ErrorLine{e}
	r.Conclusion.Kind, r.Conclusion.Reason, r.Conclusion.Depth = pan.KindOf(e), e.Text, e.Depth
	return r
}

// LastError is a search that went on after its first error, as the run of its last one, whose trail it has.  That error is
// of no kind where pan has printed too many to know it.
func (r Result) LastError() Result {
	switch n := len(r.Output.ErrorLines); {
	case r.Output.ErrorCount > n:
		return r.about(pan.ErrorLine{})
	case n > 1:
		return r.about(r.Output.ErrorLines[n-1])
	}
	return r
}

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
	binary, err := job.compileWith(ctx, r.Compiler, defines, toolchain.Limits)
	if err != nil {
		return r, err
	}
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	one := r
	one.Binary, one.Defines, one.trailArgs = binary, defines, nil
	one.Trail = trail.WithoutClaim().Bytes()
	return one, one.keepTrail(job, filepath.Base(r.Dir)+"-unclaimed")
}
