package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/live"
	"github.com/mxgen/mxgen/reference/processes"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/statespace"
	"github.com/mxgen/mxgen/runner/trail"
)

// TestMain: the test's own binary is the program of the nodes as well.
func TestMain(m *testing.M) {
	if os.Getenv("MXGEN_TEST_NODE") == "" {
		os.Exit(m.Run())
	}
	if err := processes.Node(context.Background(), os.Stdin, os.Stdout, programs.New); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// How many executions of each algorithm are judged, and how often each node enters.
const (
	simulations = 50
	liveRuns    = 20
	processRuns = 5
	entries     = 2
)

// Both judges accept the executions of every driver: complete, and with the deliveries
// removed.  The model executes all runs of an algorithm in one run of pan, because starting
// pan takes much longer than these runs.
func TestExecutions(t *testing.T) {
	r := testReplayer(t)
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			j := newJudges(t, a.Name)
			for seed := range uint64(simulations) {
				j.program(fmt.Sprintf("simulation %d", seed), j.simulation(seed))
			}
			for seed := range uint64(liveRuns) {
				j.program(fmt.Sprintf("live run %d", seed), j.live(seed))
			}
			for seed := range uint64(processRuns) {
				j.program(fmt.Sprintf("processes %d", seed), j.processes(seed))
			}
			j.model(r)
		})
	}
}

// judges are the two judges of an algorithm's runs.
type judges struct {
	t    *testing.T
	sys  *reference.System
	runs []acceptedRun
}

// acceptedRun is a run that the program accepts.
type acceptedRun struct {
	name   string
	events []event.Event
}

func newJudges(t *testing.T, algorithm string) *judges {
	t.Helper()
	sys, err := programs.New(testenv.Config(t, algorithm, executed(algorithm)))
	if err != nil {
		t.Fatal(err)
	}
	return &judges{t: t, sys: sys}
}

// executed has the flags of the configuration that is executed, where three nodes and what
// is left out do not suffice.
func executed(algorithm string) string {
	switch algorithm {
	case "carvalho-roucairol", "lamport", "maekawa":
		return fmt.Sprintf("--n 3 --rounds %d", entries)
	case "singhal": // without the repair it loses requests, and a run may end in a deadlock
		return fmt.Sprintf("--n 3 --variant repaired --rounds %d", entries)
	case "raymond-k":
		return fmt.Sprintf("--n 3 --k 2 --rounds %d", entries)
	}
	return "--n 3"
}

// program lets the program judge logs as they are, and without deliveries.
func (j *judges) program(name string, logs []check.Log) {
	j.t.Helper()
	var without []check.Log
	for _, l := range logs {
		without = append(without, withoutDeliveries(j.t, l))
	}
	j.accept(name, logs, true)
	j.accept(name+" without deliveries", without, false)
}

// accept lets the program judge logs, and keeps the run that it finds.
func (j *judges) accept(name string, logs []check.Log, complete bool) {
	j.t.Helper()
	found, err := check.Check(j.t.Context(), logs, check.Options{MaxBytes: 200 << 20})
	if err != nil {
		j.t.Fatalf("%s: %v", name, err)
	}
	if found.Verdict != check.Accepted || len(found.Broken) > 0 {
		j.t.Fatalf("%s: the program: %s %s %+v %+v", name, found.Verdict, found.Reason, found.Rejection, found.Broken)
	}
	if inferred := found.Inferred(); complete && len(inferred) > 0 {
		j.t.Errorf("%s: %v inferred in complete logs", name, inferred)
	}
	run := acceptedRun{name: name}
	for _, s := range found.Completion {
		run.events = append(run.events, s.Event)
	}
	if found.Whole {
		for l, err := range logs[0].Lines() {
			if err != nil {
				j.t.Fatalf("%s: %v", name, err)
			}
			run.events = append(run.events, l.Event)
		}
	}
	j.runs = append(j.runs, run)
}

// model lets SPIN's model execute all runs, one after the other, and compares the states.
func (j *judges) model(r Replayer) {
	job, err := runner.Prepare(j.t.Context(), r.Tools, testenv.BareModel(j.t, j.sys.Config), runner.KeepWriteOnly, r.Limits)
	if err != nil {
		j.t.Fatal(err)
	}
	defer job.Close()
	var worlds []modelled
	labels := func(yield func(string) bool) {
		for k, run := range j.runs {
			if k > 0 && !yield(statespace.Again) {
				return
			}
			if !j.inNormalForm(run, func(label string, m modelled) bool {
				worlds = append(worlds, m)
				return label == "" || yield(label)
			}) {
				return
			}
		}
	}
	spare := j.sys.World()
	err = statespace.Drive(j.t.Context(), job, labels, func(k int, variables []trail.Variable) error {
		m := worlds[k]
		spare.SetState([]byte(m.state))
		if err := compareState(spare, variables); err != nil {
			return fmt.Errorf("%s: %w", m.after, err)
		}
		return nil
	}, r.Limits)
	if impossible := (*statespace.ImpossibleError)(nil); errors.As(err, &impossible) {
		j.t.Fatalf("%s: %v", worlds[impossible.Number].after, err)
	}
	if err != nil {
		j.t.Fatal(err)
	}
}

// modelled is a state of a run in normal form.
type modelled struct {
	state string
	after string // which run, and which event
}

// inNormalForm calls do with the initial state, whose label is empty, and with each event in
// normal form.
func (j *judges) inNormalForm(run acceptedRun, do func(label string, m modelled) bool) bool {
	if !do("", modelled{string(j.sys.World().AppendState(nil)), run.name}) {
		return false
	}
	goesOn := true
	n := &normalTrace{j.sys, func() iter.Seq2[event.Event, error] {
		return func(yield func(event.Event, error) bool) {
			for _, e := range run.events {
				if !yield(e, nil) {
					return
				}
			}
		}
	}}
	if _, err := n.steps(func(s modelStep) bool {
		if s.world == nil {
			j.t.Errorf("%s: the program cannot do event %d", run.name, s.number)
			goesOn = false
		} else {
			goesOn = do(s.label, modelled{string(s.world.AppendState(nil)), fmt.Sprintf("%s: after event %d, %s", run.name, s.number, s.label)})
		}
		return goesOn
	}); err != nil {
		j.t.Errorf("%s: %v", run.name, err)
	}
	return goesOn
}

// traced is the trace of a run as one log.
func (j *judges) traced(driver string, run func(func(reference.Record) error) error) []check.Log {
	j.t.Helper()
	var text bytes.Buffer
	w, err := trace.NewWriter(&text, trace.Header{Config: j.sys.Config, Origin: trace.Origin{Driver: driver}})
	if err == nil {
		err = run(func(r reference.Record) error { return w.Write(trace.Step{Record: r}) })
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		j.t.Fatal(err)
	}
	return []check.Log{textLog(driver, text.Bytes())}
}

func (j *judges) simulation(seed uint64) []check.Log {
	return j.traced(trace.Sim, func(observe func(reference.Record) error) error {
		opts := simulate.Options{Seed: seed, Entries: entries, Scheduler: simulate.Schedulers[seed%uint64(len(simulate.Schedulers))]}
		return simulate.Run(j.t.Context(), j.sys, opts, func(_ *reference.World, r reference.Record) error { return observe(r) })
	})
}

func (j *judges) live(seed uint64) []check.Log {
	return j.traced(trace.Live, func(observe func(reference.Record) error) error {
		return live.Run(j.t.Context(), j.sys, live.Options{Seed: seed, Entries: entries}, observe)
	})
}

// processes executes the nodes as processes, which are disturbed in all runs but one.
func (j *judges) processes(seed uint64) (logs []check.Log) {
	j.t.Helper()
	dir := j.t.TempDir()
	var d processes.Disturbances
	for option, value := range map[uint64]map[string]string{
		1: {"slow-link": "1-2=3ms"}, 2: {"slow-node": "2=1ms"}, 3: {"pause": "3=10ms@1ms"}, 4: {"kill": "1@6"},
	}[seed] {
		if err := d.Add(option, value, j.sys.Config.N); err != nil {
			j.t.Fatal(err)
		}
	}
	result, err := processes.Run(j.t.Context(), j.sys, processes.Options{
		Command: func() *exec.Cmd {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), "MXGEN_TEST_NODE=1")
			return c
		},
		Directory: dir, Seed: seed, Entries: entries, Limit: time.Minute, Disturbances: d,
	})
	if err != nil || result.End == processes.Late || result.End == processes.Stuck && len(result.Killed) == 0 {
		j.t.Fatalf("processes %d: %+v, %v", seed, result, err)
	}
	for i := 1; i <= j.sys.Config.N; i++ {
		logs = append(logs, check.File(filepath.Join(dir, fmt.Sprintf("node-%d.jsonl", i))))
	}
	return logs
}

// withoutDeliveries is a log without its deliveries, whose header says so.
func withoutDeliveries(t *testing.T, log check.Log) check.Log {
	t.Helper()
	file, err := log.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		var l map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		if l["event"] == event.Receive.String() {
			continue
		}
		if l["schema"] != nil {
			records, _ := l["records"].(map[string]any)
			if records == nil {
				records = map[string]any{}
			}
			records["events"] = []string{"request", "enter", "exit"}
			l["records"] = records
		}
		delete(l, "seq") // it would have gaps, as if any line were lost
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	return textLog(log.Name, out.Bytes())
}

func textLog(name string, text []byte) check.Log {
	return check.Log{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
}
