package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// Replay is an error's trail, executed again.
type Replay struct {
	// Confirmed tells whether pan -r, which stops at the first step that is
	// impossible, executed all of the trail and met the error; Reason says
	// why not.
	Confirmed bool
	Reason    string
	Killed    process.Cause // why pan -r was ended

	// What spin -t printed. It skips impossible steps, so it is no judge.
	Clean      bool     // it ended and complained of nothing
	Events     []string // the lines that the model printed
	EventsCut  bool     // there were more
	CycleStart int      // the cycle starts before Events[CycleStart]; -1: there is no cycle
	AssertFile string   // where the last failed assertion stands: model.pml, or the claim's file
	AssertLine int      // 0: none failed

	Commands []string
}

// smallTable is pan's smallest hash table: a replay stores no states, and the
// usual table takes ten times as long to clear as the replay.
const smallTable = "-w10"

const maxEvents = 1 << 20

// Replay executes the trail of a run's first error.
func (b *Binary) Replay(ctx context.Context, r Run, limits process.Limits) (Replay, error) {
	p := Replay{CycleStart: -1}
	if !r.whole() {
		p.Reason = "there is no whole trail"
		return p, nil
	}
	if err := b.judge(ctx, r, limits, &p); err != nil {
		return p, err
	}
	return p, b.events(ctx, r, limits, &p)
}

// judge runs pan -S, which is pan -r without the steps.
func (b *Binary) judge(ctx context.Context, r Run, limits process.Limits, p *Replay) error {
	name := filepath.Base(r.Dir)
	args := append([]string{smallTable, "-S"}, r.trailArgs...)
	j := judgement{}
	out, errs := process.LineWriters(j.line)
	c := process.Command{Path: filepath.Join(b.job.dir, b.name), Args: args, Dir: r.Dir, Limits: limits}
	step, err := b.job.captured(ctx, c, b.job.name(name+"-replay"), inDir(name, "../"+b.name, args), out, errs)
	if err != nil {
		return err
	}
	out.Finish()
	errs.Finish()
	p.Commands = append(p.Commands, step.Command)
	p.Killed = step.Exit.Killed
	trail, _ := ParseTrail(r.Trail) // pan itself has written it
	switch want := trail.LastStep(); {
	case !step.OK():
		p.Reason = "the replay " + step.Exit.String()
	case j.trouble != "":
		p.Reason = j.trouble
	case shown(r.Output) && j.ended && j.failed == r.Output.ErrorLines[0].Text && j.steps == want+1:
		p.Confirmed = true // a trace assertion fails beside the step that it is about
	case !j.ended || max(j.steps, 0) != want:
		p.Reason = fmt.Sprintf("the replay ended after %d of %d steps", max(j.steps, 0), want)
	case shown(r.Output) && j.failed != r.Output.ErrorLines[0].Text:
		p.Reason = fmt.Sprintf("the replay met %q, not %q", j.failed, r.Output.ErrorLines[0].Text)
	default:
		p.Confirmed = true
	}
	return nil
}

// shown tells whether a run's trail is that of a failed assertion, be it a trace
// assertion: these are the errors that a replay prints.
func shown(o pan.Output) bool {
	return len(o.ErrorLines) > 0 && (strings.HasPrefix(o.ErrorLines[0].Text, "assertion violated") ||
		strings.HasPrefix(o.ErrorLines[0].Text, "event_trace error"))
}

// judgement reads what pan -S prints.
type judgement struct {
	ended   bool
	steps   int
	failed  string // text of the last error
	trouble string // the first line that says that a step was impossible
}

var (
	trailEnd = regexp.MustCompile(`^spin: trail ends after (-?\d+) steps`)
	// What a model prints need not end with its line.
	replayEnd  = regexp.MustCompile(`spin: trail ends after (-?\d+) steps$`)
	replayFail = regexp.MustCompile(`pan:\d+: (.*) \(at depth -?\d+\)$`)
)

func (j *judgement) line(line string) {
	if m := replayEnd.FindStringSubmatch(line); m != nil {
		j.ended = true
		j.steps, _ = strconv.Atoi(m[1])
	} else if m := replayFail.FindStringSubmatch(line); m != nil {
		if !j.ended { // behind the end it is about printing the last state
			j.failed = m[1]
		}
	} else if j.trouble == "" && (strings.HasPrefix(line, "pan: Error") || strings.HasPrefix(line, "pan: error") ||
		strings.HasPrefix(line, "pan: cannot") || strings.HasPrefix(line, "error: ")) {
		j.trouble = line
	}
}

// events runs spin -t for the lines that the model prints. It gets a directory
// of its own, because spin writes temporary files of fixed names.
func (b *Binary) events(ctx context.Context, r Run, limits process.Limits, p *Replay) error {
	job := b.job
	name := job.name(filepath.Base(r.Dir) + "-events")
	dir := filepath.Join(job.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	// The trail after the model: spin remarks on one that is older.
	for _, from := range []string{filepath.Join(job.dir, modelFile), filepath.Join(r.Dir, trailFile)} {
		if err := os.Link(from, filepath.Join(dir, filepath.Base(from))); err != nil {
			return err
		}
	}
	args := []string{"-T", "-B", "-t", modelFile}
	e := eventReader{replay: p}
	out, errs := process.LineWriters(e.line)
	line := fmt.Sprintf("(mkdir -p %[1]s && cp %[2]s %[3]s/%[4]s %[1]s && cd %[1]s && %[5]s)",
		name, modelFile, filepath.Base(r.Dir), trailFile, process.ShellLine("spin", args))
	c := process.Command{Path: job.tools.Spin.Path, Args: args, Dir: dir, Limits: limits}
	step, err := job.captured(ctx, c, name, line, out, errs)
	if err != nil {
		return err
	}
	out.Finish()
	errs.Finish()
	p.Commands = append(p.Commands, step.Command)
	p.Clean = step.OK() && e.ended && !e.trouble
	return nil
}

// eventReader sorts what spin -t prints.
type eventReader struct {
	replay  *Replay
	ended   bool
	trouble bool
}

var (
	assertAt = regexp.MustCompile(`^spin: (.*):(\d+), Error: assertion violated`)
	// remark are spin's own lines, between those of the model.
	remark = regexp.MustCompile(`^(spin: |ltl \S+: |Never claim moves to line \d+|starting claim \d+|  the model contains |  only one claim |` +
		`  choose which one |  or use e\.g\.: |#processes: |c_code\d+:|\s*$)`)
	troubles = []string{"transition failed", "no matching stmnt", "invalid pid", "(?)"}
)

func (e *eventReader) line(line string) {
	p := e.replay
	if m := assertAt.FindStringSubmatch(line); m != nil {
		p.AssertFile = m[1]
		p.AssertLine, _ = strconv.Atoi(m[2])
	}
	switch {
	case strings.Contains(line, "<<<<<START OF CYCLE>>>>>"):
		p.CycleStart = len(p.Events)
		return
	case trailEnd.MatchString(line):
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
	if len(p.Events) == maxEvents {
		p.EventsCut = true
		return
	}
	p.Events = append(p.Events, line)
}
