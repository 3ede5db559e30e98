package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

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
func (j *Job) Truncations(ctx context.Context) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	name := j.name("simulation")
	dir := filepath.Join(j.dir, name) // spin writes files of fixed names
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Link(filepath.Join(j.dir, modelFile), filepath.Join(dir, modelFile)); err != nil {
		return nil, err
	}
	for seed := range simulations {
		args := []string{"-T", "-B", fmt.Sprintf("-n%d", seed+1), fmt.Sprintf("-u%d", simulatedSteps), modelFile}
		if j.lossy {
			args = append([]string{"-m"}, args...)
		}
		out, errs := process.LineWriters(func(line string) {
			m := truncated.FindStringSubmatch(line)
			if m == nil || seen[line] || len(found) == 8 {
				return
			}
			seen[line] = true
			found = append(found, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
		})
		line := fmt.Sprintf("(mkdir -p %[1]s && cp %[2]s %[1]s && cd %[1]s && %[3]s)", name, modelFile, process.ShellLine("spin", args))
		c := process.Command{Path: j.tools.Spin.Path, Args: args, Dir: dir, Limits: simulationLimits}
		if _, err := j.captured(ctx, c, fmt.Sprintf("%s-%d", name, seed+1), line, out, errs); err != nil {
			return nil, err
		}
		out.Finish()
		errs.Finish()
	}
	return found, nil
}
