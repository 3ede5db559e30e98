package panreplay

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
)

// The simulations are few and short: their purpose is a warning.
const (
	simulations    = 3
	simulatedSteps = 3000
)

var simulationLimits = process.Limits{Timeout: 5 * time.Second, Memory: 1 << 30}

var truncated = regexp.MustCompile(`^spin: (.*:\d+), Error: value \((-?\d+)->(-?\d+) \(\d+\)\) truncated in assignment`)

var (
	// otherError matches spin's line about an error, of which pan would search no run further.
	otherError = regexp.MustCompile(`^spin: .*:\d+, Error: `)
	// wrongType matches what spin says of the types of messages, which is no error: that _ has none, for example.
	wrongType = regexp.MustCompile(`^spin: .*:\d+, Error: (?:'[^']*' is type '|incorrect type of ')`)
	// oneBit matches a value that does not fit into a bit.
	oneBit = regexp.MustCompile(`->-?\d+ \(1\)\) truncated`)
	// failedAssertion matches that of an assertion.
	failedAssertion = regexp.MustCompile(`assertion violated`)
	// assigning matches a statement that may give a variable a value.
	assigning = regexp.MustCompile(` = |[!?](?:[^=]|$)|^run `)
	// toElement matches an assignment to an element of an array.
	toElement = regexp.MustCompile(`^[A-Za-z_][^=!?]*\] = `)
)

// Truncations simulates the model at random, a few times with fixed seeds, each up to the first other error, and returns the
// assignments in which a value did not fit into its variable, at most eight: of these wraps: "model.pml:3: 256 becomes 0", and of
// elements of arrays of bits, which a verifier, unlike spin, does not truncate, kept: "model.pml:3: b[0] = x: 3".  A
// verifier reports neither.
func Truncations(ctx context.Context, j *runner.Job) (wraps, kept []string, err error) {
	seen := map[string]bool{}
	add := func(list *[]string, text string) {
		if !seen[text] && len(wraps)+len(kept) < 8 {
			seen[text] = true
			*list = append(*list, text)
		}
	}
	for seed := range simulations {
		args := []string{"-T", "-B", "-p", fmt.Sprintf("-n%d", seed+1), fmt.Sprintf("-u%d", simulatedSteps)}
		var bits, others [][]string // since the last step: the values that did not fit into a bit, or into another type
		failed := false
		flush := func(statement string) {
			for _, m := range bits {
				if toElement.MatchString(statement) {
					add(&kept, fmt.Sprintf("%s: %s: %s", m[1], statement, m[2]))
				} else {
					add(&wraps, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
				}
			}
			for _, m := range others {
				when := ""
				if statement != "" && !assigning.MatchString(statement) { // spin notices it of a structure's field when that is read
					when = " (before that statement, which reads it)"
				}
				add(&wraps, fmt.Sprintf("%s: %s becomes %s%s", m[1], m[2], m[3], when))
			}
			bits, others = nil, nil
		}
		if _, err := j.Spin(ctx, fmt.Sprintf("simulation-%d", seed+1), args, simulationLimits, func(line string) {
			switch m := truncated.FindStringSubmatch(line); {
			case failed, wrongType.MatchString(line):
			case m != nil && oneBit.MatchString(line):
				bits = append(bits, m)
			case m != nil:
				others = append(others, m)
			case otherError.MatchString(line):
				flush(failedAssertion.FindString(line))
				failed = true
			case len(bits)+len(others) > 0:
				if m := simulatedStep.FindStringSubmatch(line); m != nil {
					flush(m[5])
				}
			}
		}); err != nil {
			return nil, nil, err
		}
		flush("")
	}
	return wraps, kept, nil
}
