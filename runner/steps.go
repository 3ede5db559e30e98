package runner

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// PanStep is one statement that a process executed in a trail.
type PanStep struct {
	Process   int    // its number, as _pid has it
	Proctype  string // its name
	Line      string // in the model, or in a file that it includes
	Statement string
	Variables []Variable // after it, globals and the process's locals
	InCycle   bool       // it belongs to the cycle
}

// PanSteps are the steps of a trail, without those of a claim.
type PanSteps struct {
	Initial []Variable
	Steps   []PanStep
	Final   []Variable // at the end of the trail, which may be in the middle of one more step that fails
	Cut     bool       // the trail has more steps than these
}

// Confirm executes the trail of a run's first error again, by pan itself, which stops at the
// first step that is impossible.  It is Replay without spin: the events are missing.
func (b *Binary) Confirm(ctx context.Context, r Run, limits process.Limits) (Replay, error) {
	p := Replay{CycleStart: -1}
	if !r.whole() {
		p.Reason = "there is no whole trail"
		return p, nil
	}
	return p, b.confirm(ctx, r, limits, &p)
}

//go:embed steps.c.txt
var stepsSource []byte

// stepsFile is the name of stepsSource in a job's directory.
const stepsFile = "steps.c"

// Steps executes the trail of a run again and returns what each process did.  It works for any
// model, while States needs a model whose steps print events.  claimed says that a claim was
// loaded, which is process 0.
func (r Result) Steps(ctx context.Context, claimed bool, limits process.Limits) (PanSteps, error) {
	steps, whole, err := r.Binary.steps(ctx, r.Run, claimed, limits)
	if err != nil || whole {
		return steps, err
	}
	if err := r.Binary.job.writeOnce(stepsFile, stepsSource); err != nil {
		return steps, err
	}
	compiler := r.Compiler
	compiler.source = stepsFile
	binary, err := r.Binary.job.compileWith(ctx, compiler, r.Defines, toolLimits)
	if err != nil {
		return steps, err
	}
	if steps, whole, err = binary.steps(ctx, r.Run, claimed, limits); err == nil && !whole {
		err = errors.New("pan -r: it ended before the trail")
	}
	return steps, err
}

// steps are the steps of a trail as a binary prints them.  whole is false if the binary
// stopped at a channel variable that has no channel.
func (b *Binary) steps(ctx context.Context, r Run, claimed bool, limits process.Limits) (steps PanSteps, whole bool, err error) {
	globals, err := b.job.stateVector(true)
	if err != nil {
		return PanSteps{}, false, err
	}
	start, run := newStepReader(claimed, globals), newStepReader(claimed, globals)
	if err := b.panTwice(ctx, r, "-steps", limits, start, run); err != nil {
		return PanSteps{}, false, err
	}
	return PanSteps{Initial: start.final, Steps: run.steps, Final: run.final, Cut: run.cut}, !run.blind, nil
}

// stepReader reads what pan -r -v prints: for each step a line that names it, and the variables
// after it.  A line may begin with a text that the model has printed.
type stepReader struct {
	claimed bool
	steps   []PanStep
	reading bool // the next variables belong to the last of steps
	owner   int  // process whose local variables are listed; -1: globals are
	globals []field
	places  []string // names of the fields to come, of a structure that is listed
	lost    bool     // after a local structure, whose end is not marked
	cycle   bool
	cut     bool
	ended   bool
	blind   bool // the replay ended at a channel variable that has no channel
	final   []Variable
	trouble string
}

func newStepReader(claimed bool, globals []field) *stepReader {
	return &stepReader{claimed: claimed, owner: -1, globals: globals}
}

func (s *stepReader) outcome() (string, bool) { return s.trouble, s.ended }

var (
	panStep  = regexp.MustCompile(`(?:^|.) *\d+: proc +(\d+) \((.*?)\) +\S*:(\d+) \(state +\d+\) trans \{.*?\} \[(.*)\]$`)
	panLocal = regexp.MustCompile(`local vars proc (\d+) \(\S*\):$`)
	// noChannel matches what pan says when it prints a channel variable that has no channel.
	noChannel = regexp.MustCompile(`pan:\d+: ref to uninitialized chan name \(len\) \(at depth -?\d+\)$`)
	panChan   = regexp.MustCompile(`^\tchan (\w+(?:\[\d+\])?) \(=(\d+)\):\tlen (-?\d+):\t *(.*?),?$`)
	// impossible begins what pan -r says of a step that it cannot execute.
	impossible = []string{"UNEXECUTABLE", "pan: Error", "pan: error", "pan: cannot"}
)

func (s *stepReader) line(line string) {
	for _, text := range impossible {
		if strings.HasPrefix(line, text) || text == "UNEXECUTABLE" && strings.Contains(line, text) {
			s.trouble = line
		}
	}
	m := panStep.FindStringSubmatch(line)
	switch {
	case m != nil && !s.ended:
		s.step(m)
	case replayEnd.MatchString(line):
		s.ended = true
	case !s.ended && noChannel.MatchString(line):
		s.blind = true
	case strings.Contains(line, "<<<<<START OF CYCLE>>>>>"):
		s.cycle = true
	case strings.HasSuffix(line, "global vars:"):
		s.owner, s.places, s.lost = -1, nil, false
	case panLocal.MatchString(line):
		s.owner, _ = strconv.Atoi(panLocal.FindStringSubmatch(line)[1])
		s.places, s.lost = nil, false
	default:
		s.variable(line)
	}
}

// pid is the number of a process in the model, where a claim does not count.
func (s *stepReader) pid(number int) int {
	if s.claimed {
		return number - 1
	}
	return number
}

func (s *stepReader) step(m []string) {
	number, _ := strconv.Atoi(m[1]) // digits
	s.reading = false
	switch {
	case s.claimed && number == 0:
	case len(s.steps) == maxStateSteps:
		s.cut = true
	default:
		s.steps = append(s.steps, PanStep{Process: s.pid(number), Proctype: strings.Trim(m[2], ":"), Line: m[3], Statement: m[4], InCycle: s.cycle})
		s.reading = true
	}
}

// variable reads one variable's line.
func (s *stepReader) variable(line string) {
	var name, value string
	if m := structLine.FindStringSubmatch(line); m != nil {
		at := slices.IndexFunc(s.globals, func(f field) bool { return f.name == m[1] })
		if s.lost = s.owner >= 0 || at < 0; !s.lost {
			s.places = cells("", s.globals[at:at+1])
		}
		return
	} else if m := variableLine.FindStringSubmatch(line); m != nil {
		name, value = m[2], m[3]
	} else if m := panChan.FindStringSubmatch(line); m != nil {
		switch name = m[1]; {
		case m[2] == "0":
			value = "no channel"
		case m[4] != "":
			value = m[4]
		default:
			value = "len " + m[3]
		}
	} else {
		return
	}
	if len(s.places) > 0 {
		if s.lost = !strings.HasSuffix(s.places[0], "."+name); !s.lost {
			name = s.places[0]
		}
		s.places = s.places[1:]
	}
	if s.lost {
		return
	}
	if s.owner >= 0 {
		name = fmt.Sprintf("%s (process %d)", name, s.pid(s.owner))
	}
	switch {
	case s.ended:
		s.final = append(s.final, Variable{name, value})
	case s.reading:
		last := &s.steps[len(s.steps)-1]
		last.Variables = append(last.Variables, Variable{name, value})
	}
}
