package runner

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/mxgen/mxgen/runner/pan"
)

// TrailError says that a trail is none: which line, and why.
type TrailError struct {
	Line   int // counted from 1, 0: the whole
	Reason string
}

func (e *TrailError) Error() string {
	if e.Line == 0 {
		return "trail: " + e.Reason
	}
	return fmt.Sprintf("trail, line %d: %s", e.Line, e.Reason)
}

// trailLine is STEP:PROCESS:TRANSITION; negative steps are remarks.
var trailLine = regexp.MustCompile(`^(-?\d{1,9}):(-?\d{1,9}):(-?\d{1,9})$`)

// CheckTrail reads a trail of a model with so many processes and says what is
// wrong with it: nothing in it, a line that is none, steps that do not follow
// each other, a process that there is not.  The error is a *TrailError.
func CheckTrail(trail []byte, processes int) error {
	if len(trail) > maxTrail {
		return &TrailError{0, fmt.Sprintf("longer than %d bytes", maxTrail)}
	}
	last, number := 0, 0
	for len(trail) > 0 {
		line, rest, whole := bytes.Cut(trail, []byte("\n"))
		trail = rest
		number++
		m := trailLine.FindSubmatch(line)
		switch {
		case m == nil:
			return &TrailError{number, fmt.Sprintf("%.40q is not STEP:PROCESS:TRANSITION", line)}
		case !whole:
			return &TrailError{number, "does not end: the file is truncated"}
		}
		step, _ := strconv.Atoi(string(m[1])) // digits, few of them
		process, _ := strconv.Atoi(string(m[2]))
		switch {
		case step < 0:
			continue
		case step < last:
			return &TrailError{number, fmt.Sprintf("step %d comes after step %d", step, last)}
		case process < 0 || process >= processes:
			return &TrailError{number, fmt.Sprintf("process %d: the model has %d", process, processes)}
		}
		last = step
	}
	if last == 0 {
		return &TrailError{0, "has no steps"}
	}
	return nil
}

// Trail puts a trail where a run of the binary would have left it, to be
// replayed.  processes is how many the model has, a claim counted.  args are
// what the run was started with.  The error is a *TrailError if it is none.
func (b *Binary) Trail(trail []byte, processes int, args []string) (Run, error) {
	if err := CheckTrail(trail, processes); err != nil {
		return Run{}, err
	}
	r := Run{Dir: filepath.Join(b.job.dir, b.job.name("trail")), Trail: trail, trailArgs: replayArgs(args)}
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return r, err
	}
	return r, os.WriteFile(filepath.Join(r.Dir, trailFile), trail, 0o600)
}

// Errors are the errors of a run that was started with -e, each as the run that
// would have stopped there; at most most of them.
func (r Result) Errors(most int) ([]Result, error) {
	var all []Result
	var e pan.ErrorLine
	lines := r.Output.ErrorLines
	for k := range most {
		trail, cut, err := readTrail(filepath.Join(r.Dir, fmt.Sprintf("%s%d.trail", modelFile, k+1)))
		if err != nil || trail == nil {
			return all, err
		}
		// Where the text is that of the error before, pan does not repeat it.
		for len(lines) > 0 && lines[0].Number <= int64(k+1) {
			e, lines = lines[0], lines[1:]
		}
		job := r.Binary.job
		one := r
		one.Trail, one.TrailCut, one.Dir = trail, cut, filepath.Join(job.dir, job.name(filepath.Base(r.Dir)+"-error"))
		one.Output.ErrorLines = []pan.ErrorLine{e}
		one.Conclusion.Kind, one.Conclusion.Reason, one.Conclusion.Depth = pan.KindOf(e), e.Text, e.Depth
		if err := os.Mkdir(one.Dir, 0o700); err != nil {
			return all, err
		}
		if err := os.WriteFile(filepath.Join(one.Dir, trailFile), trail, 0o600); err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}
