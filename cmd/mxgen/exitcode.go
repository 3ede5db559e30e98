package main

import (
	"errors"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/runner"
)

// Exit codes, the first that applies.
const (
	exitUsage        = 2 // bad command line or configuration
	exitTool         = 4 // a tool failed or is missing
	exitViolated     = 1 // a property is violated, an expectation not met, two things differ
	exitInconclusive = 3
)

// outcome ends a command whose output says all there is to say.
type outcome int

func (outcome) Error() string { return "" }

// exitCode maps an error to the command's exit code.
func exitCode(err error) int {
	var said outcome
	var bad *config.Error
	var missing *runner.MissingError
	var broken *runner.ToolError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &said):
		return int(said)
	case errors.As(err, &bad):
		return exitUsage
	case errors.Is(err, explore.ErrIncomplete):
		return exitInconclusive
	case errors.As(err, &missing), errors.As(err, &broken):
		return exitTool
	case !running: // cobra's own: unknown command or flag, wrong number of arguments
		return exitUsage
	default: // a failure of mxgen or the machine, not of the user
		return exitTool
	}
}

// running says that the command line was understood, and its command begun.
var running bool

// complaint is what is wrong in one line.
func complaint(err error) string {
	if err == nil {
		return ""
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	if bad := (*config.Error)(nil); exitCode(err) == exitUsage && !errors.As(err, &bad) {
		text += "; see mxgen --help" // cobra's own have no remedy
	}
	return text
}
