package panreplay

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
)

// Simulation is what spin -t says of a trail that pan does not: spin skips steps that are
// impossible, so that this may explain a run and never confirms one.
type Simulation struct {
	Wraps   map[int][]string            // by the number of the step: "m.pml:3: 256 becomes 0", of values that did not fit
	Merged  map[int][]pancode.Statement // by the number of the step: the statements that were merged with its first one
	Before  []pancode.Statement         // the statements that the step of Failed executed before it, where they were merged into one step
	Printed []string                    // what the model has printed in the step of Failed before it
	Failed  pancode.Statement           // the first assertion that failed in the last step in which one did; without a line: none did
}

// mostPrinted is how many lines are kept that the model prints in one step.
const mostPrinted = 16

var (
	simulatedStep = regexp.MustCompile(`^.*?(\d+):\tproc +(\d+) \(.*?\) (\S+):(\d+) \(state +\d+\)\t\[(.*)\]$`)
	noStatement   = regexp.MustCompile(`^(?:IF|DO|ATOMIC|D_STEP|UNLESS|break|\.\(goto\)|goto .*|-end-)$`)
	assertText    = regexp.MustCompile(`^spin: text of failed assertion: (.*)$`)
)

// Simulate executes the trail of a run's first error by spin -t, within limits.
func Simulate(ctx context.Context, r runner.Run, limits process.Limits) (Simulation, error) {
	s := Simulation{Wraps: map[int][]string{}, Merged: map[int][]pancode.Statement{}}
	var wraps []string            // before the line of their step
	before := ""                  // number and process of the step before
	failing := ""                 // of the step of s.Failed
	var done []pancode.Statement  // of this step
	var failed pancode.Statement  // before the line of its step
	var printed, pending []string // by the model, in this step and before the line that comes
	step, err := spinReplay(ctx, r, "-values-events", limits, func(line string) {
		switch m := truncated.FindStringSubmatch(line); {
		case m != nil:
			wraps = append(wraps, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
		case assertAt.MatchString(line):
			m := assertAt.FindStringSubmatch(line)
			line, _ := strconv.Atoi(m[2])
			failed.Place = pancode.Place{File: m[1], Line: line}
		case assertText.MatchString(line):
			failed.Text = assertText.FindStringSubmatch(line)[1]
		default:
			m := simulatedStep.FindStringSubmatch(line)
			if m == nil {
				if len(pending) < mostPrinted {
					pending = append(pending, line)
				}
				return
			}
			n, _ := strconv.Atoi(m[1])
			if len(wraps) > 0 {
				s.Wraps[n], wraps = append(s.Wraps[n], wraps...), nil
			}
			this := m[1] + ":" + m[2]
			if this != before {
				done, printed = nil, nil
			}
			printed, pending = append(printed, pending...), nil
			if failed.Line > 0 {
				if this != failing { // spin goes on where pan stopped, to the end of what is merged into the step
					s.Failed, s.Before, s.Printed, failing = failed, slices.Clone(done), slices.Clone(printed), this
				}
				failed = pancode.Statement{}
			}
			at, _ := strconv.Atoi(m[4]) // digits
			one := pancode.Statement{Place: pancode.Place{File: m[3], Line: at}, Text: m[5]}
			if this == before && !noStatement.MatchString(one.Text) {
				s.Merged[n] = append(s.Merged[n], one)
			}
			if !noStatement.MatchString(one.Text) {
				done = append(done, one)
			}
			before = this
		}
	}, "-p")
	if err == nil && !step.OK() {
		err = &process.ToolError{Step: "spin -t", Reason: step.Exit.String(), Killed: step.Exit.Killed}
	}
	return s, err
}

// spinReplay runs spin -t.
func spinReplay(ctx context.Context, r runner.Run, suffix string, limits process.Limits, read func(line string), flags ...string) (runner.Step, error) {
	name := filepath.Base(r.Dir)
	return r.Binary.Job().Spin(ctx, name+suffix, append([]string{"-T", "-B", "-t"}, flags...), limits, read, filepath.Join(name, runner.TrailFile))
}
