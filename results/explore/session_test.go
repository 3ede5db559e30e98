package explore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/scenarios"
)

// standard is a session with the standard configuration of an algorithm.
func standard(t *testing.T, algorithm string) *Session {
	t.Helper()
	setup, err := Standard(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSession(setup, Limits{Seed: 7, SearchStates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// session is a session with parameters.
func session(t *testing.T, algorithm string, p models.Params) *Session {
	t.Helper()
	setup, err := NewSetup(algorithm, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSession(setup, Limits{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// step makes events happen that are given by their labels.
func (s *Session) step(t *testing.T, labels ...string) {
	t.Helper()
	for _, label := range labels {
		e, err := event.Parse(label)
		if err == nil {
			err = s.Step(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func encoded(s *Session) string { return string(s.World().AppendState(nil)) }

// TestSaved: what is saved of random runs of every algorithm is read back as the same run.
func TestSaved(t *testing.T) {
	for _, name := range algorithms.Names() {
		s := standard(t, name)
		if err := s.Random(40); err != nil {
			t.Fatal(err)
		}
		link, err := s.ShortLink()
		if err != nil {
			t.Fatal(err)
		}
		trace, err := s.Trace()
		if err != nil {
			t.Fatal(err)
		}
		scenario, err := s.Scenario()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"http://127.0.0.1:1/token/#" + link, "#" + link, link, string(trace), string(scenario)} {
			start, err := ParseStart(text)
			if err != nil {
				t.Errorf("%v\n%.400s", err, text)
				continue
			}
			again, err := start.Open(Limits{})
			if err != nil {
				t.Errorf("%v\n%.400s", err, text)
				continue
			}
			if !slices.EqualFunc(again.Run(), s.Run(), event.Event.Equal) || again.Depth() != s.Depth() {
				t.Errorf("another run:\n%.400s", text)
			}
			if start.Setup.Config.Rounds == s.Setup().Config.Rounds && encoded(again) != encoded(s) {
				t.Errorf("another state:\n%.400s", text)
			}
		}
		read, err := scenarios.Parse("x.yaml", scenario)
		if err == nil {
			err = read.Execute()
		}
		if err != nil {
			t.Errorf("%v\n%.400s", err, scenario)
		}
	}
}

// TestTree: nothing that was visited is lost.
func TestTree(t *testing.T) {
	s := session(t, "ricart-agrawala", models.Params{"n": "3"})
	initial := encoded(s)
	s.step(t, "request 1", "receive 2<-1 REQUEST 1")
	first := s.At()
	s.Back()
	s.step(t, "request 3")
	other, otherState := s.At(), encoded(s)
	visits := s.Visits(0, 9)
	if len(visits) != 3 || !visits[2].Current || len(visits[2].Branches) != 1 || visits[2].Branches[0].At != first || visits[2].Branches[0].Size != 1 {
		t.Errorf("the run is %+v", visits)
	}
	s.Back()
	s.step(t, "receive 2<-1 REQUEST 1")
	if s.At() != first || s.Len() != 4 {
		t.Errorf("an event that was chosen before leads to state %d of %d, not %d of 4", s.At(), s.Len(), first)
	}
	if err := s.Jump(0); err != nil || encoded(s) != initial {
		t.Errorf("%v: not the initial state", err)
	}
	s.Back()
	s.Forward()
	s.Forward()
	s.Forward()
	if s.At() != first {
		t.Errorf("forward leads to state %d, not where the person was last, %d", s.At(), first)
	}
	if err := s.Jump(other); err != nil || encoded(s) != otherState {
		t.Errorf("%v: not the state of before", err)
	}
	if s.Length() != 2 {
		t.Errorf("the run has %d events", s.Length())
	}
	for _, refused := range []error{s.Jump(-1), s.Jump(4), s.JumpDepth(3), s.JumpDepth(-1), s.Step(event.Event{Kind: event.Enter, Node: 9}), s.Step(event.Event{})} {
		if !errors.As(refused, new(*config.Error)) || s.At() != other {
			t.Errorf("%v, and now at state %d", refused, s.At())
		}
	}
}

// TestFull: a tree that is full says so, and can still be walked.
func TestFull(t *testing.T) {
	setup, err := Standard("lamport")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSession(setup, Limits{States: 5})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Random(10)
	if err == nil || !strings.Contains(err.Error(), "5 states are kept, as many as there is room for; save the run") || s.Depth() != 4 {
		t.Errorf("%v at depth %d", err, s.Depth())
	}
	s.Back()
	s.Forward()
	if s.Depth() != 4 {
		t.Error("cannot be walked")
	}
}

// TestChallenges: every challenge can be solved, and the solution that a search finds solves it.
func TestChallenges(t *testing.T) {
	count := 0
	for _, name := range algorithms.Names() {
		all, err := Challenges(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			s, err := NewSession(c.Setup, Limits{SearchStates: 50_000})
			if err != nil {
				t.Errorf("%s: %v", c.Setup, err)
				continue
			}
			if err := s.SetChallenge(c.Property); err != nil {
				t.Error(err)
			}
			if _, solved := s.Challenge(); solved != nil {
				t.Errorf("%s: %s is violated at the start", c.Setup, c.Property)
			}
			run, err := s.ShortestTo(t.Context(), c.Property)
			if err == nil {
				err = s.Replay(run)
			}
			if _, solved := s.Challenge(); err != nil || solved == nil || s.DepthOf(solved.At) != len(run) {
				t.Errorf("%s: %s: %v, solved by %v: %+v", c.Setup, c.Property, err, run, solved)
			}
			count++
		}
	}
	if count < 80 {
		t.Errorf("only %d challenges", count)
	}
	s := session(t, "ricart-agrawala", nil)
	if err := s.SetChallenge("mutx"); err == nil || !strings.Contains(err.Error(), "did you mean mutex?") {
		t.Error(err)
	}
	if _, err := s.ShortestTo(t.Context(), "mutex"); err == nil || !strings.Contains(err.Error(), "no run violates it") {
		t.Error(err)
	}
}

// TestBug: the same events, with the bug and without it; each property is judged anew.
func TestBug(t *testing.T) {
	s := session(t, "neilsen-mizuno", models.Params{"n": "3"})
	s.step(t, "request 2", "receive 1<-2 REQUEST 2")
	if v := s.Broken(); v != nil {
		t.Errorf("violated: %+v", v)
	}
	bug := s.Setup()
	bug.Bug = "a-holder-passes-the-token-on-and-keeps-it"
	kept, err := s.Explore(bug)
	if v := s.Broken(); err != nil || kept != 2 || len(v) != 1 || v[0].Property != "token" {
		t.Errorf("%v, %d events kept, violated: %+v", err, kept, v)
	}
	if part, err := NewSetup("neilsen-mizuno", models.Params{"bug": "keeps-it"}); err != nil || part.Bug != bug.Bug {
		t.Errorf("a part of the name: %v, %v", part, err)
	}
	if _, err := NewSetup("neilsen-mizuno", models.Params{"bug": "node"}); err == nil || !strings.Contains(err.Error(), "is a part of the names of") {
		t.Error(err)
	}
	// Other programs do not have it.
	for _, c := range []struct {
		algorithm, bug, want string
		params               models.Params
	}{
		{"neilsen-mizuno", "idle-holder-keeps-token", "is none of the program, which is what is explored; such are an-idle-holder-does-not-pass-the-token-on", nil},
		{"raymond", bug.Bug, "is none of the program", nil},
		{"maekawa", "one-member-is-enough", `is in the program of another variant, such as "ordered"`, models.Params{"rounds": "1"}},
	} {
		setup, err := NewSetup(c.algorithm, c.params)
		if err != nil {
			t.Fatal(err)
		}
		setup.Bug = c.bug
		if _, err := NewSession(setup, Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", setup, err, c.want)
		}
	}
}

// TestStarvation: a run that comes back to an earlier state is judged, raw numbers or not.
func TestStarvation(t *testing.T) {
	// The coordinator may let node 2 wait for ever only if that is unfair.
	s := session(t, "ricart-agrawala-token", models.Params{"n": "3", "variant": "arbitrary"})
	run, err := s.ShortestTo(t.Context(), "starvation")
	if err == nil {
		err = s.Replay(run)
	}
	if err != nil {
		t.Fatal(err)
	}
	last := s.Broken()
	if len(last) != 1 || last[0].Property != "starvation" || !strings.Contains(last[0].Reason, "are repeated, which is fair") {
		t.Errorf("after %v: %+v", run, last)
	}
	// Here node 1 could enter throughout, and does not: that is not fair.
	s = session(t, "centralized", models.Params{"n": "3"})
	s.step(t, "request 2", "receive 1<-2 REQUEST", "receive 2<-1 GRANT")
	if v := s.Broken(); v != nil {
		t.Errorf("violated: %+v", v)
	}
}

// TestShortest: the shortest run to a state leads to the same normal form, also where outdated messages
// are in the way on a link that keeps the order.
func TestShortest(t *testing.T) {
	for _, name := range []string{"ricart-agrawala", "suzuki-kasami", "ricart-agrawala-token", "token-ring", "raymond"} {
		for _, network := range []string{"fifo", "unordered"} {
			s := session(t, name, models.Params{"n": "3", "network": network})
			for range 5 {
				if err := s.Random(30); err != nil {
					t.Fatal(err)
				}
				s.reduce([]byte(encoded(s)))
				want := string(s.reduced.AppendState(nil))
				had := s.Depth()
				run, err := s.ShortestHere(t.Context())
				if err == nil {
					err = s.Replay(run)
				}
				if err != nil {
					t.Fatalf("%s: %v", s.Setup(), err)
				}
				s.reduce([]byte(encoded(s)))
				if got := string(s.reduced.AppendState(nil)); got != want || len(run) > had {
					t.Errorf("%s: %d events instead of %d, the same state: %v", s.Setup(), len(run), had, got == want)
				}
			}
		}
	}
}

// TestUntilEntry: somebody enters.
func TestUntilEntry(t *testing.T) {
	for _, name := range algorithms.Names() {
		s := standard(t, name)
		if err := s.UntilEntry(); err != nil || s.World().InPhase(reference.CS).Len() != 1 {
			t.Errorf("%s: %v: %d inside", name, err, s.World().InPhase(reference.CS).Len())
		}
	}
}
