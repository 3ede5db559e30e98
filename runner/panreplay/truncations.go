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

// Truncations simulates the model at random, a few times with fixed seeds, and returns the
// assignments in which a value did not fit into its variable: "model.pml:3: 256 becomes 0", at
// most eight.  A verifier does not report them.
func Truncations(ctx context.Context, j *runner.Job) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	for seed := range simulations {
		args := []string{"-T", "-B", fmt.Sprintf("-n%d", seed+1), fmt.Sprintf("-u%d", simulatedSteps)}
		if _, err := j.Spin(ctx, fmt.Sprintf("simulation-%d", seed+1), args, simulationLimits, func(line string) {
			m := truncated.FindStringSubmatch(line)
			if m == nil || seen[line] || len(found) == 8 {
				return
			}
			seen[line] = true
			found = append(found, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
		}); err != nil {
			return nil, err
		}
	}
	return found, nil
}
