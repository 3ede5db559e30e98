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
	InCycle   bool       // it belongs to the part that repeats for ever
}

// PanSteps are the steps of a trail, those of a claim left out.
type PanSteps struct {
	Initial []Variable
	Steps   []PanStep
	Final   []Variable // at its end, which may be within one more step: that which fails
	Cut     bool       // the trail had more
}

// Confirm executes the trail of a run's first error once more, by pan itself,
// which stops at the first step that is impossible.
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

// stepsFile is its name in a job's directory.
const stepsFile = "steps.c"

// Steps executes the trail of a run once more and returns what each process did.  It
// works for any model, where States needs one whose steps print events.
// claimed says that a claim was loaded, which has the first process number.
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
	binary, err := r.Binary.job.Compile(ctx, compiler, r.Defines, toolLimits)
	if err != nil {
		return steps, err
	}
	if steps, whole, err = binary.steps(ctx, r.Run, claimed, limits); err == nil && !whole {
		err = errors.New("pan -r: it ended before the trail")
	}
	return steps, err
}

// steps are a trail's, as a binary prints them.  They are not whole if it stopped
// at a channel variable that has no channel.
func (b *Binary) steps(ctx context.Context, r Run, claimed bool, limits process.Limits) (steps PanSteps, whole bool, err error) {
	globals, err := b.job.layout(true)
	if err != nil {
		return PanSteps{}, false, err
	}
	start, run := newStepReader(claimed, globals), newStepReader(claimed, globals)
	if err := b.panTwice(ctx, r, "-steps", limits, start, run); err != nil {
		return PanSteps{}, false, err
	}
	return PanSteps{Initial: start.final, Steps: run.steps, Final: run.final, Cut: run.cut}, !run.blind, nil
}

// stepReader reads what pan -r -v prints: for each step a line that names it,
// and the variables after it.  What the model prints may stand before any of it
// on a line.
type stepReader struct {
	claimed bool
	steps   []PanStep
	reading bool // variables belong to the last of steps
	owner   int  // process whose locals are listed, -1: none, they are globals
	globals []field
	places  []string // of the structure whose fields are listed
	lost    bool     // behind a local structure, whose end cannot be seen
	cycle   bool
	cut     bool
	ended   bool
	blind   bool // it ended at a channel variable that has no channel
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
	// noChannel is what pan says of a channel variable without a channel that it prints.
	noChannel = regexp.MustCompile(`pan:\d+: ref to uninitialized chan name \(len\) \(at depth -?\d+\)$`)
	panChan   = regexp.MustCompile(`^\tchan (\w+(?:\[\d+\])?) \(=(\d+)\):\tlen (-?\d+):\t *(.*?),?$`)
	// impossible is what pan -r says of a step that it cannot do.
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

// pid is the number that a process has in the model: a claim shifts them.
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
