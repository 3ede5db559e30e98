package runner

import (
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/trail"
)

// Code is the source of the verifier.
func (j *Job) Code() pancode.Dir { return pancode.Dir(j.dir) }

// References are what the references of the search's claim have met until now.
func (r Result) References() ([]pancode.Reference, error) {
	return r.Binary.job.Code().References(r.Dir)
}

// LastStatement is the statement of the last step of the run's trail, which may have failed; it has
// no line if there is none.
func (r Result) LastStatement() pancode.Statement {
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	code, err := r.Binary.job.Code().Statements()
	if err != nil || len(trail.Steps) == 0 {
		return pancode.Statement{}
	}
	return code.OfTransition(trail.Steps[len(trail.Steps)-1].Transition)
}
