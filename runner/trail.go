package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/mxgen/mxgen/runner/pan"
)

// Trail is a run that pan has written: the transitions that processes executed.
type Trail struct {
	Remarks []TrailLine // about the claim that was loaded and about the verifier, before the steps
	Steps   []TrailLine
	Cycle   int // how many steps come before the cycle; -1: there is no cycle
}

// TrailLine is one line of a trail, STEP:PROCESS:TRANSITION.
type TrailLine struct {
	Step       int // of the search, from 1, rising; negative: a remark
	Process    int // 0 is the claim, where one is loaded
	Transition int
}

// What the negative steps of pan 6.5.2 mean.
const (
	cycleRemark = -1 // the cycle begins
	claimRemark = -2 // a claim was loaded; its number stands where a process does
)

// TrailError says that a text is no trail: which line, and why.
type TrailError struct {
	Line   int // from 1; 0: the whole text
	Reason string
}

func (e *TrailError) Error() string {
	if e.Line == 0 {
		return "trail: " + e.Reason
	}
	return fmt.Sprintf("trail, line %d: %s", e.Line, e.Reason)
}

// ParseTrail reads a trail.  The error is a *TrailError if a line is not a trail's, or the last
// line has no end; the Trail then has what comes before.
func ParseTrail(text []byte) (Trail, error) {
	t := Trail{Cycle: -1}
	err := eachTrailLine(text, func(_ int, l TrailLine) error {
		switch {
		case l.Step == cycleRemark:
			t.Cycle = len(t.Steps)
		case l.Step < 0:
			t.Remarks = append(t.Remarks, l)
		default:
			t.Steps = append(t.Steps, l)
		}
		return nil
	})
	return t, err
}

// eachTrailLine calls f with the lines of a trail and their numbers, up to the first error.
func eachTrailLine(text []byte, f func(number int, l TrailLine) error) error {
	for number := 1; len(text) > 0; number++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		l, ok := parseTrailLine(line)
		switch {
		case !ok:
			return &TrailError{number, fmt.Sprintf("%.40q is not STEP:PROCESS:TRANSITION", line)}
		case !whole:
			return &TrailError{number, "does not end: the file is truncated"}
		}
		if err := f(number, l); err != nil {
			return err
		}
	}
	return nil
}

// parseTrailLine reads three numbers of up to nine digits.
func parseTrailLine(line []byte) (TrailLine, bool) {
	var numbers [3]int
	for k := range numbers {
		text, rest, found := bytes.Cut(line, []byte(":"))
		if found != (k < 2) {
			return TrailLine{}, false
		}
		digits := bytes.TrimPrefix(text, []byte("-"))
		if len(digits) == 0 || len(digits) > 9 {
			return TrailLine{}, false
		}
		for _, d := range digits {
			if d < '0' || d > '9' {
				return TrailLine{}, false
			}
			numbers[k] = 10*numbers[k] + int(d-'0')
		}
		if len(digits) < len(text) {
			numbers[k] = -numbers[k]
		}
		line = rest
	}
	return TrailLine{numbers[0], numbers[1], numbers[2]}, true
}

// Bytes is the trail as pan writes it.
func (t Trail) Bytes() []byte {
	out := []byte{} // not nil: pan writes an empty trail for an error in the initial state
	write := func(l TrailLine) {
		out = strconv.AppendInt(out, int64(l.Step), 10)
		out = append(out, ':')
		out = strconv.AppendInt(out, int64(l.Process), 10)
		out = append(out, ':')
		out = strconv.AppendInt(out, int64(l.Transition), 10)
		out = append(out, '\n')
	}
	for _, l := range t.Remarks {
		write(l)
	}
	for k, l := range t.Steps {
		if k == t.Cycle {
			write(TrailLine{cycleRemark, cycleRemark, cycleRemark})
		}
		write(l)
	}
	if t.Cycle == len(t.Steps) {
		write(TrailLine{cycleRemark, cycleRemark, cycleRemark})
	}
	return out
}

// Claimed tells whether a claim was loaded: process 0 is the claim then.
func (t Trail) Claimed() bool {
	return slices.ContainsFunc(t.Remarks, func(l TrailLine) bool { return l.Step == claimRemark })
}

// LastStep is the number of the last step; 0: there is none.
func (t Trail) LastStep() int {
	if len(t.Steps) == 0 {
		return 0
	}
	return t.Steps[len(t.Steps)-1].Step
}

// WithoutClaim is the trail without the steps of the claim, process 0.  The other processes
// are counted from 0.
func (t Trail) WithoutClaim() Trail {
	w := Trail{Cycle: -1}
	for _, l := range t.Remarks {
		if l.Step != claimRemark {
			w.Remarks = append(w.Remarks, l)
		}
	}
	for k, l := range t.Steps {
		if k == t.Cycle {
			w.Cycle = len(w.Steps)
		}
		if l.Process > 0 {
			w.Steps = append(w.Steps, TrailLine{l.Step, l.Process - 1, l.Transition})
		}
	}
	if t.Cycle == len(t.Steps) {
		w.Cycle = len(w.Steps)
	}
	return w
}

// LastProcess is the process of a trail's last step, as pan counts them: 0 is the claim
// where one was loaded; -1: the trail has no step.
func LastProcess(trail []byte) int {
	t, _ := ParseTrail(trail) // of a damaged trail, what comes before
	if len(t.Steps) == 0 {
		return -1
	}
	return t.Steps[len(t.Steps)-1].Process
}

// CheckTrail reads a trail of a model with so many processes and says what is wrong with
// it: it has no steps, a line is not a trail's, steps are out of order, a process does not
// exist.  The error is a *TrailError.
func CheckTrail(trail []byte, processes int) error {
	if len(trail) > maxTrail {
		return &TrailError{0, fmt.Sprintf("longer than %d bytes", maxTrail)}
	}
	last := 0
	err := eachTrailLine(trail, func(number int, l TrailLine) error {
		switch {
		case l.Step < 0:
			return nil
		case l.Step < last:
			return &TrailError{number, fmt.Sprintf("step %d comes after step %d", l.Step, last)}
		case l.Process < 0 || l.Process >= processes:
			return &TrailError{number, fmt.Sprintf("process %d: the model has %d", l.Process, processes)}
		}
		last = l.Step
		return nil
	})
	if err != nil {
		return err
	}
	if last == 0 {
		return &TrailError{0, "has no steps"}
	}
	return nil
}

// Trail puts a trail where a run of the binary would have left it, to be replayed.
// processes is how many the model has, with the claim if one is loaded.  s is the search
// that found the trail.  The error is a *TrailError if the text is no trail.
func (b *Binary) Trail(trail []byte, processes int, s Search) (Run, error) {
	if err := CheckTrail(trail, processes); err != nil {
		return Run{}, err
	}
	r := Run{Trail: trail, trailArgs: s.replayArgs()}
	return r, r.keepTrail(b.job, "trail")
}

// keepTrail writes the run's trail into a new directory, which becomes the run's.
func (r *Run) keepTrail(j *Job, name string) error {
	r.Dir, r.TrailCut = filepath.Join(j.dir, j.name(name)), false
	if err := os.Mkdir(r.Dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.Dir, trailFile), r.Trail, 0o600)
}

// On is the result with its trail on another verifier of the same model, which differs in which values it keeps in
// its states.
func (r Result) On(ctx context.Context, other *Job) (Result, error) {
	binary, err := other.compileWith(ctx, r.Compiler, r.Defines, toolLimits)
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
		trail, cut, err := readTrail(filepath.Join(r.Dir, fmt.Sprintf("%s%d.trail", modelFile, k+1)))
		if err != nil || trail == nil {
			return all, err
		}
		// pan prints no line where the text is that of the error before.
		for len(lines) > 0 && lines[0].Number <= int64(k+1) {
			e, lines = lines[0], lines[1:]
		}
		one := r
		one.Trail = trail
		one.Output.ErrorLines = []pan.ErrorLine{e}
		one.Conclusion.Kind, one.Conclusion.Reason, one.Conclusion.Depth = pan.KindOf(e), e.Text, e.Depth
		if err := one.keepTrail(r.Binary.job, filepath.Base(r.Dir)+"-error"); err != nil {
			return all, err
		}
		one.TrailCut = cut
		all = append(all, one)
	}
	return all, nil
}
