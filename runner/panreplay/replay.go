package panreplay

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

// Outcome is what the execution of an error's trail shows.
type Outcome struct {
	// Confirmed says that pan -r executed all of the trail and met the error; else Reason
	// says why not.  pan -r stops at the first step that is impossible.
	Confirmed bool
	Reason    string
	Killed    process.Cause // why pan -r was ended
	AtEnd     bool          // process 0, the claim where one is loaded, is at its end then

	// What spin -t printed.  It skips impossible steps, and therefore confirms nothing.
	Clean      bool     // spin -t ended without a complaint
	Events     []string // the lines that the model printed
	EventsCut  bool     // the model printed more
	CycleStart int      // the cycle starts before Events[CycleStart]; -1: there is no cycle
	AssertFile string   // file of the first assertion that failed since the last of Events: model.pml, or the claim's
	AssertLine int      // its line, from 1; 0: none failed at all

	Commands []string
}

// smallTable is pan's smallest hash table.  A replay stores no states, and clearing the default
// table would take ten times as long as the replay.
const smallTable = "-w10"

const maxEvents = 1 << 20

// Trail executes the trail of a run's first error, by pan and by spin.  The error says that
// they could not be started; a trail that cannot be executed is not Confirmed.
func Trail(ctx context.Context, r runner.Run, limits process.Limits) (Outcome, error) {
	p, err := Confirm(ctx, r, limits)
	if err != nil || !r.HasTrail() {
		return p, err
	}
	return p, events(ctx, r, limits, &p)
}

// confirm executes the trail with pan -S, which is pan -r without printing the steps.
func confirm(ctx context.Context, r runner.Run, limits process.Limits, p *Outcome) error {
	end := confirmReader{}
	step, err := r.Again(ctx, "-replay", "", []string{smallTable, "-S"}, limits, end.line)
	if err != nil {
		return err
	}
	p.Commands = append(p.Commands, step.Command)
	p.Killed, p.AtEnd = step.Exit.Killed, end.atEnd
	trail, _ := trail.Parse(r.Trail) // pan itself has written it
	switch want := trail.LastStep(); {
	case !step.OK():
		p.Reason = "the replay " + step.Exit.String()
	case end.trouble != "":
		p.Reason = end.trouble
	case printsError(r.Output) && end.ended && end.failed == r.Output.ErrorLines[0].Text && end.steps == want+1:
		p.Confirmed = true // a trace assertion fails beside the step that it is about
	case !end.ended || max(end.steps, 0) != want:
		p.Reason = fmt.Sprintf("the replay ended after %d of %d steps", max(end.steps, 0), want)
	case printsError(r.Output) && end.failed != r.Output.ErrorLines[0].Text:
		p.Reason = fmt.Sprintf("the replay met %q, not %q", end.failed, r.Output.ErrorLines[0].Text)
	default:
		p.Confirmed = true
	}
	return nil
}

// printsError tells whether the replay of a run's first error prints the error: this is so for
// assertions and trace assertions.
func printsError(o pan.Output) bool {
	return len(o.ErrorLines) > 0 && (strings.HasPrefix(o.ErrorLines[0].Text, "assertion violated") ||
		strings.HasPrefix(o.ErrorLines[0].Text, "event_trace error"))
}

// confirmReader reads what pan -S prints.
type confirmReader struct {
	ended   bool
	steps   int
	failed  string // text of the last error
	trouble string // the first line that says that a step was impossible
	first   bool   // what process 0 can do at the end comes next
	atEnd   bool   // it is nothing: the process is at its end
}

var (
	replayFail   = regexp.MustCompile(`pan:\d+: (.*) \(at depth -?\d+\)$`)
	firstProcess = regexp.MustCompile(`^ *\d+:\tproc +0 \(`)
)

func (end *confirmReader) line(line string) {
	end.atEnd = end.atEnd || end.first && strings.TrimSpace(line) == "-end-"
	end.first = end.ended && firstProcess.MatchString(line)
	if m := trail.EndOfLine.FindStringSubmatch(line); m != nil {
		end.ended = true
		end.steps, _ = strconv.Atoi(m[1])
	} else if m := replayFail.FindStringSubmatch(line); m != nil {
		if !end.ended { // after the end it is about printing the last state
			end.failed = m[1]
		}
	} else if end.trouble == "" && (strings.HasPrefix(line, "pan: Error") || strings.HasPrefix(line, "pan: error") ||
		strings.HasPrefix(line, "pan: cannot") || strings.HasPrefix(line, "error: ")) {
		end.trouble = line
	}
}

// events runs spin -t for the lines that the model prints.
func events(ctx context.Context, r runner.Run, limits process.Limits, p *Outcome) error {
	e := eventReader{replay: p}
	step, err := spinReplay(ctx, r, "-events", limits, e.line)
	if err != nil {
		return err
	}
	p.Commands = append(p.Commands, step.Command)
	p.Clean = step.OK() && e.ended && !e.trouble
	return nil
}

// eventReader separates what the model prints from what spin -t prints.
type eventReader struct {
	replay  *Outcome
	ended   bool
	trouble bool
	failed  bool // an assertion has failed since the last event
}

var (
	assertAt = regexp.MustCompile(`^spin: (.*):(\d+), Error: assertion violated`)
	// remark matches spin's own lines.
	remark = regexp.MustCompile(`^(spin: |ltl \S+: |Never claim moves to line \d+|starting claim \d+|  the model contains |  only one claim |` +
		`  choose which one |  or use e\.g\.: |#processes: |c_code\d+:|\s*$)`)
	troubles = []string{"transition failed", "no matching stmnt", "invalid pid", "(?)"}
)

func (e *eventReader) line(line string) {
	p := e.replay
	if m := assertAt.FindStringSubmatch(line); m != nil && !e.failed { // spin goes on where pan stopped, to the end of the step
		e.failed = true
		p.AssertFile = m[1]
		p.AssertLine, _ = strconv.Atoi(m[2])
	}
	switch {
	case strings.Contains(line, "<<<<<START OF CYCLE>>>>>"):
		p.CycleStart = len(p.Events)
		return
	case trail.EndLine.MatchString(line):
		e.ended = true
		return
	case e.ended || remark.MatchString(line):
		return
	}
	for _, t := range troubles {
		if strings.Contains(line, t) {
			e.trouble = true
			return
		}
	}
	e.failed = false
	if len(p.Events) == maxEvents {
		p.EventsCut = true
		return
	}
	p.Events = append(p.Events, line)
}

// Confirm executes the trail of a run's first error again, by pan itself, which stops at the
// first step that is impossible.  It is Trail without spin: the events are missing.
func Confirm(ctx context.Context, r runner.Run, limits process.Limits) (Outcome, error) {
	p := Outcome{CycleStart: -1}
	if !r.HasTrail() {
		p.Reason = "there is no whole trail"
		return p, nil
	}
	return p, confirm(ctx, r, limits, &p)
}
