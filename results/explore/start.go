package explore

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results/scenarios"
)

// Start is where an exploration begins: a setup and a run.
type Start struct {
	Setup     Setup
	Events    []event.Event
	At        int    // events before the current state, at most len(Events)
	Challenge string // property to be violated, "": none
}

// Open makes a session.  The error is a *config.Error; for an event that cannot happen it says which.
func (st Start) Open(limits Limits) (*Session, error) {
	s, err := NewSession(st.Setup, limits)
	if err != nil {
		return nil, err
	}
	if most := s.limits.States; len(st.Events) >= most {
		return nil, &config.Error{Operand: "run", Reason: fmt.Sprintf("has %d events, and there is room for %d", len(st.Events), most-1), Remedy: "open its beginning alone (head)"}
	}
	if err := s.Replay(st.Events); err != nil {
		return nil, err
	}
	if err := s.JumpDepth(st.At); err != nil {
		return nil, err
	}
	return s, s.SetChallenge(st.Challenge)
}

// Replay is Follow where every event must happen.  The error says which one cannot.
func (s *Session) Replay(events []event.Event) error {
	done, err := s.Follow(events)
	var bad *config.Error
	if errors.As(err, &bad) {
		return &config.Error{Operand: fmt.Sprintf("event %d, %s", done+1, bad.Operand), Reason: bad.Reason, Remedy: bad.Remedy}
	}
	return err
}

// ParseStart reads a run that a page or mxgen run has written: a trace, a scenario or a link, which it tells
// apart by how they begin.  It reads no file that the text may name.  The error is a *config.Error, or one
// of package trace.
func ParseStart(text string) (Start, error) {
	begin := strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(begin, "{"):
		return parseTrace(text)
	case strings.Contains(begin, keyAlgorithm+"=") && !strings.Contains(begin, "\n"):
		link, err := ParseLink(begin)
		if err != nil {
			return Start{}, err
		}
		return link.Start()
	case strings.Contains(text, "\nsteps:"):
		scenario, err := scenarios.ParseChecked("opened", []byte(text), Untrusted)
		if err != nil {
			return Start{}, err
		}
		return OfScenario(scenario), nil
	}
	return Start{}, &config.Error{Operand: fmt.Sprintf("%.40q", begin), Reason: "begins neither a trace, nor a scenario, nor a link", Remedy: "open what a page has saved, or what mxgen run has written"}
}

// OfScenario begins at the end of a scenario.
func OfScenario(s *scenarios.Scenario) Start {
	st := Start{Setup: Setup{Config: s.Config}}
	for _, step := range s.Steps {
		st.Events = append(st.Events, step.Events...)
	}
	st.At = len(st.Events)
	return st
}

func parseTrace(text string) (Start, error) {
	r, err := trace.NewReader("opened", strings.NewReader(text))
	if err != nil {
		return Start{}, err
	}
	return OfTrace(r)
}

// OfTrace reads a complete trace.  It may be one with a seeded bug, which a session has saved.
func OfTrace(r *trace.Reader) (Start, error) {
	st := Start{Setup: Setup{Config: r.Header().Config}}
	if bug, is := strings.CutPrefix(r.Header().Origin.Program, ownProgram); is {
		st.Setup.Bug = bug
	}
	for {
		step, err := r.Next()
		if err == io.EOF {
			st.At = len(st.Events)
			return st, nil
		}
		if err != nil {
			return Start{}, err
		}
		st.Events = append(st.Events, step.Event)
	}
}
