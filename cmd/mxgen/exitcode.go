package main

import (
	"errors"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Exit codes.  Where several apply, the first of this list counts.
const (
	exitUsage        = 2 // wrong command line or configuration
	exitTool         = 4 // a tool failed or is missing
	exitViolated     = 1 // a property is violated, a verdict is not the expected one, two things differ
	exitInconclusive = 3
)

// outcome is the exit code of a command whose output says everything already.
type outcome int

func (outcome) Error() string { return "" }

// commandStarted says that the command line was valid and the command has begun.
var commandStarted bool

// exitCode returns the exit code for the error of a command.
func exitCode(err error) int {
	var code outcome
	var bad *config.Error
	var missing *toolchain.MissingError
	var broken *process.ToolError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &bad):
		return exitUsage
	case errors.Is(err, explore.ErrIncomplete):
		return exitInconclusive
	case errors.As(err, &missing), errors.As(err, &broken):
		return exitTool
	case !commandStarted: // an error of cobra: unknown command or flag, wrong number of operands
		return exitUsage
	default: // an error of mxgen or of the machine
		return exitTool
	}
}

// errorLine returns the text of an error in one line, "" where there is nothing to add
// to the output.
func errorLine(err error) string {
	if err == nil {
		return ""
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	if bad := (*config.Error)(nil); exitCode(err) == exitUsage && !errors.As(err, &bad) {
		text += "; see mxgen --help" // an error of cobra has no remedy
	}
	return text
}

// verdictCode returns the exit code for the verdicts of one configuration or file.
func verdictCode(rs []results.Result) error {
	var verdicts []results.Verdict
	for _, r := range rs {
		verdicts = append(verdicts, r.Verdict)
	}
	switch results.Worst(verdicts...) {
	case results.Error:
		return outcome(exitTool)
	case results.Fail:
		return outcome(exitViolated)
	case results.Inconclusive:
		return outcome(exitInconclusive)
	}
	return nil
}

// suiteCode returns the exit code of a suite: first for a tool that failed, then for a
// verdict that contradicts the suite, then for one that a limit left open.
func suiteCode(rs []results.Result) error {
	count := results.CountOutcomes(rs)
	switch {
	case count[results.Broken] > 0:
		return outcome(exitTool)
	case count[results.Contradicted] > 0:
		return outcome(exitViolated)
	case count[results.Undecided] > 0:
		return outcome(exitInconclusive)
	}
	return nil
}
