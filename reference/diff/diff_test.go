package diff_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/diff"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
)

func side(cfg config.Config, steps []trace.Step) diff.Side {
	return diff.Side{Config: cfg, Steps: func() iter.Seq2[trace.Step, error] {
		return func(yield func(trace.Step, error) bool) {
			for k, s := range steps {
				s.Seq, s.Line = k+1, k+2
				if !yield(s, nil) {
					return
				}
			}
		}
	}}
}

// perform makes steps of labels, with sends and states from the program.
func perform(t testing.TB, cfg config.Config, labels ...string) (steps []trace.Step) {
	t.Helper()
	w := system(t, cfg).World()
	for k, label := range labels {
		e, err := event.Parse(label)
		if err != nil {
			t.Fatal(err)
		}
		sends, err := w.Step(e)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, trace.Step{Record: reference.NewRecord(k+1, e, sends, w.Node(e.Node))})
	}
	return steps
}

func system(t testing.TB, cfg config.Config) *reference.System {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys.Raw()
}

func compare(t testing.TB, a, b diff.Side, exact bool) diff.Result {
	t.Helper()
	r, err := diff.Compare(a, b, exact)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	ra = config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO}
	nm = config.Config{Algorithm: "neilsen-mizuno", N: 4, Network: config.Unordered, Token: 2, Edges: []config.Edge{{1, 2}, {2, 3}, {3, 4}}}
	ce = config.Config{Algorithm: "centralized", N: 4, Network: config.Unordered, Coordinator: 1}
)

// shuffle is another interleaving of the same events: at each point any node
// whose next event can happen by then.
func shuffle(t testing.TB, cfg config.Config, steps []trace.Step, random *rand.Rand) (other []trace.Step) {
	next := make([][]trace.Step, cfg.N+1)
	for _, s := range steps {
		next[s.Event.Node] = append(next[s.Event.Node], s)
	}
	w := system(t, cfg).World()
	for len(other) < len(steps) {
		i := 1 + random.IntN(cfg.N)
		if len(next[i]) == 0 || !w.Can(next[i][0].Event) {
			continue
		}
		if _, err := w.Step(next[i][0].Event); err != nil {
			t.Fatal(err)
		}
		other, next[i] = append(other, next[i][0]), next[i][1:]
	}
	return other
}

func simulated(t testing.TB, cfg config.Config, seed uint64, entries int) (steps []trace.Step) {
	t.Helper()
	err := simulate.Run(t.Context(), system(t, cfg), simulate.Options{Seed: seed, Entries: entries}, func(_ *reference.World, r reference.Record) error {
		steps = append(steps, trace.Step{Record: r})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestInterleavings: two interleavings of one partial order are equal; in mode
// exact they are equal only if they are the same.
func TestInterleavings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, cfg := range []config.Config{ra, nm, ce} {
		steps := simulated(t, cfg, 7, 10)
		a := side(cfg, steps)
		if r := compare(t, a, a, true); !r.Equal || r.Events != len(steps) {
			t.Errorf("%s: not equal to itself: %+v", cfg, r)
		}
		for range 20 {
			b := side(cfg, shuffle(t, cfg, steps, random))
			if r := compare(t, a, b, false); !r.Equal || r.Events != len(steps) {
				t.Errorf("%s: an interleaving differs: %+v", cfg, r.Divergence)
			}
			if r := compare(t, a, b, true); r.Equal {
				t.Errorf("%s: another order is exactly equal", cfg)
			}
		}
	}
}

// relation returns happens-before as text: the label of every event and, for every
// two, whether one precedes the other, by node and place at the node.
func relation(n int, steps []trace.Step) string {
	type id struct{ node, index int }
	before := map[id]map[id]bool{}
	var order []id
	text := map[id]string{}
	count := make([]int, n+1)
	sent := map[string][]id{}
	for _, s := range steps {
		e := s.Event
		count[e.Node]++
		me := id{e.Node, count[e.Node]}
		before[me] = map[id]bool{}
		causes := []id{{e.Node, count[e.Node] - 1}}
		if e.Kind == event.Receive {
			key := fmt.Sprint(e.Peer, e.Node, e.Msg)
			causes = append(causes, sent[key][0])
			sent[key] = sent[key][1:]
		}
		for _, c := range causes {
			if c.index > 0 {
				before[me][c] = true
				for d := range before[c] {
					before[me][d] = true
				}
			}
		}
		for _, send := range s.Sends {
			key := fmt.Sprint(e.Node, send.To, send.Msg)
			sent[key] = append(sent[key], me)
		}
		text[me] = e.String()
		order = append(order, me)
	}
	slices.SortFunc(order, func(a, b id) int { return (a.node-b.node)*1000 + a.index - b.index })
	var out strings.Builder
	for _, a := range order {
		fmt.Fprint(&out, a, text[a])
		for _, b := range order {
			if before[a][b] {
				fmt.Fprint(&out, b)
			}
		}
	}
	return out.String()
}

// TestRelation: over all runs of a small system, two traces are equal if and only
// if they have equal happens-before relations.
func TestRelation(t *testing.T) {
	cfg := config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.Unordered, Rounds: 2}
	w := system(t, cfg).World()
	var runs [][]trace.Step
	var steps []trace.Step
	var visit func()
	visit = func() {
		state := w.AppendState(nil)
		ended := true
		for e := range w.Enabled() {
			ended = false
			sends, err := w.Step(e)
			if err != nil {
				t.Fatal(err)
			}
			steps = append(steps, trace.Step{Record: reference.NewRecord(len(steps)+1, e, sends, w.Node(e.Node))})
			visit()
			steps = steps[:len(steps)-1]
			w.SetState(state)
		}
		if ended {
			runs = append(runs, slices.Clone(steps))
		}
	}
	visit()
	random := rand.New(rand.NewPCG(3, 4))
	random.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	runs = runs[:min(50, len(runs))]
	var relations []string
	for _, a := range runs {
		relations = append(relations, relation(cfg.N, a))
	}
	equal := 0
	for k, a := range runs {
		for l, b := range runs {
			same := relations[k] == relations[l]
			if same {
				equal++
			}
			r := compare(t, side(cfg, a), side(cfg, b), false)
			if r.Equal != same {
				t.Fatalf("equal: %v, by happens-before %v: %v and %v", r.Equal, same, a, b)
			}
			if !same {
				checkPoint(t, r.Divergence.A)
				checkPoint(t, r.Divergence.B)
			}
		}
	}
	if equal <= len(runs) || equal == len(runs)*len(runs) {
		t.Errorf("%d of %d pairs are equal", equal, len(runs)*len(runs))
	}
}

// checkPoint: in a behaviour of the program the event of a point is enabled.
func checkPoint(t *testing.T, p diff.Point) {
	t.Helper()
	if p.Misfit != "" || p.Event != "" && !slices.Contains(p.Possible, p.Event) {
		t.Errorf("%+v", p)
	}
}

// TestEarliest: of several differences the one that precedes the others is shown,
// independently of its place in the files.
func TestEarliest(t *testing.T) {
	begin := []string{"request 1", "receive 2<-1 REQUEST 1", "receive 3<-1 REQUEST 1"}
	for name, c := range map[string]struct {
		a, b           []string
		node           int
		index          int
		eventA, eventB string
		possible       string // of A
	}{
		"cause before effect": {
			a:    []string{"receive 1<-2 REPLY", "receive 1<-3 REPLY", "enter 1"},
			b:    []string{"request 2", "receive 1<-2 REPLY", "receive 1<-2 REQUEST 2", "receive 1<-3 REPLY"},
			node: 2, index: 2, eventB: "request 2", possible: `["request 2"]`,
		},
		"one goes on": {
			a:    []string{"receive 1<-2 REPLY"},
			b:    []string{"receive 1<-2 REPLY", "request 3", "receive 1<-3 REPLY", "receive 1<-3 REQUEST 2"},
			node: 3, index: 2, eventB: "request 3", possible: `["request 3"]`,
		},
		// In A node 3's difference precedes that of node 1, in B it is the other
		// way round.
		"each before the other": {
			a:    []string{"request 3", "receive 1<-2 REPLY", "receive 1<-3 REPLY", "receive 1<-3 REQUEST 2", "request 2"},
			b:    []string{"receive 1<-2 REPLY", "receive 1<-3 REPLY", "enter 1", "exit 1", "request 1", "receive 3<-1 REQUEST 1"},
			node: 3, index: 2, eventA: "request 3", eventB: "receive 3<-1 REQUEST 1",
			possible: `["request 3"]`,
		},
	} {
		r := compare(t, side(ra, perform(t, ra, append(slices.Clone(begin), c.a...)...)), side(ra, perform(t, ra, append(slices.Clone(begin), c.b...)...)), false)
		d := r.Divergence
		if r.Equal || d == nil {
			t.Errorf("%s: equal", name)
			continue
		}
		possible, _ := json.Marshal(d.A.Possible)
		if d.Node != c.node || d.Index != c.index || d.A.Event != c.eventA || d.B.Event != c.eventB || string(possible) != c.possible || d.Differs != diff.ByEvent {
			t.Errorf("%s: %+v", name, d)
		}
		checkPoint(t, d.A)
		checkPoint(t, d.B)
	}
}

// TestExact: mode exact compares step by step and lists the enabled events of all
// nodes.
func TestExact(t *testing.T) {
	a, b := perform(t, ra, "request 1", "request 2"), perform(t, ra, "request 1", "receive 3<-1 REQUEST 1")
	d := compare(t, side(ra, a), side(ra, b), true).Divergence
	if d == nil || d.Node != 0 || d.Index != 2 || d.A.Line != 3 || d.A.Event != "request 2" || len(d.A.Possible) != 4 || d.B.State.String() != "phase IDLE, num 0, hi 0, replies 0, deferred 0" {
		t.Errorf("%+v", d)
	}
	d = compare(t, side(ra, a[:1]), side(ra, b), true).Divergence
	if d == nil || d.Node != 3 || d.Index != 2 || d.A.Event != "" || d.B.Event != "receive 3<-1 REQUEST 1" {
		t.Errorf("%+v", d)
	}
}

// TestSendsAndStates: sent messages and states are compared if both traces have
// them.
func TestSendsAndStates(t *testing.T) {
	good := perform(t, ra, "request 1", "receive 2<-1 REQUEST 1", "receive 1<-2 REPLY")
	for _, exact := range []bool{false, true} {
		change := func(do func(*trace.Step)) diff.Result {
			bad := slices.Clone(good)
			do(&bad[1])
			return compare(t, side(ra, good), side(ra, bad), exact)
		}
		r := change(func(s *trace.Step) { s.Sends = nil })
		if r.Equal || r.Divergence.Differs != diff.BySends || fmt.Sprint(r.Divergence.A.Sends, r.Divergence.B.Sends) != "[REPLY to 1] []" {
			t.Errorf("sends: %+v", r.Divergence)
		}
		r = change(func(s *trace.Step) { s.After = []reference.Var{{Name: "hi", Number: 2}} })
		if r.Equal || r.Divergence.Differs != diff.ByState || r.Divergence.B.After.String() != "hi 2" || r.Divergence.Node != 2 || r.Divergence.Index != map[bool]int{false: 1, true: 2}[exact] {
			t.Errorf("state: %+v", r.Divergence)
		}
		for _, silent := range []func(*trace.Step){
			func(s *trace.Step) { s.Sends, s.NoSends = nil, true },
			func(s *trace.Step) { s.After, s.NoState = nil, true },
			func(s *trace.Step) { s.After = []reference.Var{{Name: "hi", Number: 1}} },
		} {
			if r := change(silent); !r.Equal {
				t.Errorf("what is not known differs: %+v", r.Divergence)
			}
		}
	}
}

// TestMisfit: a trace that is not a behaviour of the program is compared too, and
// the result says so.
func TestMisfit(t *testing.T) {
	good := perform(t, ra, "request 1", "receive 2<-1 REQUEST 1", "receive 1<-2 REPLY", "receive 3<-1 REQUEST 1")
	bad := slices.Clone(good)
	bad[0] = trace.Step{Record: reference.Record{Event: event.Event{Kind: event.Exit, Node: 3}}, NoSends: true, NoState: true}
	d := compare(t, side(ra, good), side(ra, bad), false).Divergence
	if d == nil || d.Node != 1 || d.A.Misfit != "" || d.B.Event != "receive 1<-2 REPLY" || !strings.HasPrefix(d.B.Misfit, "line 2: exit 3: cannot happen here") {
		t.Errorf("%+v", d)
	}
}

// TestImpossible: a trace that is no run is equal to nothing, not even to itself, and is
// named, whether or not the two differ.
func TestImpossible(t *testing.T) {
	good := perform(t, ra, "request 1", "receive 2<-1 REQUEST 1", "receive 1<-2 REPLY", "receive 3<-1 REQUEST 1")
	acausal := slices.Clone(good)
	acausal[0], acausal[1] = good[1], good[0] // the REQUEST arrives before it is sent
	silent := slices.Clone(acausal)
	for k := range silent {
		silent[k].NoSends, silent[k].NoState = true, true
	}
	lying := slices.Clone(good)
	lying[2].After = []reference.Var{{Name: "replies", Number: 5}}
	forged := slices.Clone(good)
	forged[1].Sends = nil
	const early = "receive 2<-1 REQUEST 1: cannot happen here"
	for name, c := range map[string]struct {
		a, b []trace.Step
		want string // trace, line and the beginning of the reason of each
	}{
		"itself":             {acausal, acausal, "a 2 " + early + "\nb 2 " + early},
		"without sends":      {silent, silent, "a 2 " + early + "\nb 2 " + early},
		"a run":              {good, acausal, "b 2 " + early},
		"the other side":     {acausal, good, "a 2 " + early},
		"a state":            {lying, lying, "a 4 receive 1<-2 REPLY: replies of node 1\nb 4 receive 1<-2 REPLY: replies of node 1"},
		"sends":              {forged, forged, "a 3 receive 2<-1 REQUEST 1: sends REPLY to 1, in the trace nothing\nb 3 receive 2<-1 REQUEST 1: sends"},
		"after a difference": {good[:1], append(slices.Clone(good), good[0]), "b 6 request 1: cannot happen here"},
	} {
		for _, exact := range []bool{false, true} {
			r := compare(t, side(ra, c.a), side(ra, c.b), exact)
			wants := strings.Split(c.want, "\n")
			if r.Equal || r.Events != 0 || len(r.Impossible) != len(wants) {
				t.Errorf("%s: %+v", name, r)
				continue
			}
			for k, want := range wants {
				i := r.Impossible[k]
				if got := fmt.Sprint(i.Trace, " ", i.Line, " ", i.Reason); !strings.HasPrefix(got, want) || !strings.HasPrefix(i.Reason, i.Event) {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
		}
	}
	if r := compare(t, side(ra, good), side(ra, good), false); !r.Equal || r.Impossible != nil {
		t.Errorf("a run: %+v", r)
	}
}

// TestInput: traces of different configurations are not compared, and an
// error of reading is handed on.
func TestInput(t *testing.T) {
	steps := perform(t, nm, "request 2")
	other := nm
	other.Topology, other.Bug, other.Rounds = "line", "bug", 9
	if r := compare(t, side(nm, steps), side(other, steps), false); !r.Equal {
		t.Errorf("%+v", r.Divergence)
	}
	other.Edges = []config.Edge{{1, 2}, {2, 3}, {2, 4}}
	var input *config.Error
	if _, err := diff.Compare(side(nm, steps), side(other, steps), false); !errors.As(err, &input) || !strings.Contains(err.Error(), "different configurations") {
		t.Errorf("error %v", err)
	}
	broken := errors.New("broken")
	failing := diff.Side{Config: nm, Steps: func() iter.Seq2[trace.Step, error] {
		return func(yield func(trace.Step, error) bool) {
			_ = yield(steps[0], nil) && yield(trace.Step{}, broken)
		}
	}}
	for _, exact := range []bool{false, true} {
		for _, sides := range [][2]diff.Side{{failing, side(nm, steps)}, {side(nm, append(slices.Clone(steps), steps...)), failing}} {
			if _, err := diff.Compare(sides[0], sides[1], exact); !errors.Is(err, broken) {
				t.Errorf("error %v", err)
			}
		}
	}
}

// TestJSON: the result as JSON keeps the order of variables.
func TestJSON(t *testing.T) {
	r := compare(t, side(ra, perform(t, ra, "request 1")), side(ra, perform(t, ra, "request 2")), false)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"schema":"mxgen.diff/v1","mode":"partial-order","equal":false,"divergence":{"node":1,"index":1,"differs":"event",` +
		`"a":{"line":2,"event":"request 1","state":{"phase":0,"num":0,"hi":0,"replies":0,"deferred":0},"possible":["request 1"]},` +
		`"b":{"state":{"phase":0,"num":0,"hi":0,"replies":0,"deferred":0},"possible":["request 1","receive 1\u003c-2 REQUEST 1"]}}}`
	if !bytes.Equal(text, []byte(want)) {
		t.Errorf("%s", text)
	}
}
