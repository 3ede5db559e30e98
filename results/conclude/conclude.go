// Package conclude says what a run of SPIN's verifier, pan, means for mxgen's
// results.  Verdict turns a class of package pan into a verdict; ParsePan reads
// the output of a pan that somebody else ran.
//
// The package stands between runner/pan, which knows nothing of results, and
// results, which is data and imports no runner.
package conclude

import (
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
)

// Verdict is the verdict that follows from one run of pan.  A class that is not
// listed here is inconclusive: only a complete, exact search is a pass.
func Verdict(c pan.Class) results.Verdict {
	switch c {
	case pan.Verified, pan.Vacuous:
		return results.Pass
	case pan.Violated:
		return results.Fail
	case pan.ToolError, pan.ModelError, pan.AnnotationError:
		return results.Error
	}
	return results.Inconclusive
}
