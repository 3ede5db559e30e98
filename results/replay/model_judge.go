package replay

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/statespace"
)

// modelJudge is SPIN as a judge: the logs constrain what the model does.
//
// Lines in one order are executed one by one, in linear time.  Of an incomplete log the
// judge searches a way through the model's complete state graph.  Where that is too large,
// it executes the completion that the program found.
type modelJudge struct {
	Replayer
	config config.Config
	system *reference.System
	logs   []check.Log
	opts   check.Options
	job    *runner.Job
}

func (r Replayer) newModelJudge(ctx context.Context, c config.Config, logs []check.Log, model []byte, opts check.Options) (*modelJudge, error) {
	sys, err := algorithms.New(c)
	if err != nil {
		return nil, err
	}
	job, err := r.prepare(ctx, c, model)
	if err != nil {
		return nil, err
	}
	return &modelJudge{r, c, sys, logs, opts, job}, nil
}

// asModelError makes what is wrong with an edited model an error about the input.
func asModelError(err error) error {
	if unreadable := (*statespace.UnreadableError)(nil); errors.As(err, &unreadable) {
		return &config.Error{Operand: "model", Reason: unreadable.Reason, Remedy: "make each event one d_step that prints one line"}
	}
	if blocked := (*statespace.BlockedError)(nil); errors.As(err, &blocked) {
		return &config.Error{Operand: "model", Reason: "blocks in the middle of an event: " + blocked.Reason, Remedy: "make each event one d_step that always ends"}
	}
	return err
}

// both asks the model as well, and makes a disagreement an error with both reasons.
func (m *modelJudge) both(ctx context.Context, found *check.Result, out *results.TraceCheck) error {
	switch {
	case found.Verdict == check.Inconclusive || found.Completion == nil && found.Verdict == check.Accepted && !found.Whole:
		out.SPIN = "not asked: the program has no run to execute"
		return nil
	case found.Whole:
		return m.bothWhole(ctx, found, out)
	case found.Verdict == check.Accepted:
		w, err := m.walk(ctx, completionOf(found), true)
		if err != nil {
			return err
		}
		out.SPIN = "agrees"
		if why := w.difference(); why != "" {
			disagree(out, found, "disagrees about the completion: "+why)
		}
		return nil
	}
	own, err := m.search(ctx)
	switch {
	case err != nil:
		return err
	case own == nil:
		out.SPIN = fmt.Sprintf("not asked: a run is searched for in models of at most %d states", mostGraphStates)
	case own.Verdict == check.Inconclusive:
		out.SPIN = "undecided: " + own.Reason
	case own.Verdict == check.Rejected:
		out.SPIN = "agrees"
		if own.Rejection.At != found.Rejection.At && len(m.logs) == 1 {
			out.SPIN += fmt.Sprintf(" that there is no run; it follows the lines before %s", own.Rejection.At)
		}
	case m.said(found):
		out.SPIN = "agrees as far as it judges: it has a run with these events, and compares neither numbers in normal form, messages sent nor states"
	default:
		disagree(out, found, "has a run with all lines")
	}
	return nil
}

// said tells whether a rejection may be due to what the model's judge does not compare.
func (m *modelJudge) said(found *check.Result) bool {
	for _, log := range m.logs {
		for l, err := range log.Lines() {
			if err != nil || !l.NoState || !l.NoSends || m.system.Normal() && len(l.Event.Msg.Fields) > 0 {
				return true
			}
		}
	}
	return false
}

// bothWhole compares both judges on lines in one order.
func (m *modelJudge) bothWhole(ctx context.Context, found *check.Result, out *results.TraceCheck) error {
	w, err := m.walk(ctx, m.lines(), true)
	if err != nil {
		return err
	}
	out.SPIN = "agrees"
	told := found.Rejection != nil && found.Rejection.Histories == nil // the event is possible, but not what its line says
	switch at := found.Lines + 1; {
	case w.differs != "":
		disagree(out, found, "disagrees: "+w.differs)
	case found.Rejection == nil && w.difference() != "":
		disagree(out, found, "disagrees: "+m.at(w.done+1)+w.difference())
	case found.Rejection == nil || told && w.done >= found.Lines:
	case w.refused != "" && w.done+1 == at:
	case w.refused != "" && w.done < found.Lines:
		disagree(out, found, "disagrees: "+m.at(w.done+1)+w.refused)
	case w.numbers && w.program == at:
		out.SPIN = "agrees as far as it judges: the model has such a message, whose numbers it knows in normal form only"
	default:
		disagree(out, found, "disagrees: it can do this line, and follows the log "+m.until(w))
	}
	return nil
}

// disagree notes that the judges disagree, with the reasons of both.
func disagree(out *results.TraceCheck, found *check.Result, spin string) {
	program := string(found.Verdict)
	if j := found.Rejection; j != nil {
		program = fmt.Sprintf("%s %s, %s: %s", found.Verdict, j.At, j.Event, j.Reason)
	}
	out.SPIN, out.Verdict = spin, string(results.Error)
	out.Reason = "the Go program says " + program + "; SPIN's model " + spin
}

// at names the line of an event, "" if it cannot be found.
func (m *modelJudge) at(n int) string {
	if l, err := m.line(n); err == nil && l.Line > 0 {
		return check.Place{File: m.logs[0].Name, Line: l.Line}.String() + ": "
	}
	return ""
}

// until says how far a walk went.
func (m *modelJudge) until(w *walk) string {
	if w.refused == "" {
		return "to its end"
	}
	if l, err := m.line(w.done); err == nil {
		return fmt.Sprintf("to line %d", l.Line)
	}
	return ""
}

// alone makes the model's verdict that of the answer.
func (m *modelJudge) alone(ctx context.Context, found *check.Result, out *results.TraceCheck) error {
	shape := check.Shape{}
	if len(m.logs) == 1 {
		var err error
		if shape, err = check.ShapeOf(m.logs[0], m.opts); err != nil {
			return err
		}
	}
	out.Reason, out.Rejection, out.Inferred, out.Orders, out.Complete = "", nil, nil, nil, false
	out.Warnings = append(out.Warnings, "SPIN judges events: what lines say of messages sent and of states is not compared")
	if shape.Ordered {
		decided, err := m.aloneWhole(ctx, shape, out)
		if decided || err != nil {
			return err
		}
	}
	own, err := m.search(ctx)
	switch {
	case err != nil:
		return err
	case own == nil:
		return m.handedOver(ctx, found, out)
	}
	out.Verdict, out.Reason, out.Lines = string(own.Verdict), own.Reason, own.Lines
	out.SPIN = "judges alone, by its complete state graph"
	if j := own.Rejection; j != nil {
		out.Rejection = &results.TraceRejection{File: j.At.File, Line: j.At.Line, Event: j.Event.String(), Reason: "no run of the model has it behind the lines before"}
	}
	m.sameLines(found, out)
	return nil
}

// aloneWhole executes lines in one order.  It does not decide if the model cannot do a line
// of a log that may be incomplete.
func (m *modelJudge) aloneWhole(ctx context.Context, shape check.Shape, out *results.TraceCheck) (decided bool, err error) {
	w, err := m.walk(ctx, m.lines(), false)
	if err != nil {
		return false, err
	}
	out.Lines, out.Complete = w.done, true
	out.SPIN = "judges alone, line by line"
	reason := w.refused
	switch beyond := m.system.Normal() && w.program != 0 && w.done >= w.program; {
	case beyond && w.numbers:
		out.Lines, reason = w.program-1, "the model has such a message, but not with these numbers"
	case beyond && w.refused != "":
		out.Verdict, out.SPIN = string(check.Inconclusive), "undecided"
		out.Reason = m.at(w.program) + "the model can do it, the Go program, which puts numbers into normal form, cannot; then " + m.at(w.done+1) + w.refused
		return true, nil
	case beyond:
		out.Warnings = append(out.Warnings, m.at(w.program)+"the Go program, which puts numbers into normal form, cannot do it: SPIN compares no numbers of later messages")
	}
	l, err := m.line(out.Lines + 1)
	switch {
	case err != nil:
		return false, err
	case l.Line == 0:
		out.Verdict = string(check.Accepted)
		return true, nil
	case !shape.Whole:
		return false, nil
	case reason == "":
		reason = "the line does not say what arrives, or lines before it are missing"
	}
	out.Verdict = string(check.Rejected)
	out.Rejection = &results.TraceRejection{File: m.logs[0].Name, Line: l.Line, Event: l.Event.String(), Reason: reason}
	return true, nil
}

// sameLines warns if the properties were evaluated along other lines than those that the
// model accepts.
func (m *modelJudge) sameLines(found *check.Result, out *results.TraceCheck) {
	if string(found.Verdict) != out.Verdict || found.Lines != out.Lines {
		out.Warnings = append(out.Warnings, fmt.Sprintf("the properties were evaluated by the Go program, which says %s and follows %d lines", found.Verdict, found.Lines))
	}
}

// handedOver executes the completion that the program found: the model's own graph is too
// large.
func (m *modelJudge) handedOver(ctx context.Context, found *check.Result, out *results.TraceCheck) error {
	tooLarge := fmt.Sprintf("the model has more than %d states", mostGraphStates)
	out.Verdict, out.Inferred = string(check.Inconclusive), nil
	if found.Completion == nil {
		out.SPIN = "undecided"
		out.Reason = tooLarge + ", and the Go program has no completion to execute"
		return nil
	}
	w, err := m.walk(ctx, completionOf(found), false)
	if err != nil {
		return err
	}
	out.SPIN = "executes the completion that the Go program found: " + tooLarge
	if w.difference() != "" {
		out.Reason = "the model cannot execute the Go program's completion, and there may be another: " + w.difference()
		return nil
	}
	out.Verdict, out.Inferred, out.Orders = string(found.Verdict), inferred(found), ordersOf(found)
	return nil
}

// search decides by the model's complete state graph; nil if that is too large.
func (m *modelJudge) search(ctx context.Context) (*check.Result, error) {
	g, err := m.graph(ctx, m.system, m.job)
	if g == nil || err != nil {
		return nil, err
	}
	return check.Given(ctx, m.logs, m.opts, g)
}

// walk has the model execute events.
func (m *modelJudge) walk(ctx context.Context, events func() iter.Seq2[event.Event, error], compare bool) (*walk, error) {
	run := &normalTrace{system: m.system, source: events}
	return run.follow(ctx, m.job, compare, m.Limits)
}

// lines are the events of the log, up to a line that does not name its event completely.
func (m *modelJudge) lines() func() iter.Seq2[event.Event, error] {
	return func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			for l, err := range m.logs[0].Lines() {
				if l.Lost || l.NoPeer || l.NoMessage || !yield(l.Event, err) || err != nil {
					return
				}
			}
		}
	}
}

// line is event line n of the log, from 1; its Line is 0 if there is none.
func (m *modelJudge) line(n int) (trace.Line, error) {
	for l, err := range m.logs[0].Lines() {
		if n--; err != nil || n == 0 {
			return l, err
		}
	}
	return trace.Line{}, nil
}

// completionOf are the events of the program's completion.
func completionOf(found *check.Result) func() iter.Seq2[event.Event, error] {
	return func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			for _, s := range found.Completion {
				if !yield(s.Event, nil) {
					return
				}
			}
		}
	}
}
