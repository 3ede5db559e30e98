// Package trail has runs as pan writes and prints them.
//
// A [Trail] is the file that pan writes of an error: which transition each process executed.  When pan executes
// a trail again (pan -r -v), it prints a line for each step and the variables after it.  Two readers take
// that output: [NewStateReader] for generated models, whose steps print the events of the algorithm, and
// [NewStepReaders] for any model, with the statement of each step and what each process waits for at the end.
//
// All input is hostile: [Check] bounds a trail's size and numbers, and the readers keep at most 20,000 steps.
package trail

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// MaxSize is how many bytes of a trail are read.
const MaxSize = 64 << 20

// The line that pan and spin print at the end of a trail that they execute.
var (
	EndLine = regexp.MustCompile(`^spin: trail ends after (-?\d+) steps`)
	// The model may have printed a text without an end of line before.
	EndOfLine = regexp.MustCompile(`spin: trail ends after (-?\d+) steps$`)
)

// Trail is a run that pan has written: the transitions that processes executed.
type Trail struct {
	Remarks []Line // about the claim that was loaded and about the verifier, before the steps
	Steps   []Line
	Cycle   int // how many steps come before the cycle; -1: there is no cycle
}

// Line is one line of a trail, STEP:PROCESS:TRANSITION.
type Line struct {
	Step       int // of the search, from 1, rising; negative: a remark
	Process    int // 0 is the claim, where one is loaded
	Transition int
}

// What the negative steps of pan 6.5.2 mean.
const (
	cycleRemark = -1 // the cycle begins
	ClaimRemark = -2 // a claim was loaded; its number stands where a process does
)

// Error says that a text is no trail: which line, and why.
type Error struct {
	Line   int // from 1; 0: the whole text
	Reason string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return "trail: " + e.Reason
	}
	return fmt.Sprintf("trail, line %d: %s", e.Line, e.Reason)
}

// Parse reads a trail.  The error is a *Error if a line is not a trail's, or the last
// line has no end; the Trail then has what comes before.
func Parse(text []byte) (Trail, error) {
	t := Trail{Cycle: -1}
	err := eachLine(text, func(_ int, l Line) error {
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

// eachLine calls f with the lines of a trail and their numbers, up to the first error.
func eachLine(text []byte, f func(number int, l Line) error) error {
	for number := 1; len(text) > 0; number++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		l, ok := parseLine(line)
		switch {
		case !ok:
			return &Error{number, fmt.Sprintf("%.40q is not STEP:PROCESS:TRANSITION", line)}
		case !whole:
			return &Error{number, "does not end: the file is truncated"}
		}
		if err := f(number, l); err != nil {
			return err
		}
	}
	return nil
}

// parseLine reads three numbers of up to nine digits.
func parseLine(line []byte) (Line, bool) {
	var numbers [3]int
	for k := range numbers {
		text, rest, found := bytes.Cut(line, []byte(":"))
		if found != (k < 2) {
			return Line{}, false
		}
		digits := bytes.TrimPrefix(text, []byte("-"))
		if len(digits) == 0 || len(digits) > 9 {
			return Line{}, false
		}
		for _, d := range digits {
			if d < '0' || d > '9' {
				return Line{}, false
			}
			numbers[k] = 10*numbers[k] + int(d-'0')
		}
		if len(digits) < len(text) {
			numbers[k] = -numbers[k]
		}
		line = rest
	}
	return Line{numbers[0], numbers[1], numbers[2]}, true
}

// Bytes is the trail as pan writes it.
func (t Trail) Bytes() []byte {
	out := []byte{} // not nil: pan writes an empty trail for an error in the initial state
	write := func(l Line) {
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
			write(Line{cycleRemark, cycleRemark, cycleRemark})
		}
		write(l)
	}
	if t.Cycle == len(t.Steps) {
		write(Line{cycleRemark, cycleRemark, cycleRemark})
	}
	return out
}

// Claimed tells whether a claim was loaded: process 0 is the claim then.
func (t Trail) Claimed() bool {
	return slices.ContainsFunc(t.Remarks, func(l Line) bool { return l.Step == ClaimRemark })
}

// LastStep is the number of the last step; 0: there is none.
func (t Trail) LastStep() int {
	if len(t.Steps) == 0 {
		return 0
	}
	return t.Steps[len(t.Steps)-1].Step
}

// UntilClaim is the trail up to the last step of the claim, process 0.
func (t Trail) UntilClaim() Trail {
	for len(t.Steps) > 0 && t.Steps[len(t.Steps)-1].Process != 0 {
		t.Steps = t.Steps[:len(t.Steps)-1]
	}
	return t
}

// WithoutClaim is the trail without the steps of the claim, process 0.  The other processes
// are counted from 0.
func (t Trail) WithoutClaim() Trail {
	w := Trail{Cycle: -1}
	for _, l := range t.Remarks {
		if l.Step != ClaimRemark {
			w.Remarks = append(w.Remarks, l)
		}
	}
	for k, l := range t.Steps {
		if k == t.Cycle {
			w.Cycle = len(w.Steps)
		}
		if l.Process > 0 {
			w.Steps = append(w.Steps, Line{l.Step, l.Process - 1, l.Transition})
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
	t, _ := Parse(trail) // of a damaged trail, what comes before
	if len(t.Steps) == 0 {
		return -1
	}
	return t.Steps[len(t.Steps)-1].Process
}

// Check reads a trail of a model with so many processes and says what is wrong with
// it: it has no steps, a line is not a trail's, steps are out of order, a process does not
// exist.  The error is a *Error.
func Check(trail []byte, processes int) error {
	if len(trail) > MaxSize {
		return &Error{0, fmt.Sprintf("longer than %d bytes", MaxSize)}
	}
	last := 0
	err := eachLine(trail, func(number int, l Line) error {
		switch {
		case l.Step < 0:
			return nil
		case l.Step < last:
			return &Error{number, fmt.Sprintf("step %d comes after step %d", l.Step, last)}
		case l.Process < 0 || l.Process >= processes:
			return &Error{number, fmt.Sprintf("process %d: the model has %d", l.Process, processes)}
		}
		last = l.Step
		return nil
	})
	if err != nil {
		return err
	}
	if last == 0 {
		return &Error{0, "has no steps"}
	}
	return nil
}
