package convert_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/reference/trace/shiviz"
	"github.com/mxgen/mxgen/results/convert"
)

// configurations has one of each algorithm.
var configurations = []string{
	"carvalho-roucairol --n 3 --rounds 2", "centralized --n 3", "centralized --n 3 --coordinator 2", "lamport --n 3 --rounds 2", "maekawa --n 3 --rounds 2",
	"neilsen-mizuno --n 4 --topology star", "raymond --n 4 --topology line", "raymond-k --n 3 --k 2 --rounds 2", "ricart-agrawala --n 3 --network fifo",
	"ricart-agrawala-token --n 3", "singhal --n 3 --rounds 2", "suzuki-kasami --n 3", "token-ring --n 3",
	"neilsen-mizuno --n 3 --variant init", "ricart-agrawala --n 2 --variant arbitrary-number=3",
}

// logOf is a log in memory.
func logOf(name, text string) check.Log {
	return check.Log{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// simulated is a trace of a configuration.
func simulated(t testing.TB, configuration string) string {
	t.Helper()
	cfg, err := convert.ParseConfiguration(configuration)
	if err != nil {
		t.Fatal(err)
	}
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Config: cfg, Origin: trace.Origin{Driver: trace.Sim}})
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(context.Background(), sys, simulate.Options{Seed: 5, Scheduler: "random", Entries: 2}, func(_ *reference.World, r reference.Record) error {
		return w.Write(trace.Step{Record: r})
	})
	if err == nil || errors.Is(err, simulate.ErrStuck) {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// runOf is the run of a trace.
func runOf(t testing.TB, text string) *convert.Run {
	t.Helper()
	run, err := convert.FromLogs(context.Background(), []check.Log{logOf("x", text)}, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestTrace: a trace converted to a trace has the same events.
func TestTrace(t *testing.T) {
	for _, c := range configurations {
		text := simulated(t, c)
		var out bytes.Buffer
		if err := runOf(t, text).Trace(context.Background(), &out); err != nil {
			t.Errorf("%s: %v", c, err)
		}
		if out.String() != text {
			t.Errorf("%s: another trace", c)
		}
	}
}

// TestShiVizRoundTrip: what ShiViz gets is read back as a trace that is a run, and whose
// completion has the same events at each node.
func TestShiVizRoundTrip(t *testing.T) {
	for _, c := range configurations {
		text := simulated(t, c)
		run := runOf(t, text)
		var log, again, back bytes.Buffer
		err := convert.ShiViz(context.Background(), &log, []*convert.Run{run})
		if err != nil {
			t.Fatal(err)
		}
		checkClocks(t, text, log.String())
		read, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", log.String())}, convert.ShiVizOptions{})
		if err != nil {
			t.Errorf("%s: %v", c, err)
			continue
		}
		if err := read.Write(&again); err != nil {
			t.Fatal(err)
		}
		completed, err := convert.FromLogs(context.Background(), []check.Log{logOf("x.jsonl", again.String())}, check.Options{})
		if err != nil {
			t.Errorf("%s: %v", c, err)
			continue
		}
		if err := completed.Trace(context.Background(), &back); err != nil {
			t.Fatal(err)
		}
		if one, other := byNode(t, text), byNode(t, back.String()); one != other {
			t.Errorf("%s: the events of the nodes are %s, then %s", c, one, other)
		}
	}
}

// byNode has the events of each node, in order.
func byNode(t *testing.T, text string) string {
	of := map[int][]string{}
	for l, err := range logOf("x", text).Lines() {
		if err != nil {
			t.Fatal(err)
		}
		of[l.Event.Node] = append(of[l.Event.Node], l.Event.String())
	}
	return fmt.Sprint(of)
}

// checkClocks computes the events that each event knows from the trace's own sends and
// receipts, by reaching backwards, and compares them with the clocks of the log.
func checkClocks(t *testing.T, text, log string) {
	t.Helper()
	var steps []trace.Line
	for l, err := range logOf("x", text).Lines() {
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, l)
	}
	r, err := shiviz.NewReader("x.log", strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	k := 0
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for j := range knownBy(steps, k) {
			count[fmt.Sprint(steps[j].Event.Node)]++
		}
		if fmt.Sprint(count) != fmt.Sprint(e.Clock) || e.Text != steps[k].Event.String() {
			t.Fatalf("event %d, %s: clock %v of %q, want %v", k+1, steps[k].Event, e.Clock, e.Text, count)
		}
		k++
	}
	if k != len(steps) {
		t.Errorf("%d events of %d", k, len(steps))
	}
}

// knownBy are the events that happen before an event, and the event itself.
func knownBy(steps []trace.Line, k int) map[int]bool {
	known := map[int]bool{}
	var visit func(k int)
	visit = func(k int) {
		if known[k] {
			return
		}
		known[k] = true
		for j := k - 1; j >= 0; j-- {
			if steps[j].Event.Node == steps[k].Event.Node {
				visit(j)
				break
			}
		}
		if from := senderOf(steps, k); from >= 0 {
			visit(from)
		}
	}
	visit(k)
	return known
}

// senderOf is the event that sent the message of a receipt: the n-th such message on the link for
// the n-th such receipt, counted without those that were under way at the beginning.  -1: none.
func senderOf(steps []trace.Line, k int) int {
	e := steps[k].Event
	if e.Kind != event.Receive {
		return -1
	}
	var under []int
	for j := 0; j <= k; j++ {
		if s := steps[j]; s.Event.Node == e.Peer {
			for _, m := range s.Sends {
				if m.To == e.Node && m.Msg.Equal(e.Msg) {
					under = append(under, j)
				}
			}
		}
		if steps[j].Event.Equal(e) && len(under) > 0 {
			if j == k {
				return under[0]
			}
			under = under[1:]
		}
	}
	return -1
}

// TestTwoExecutions: two runs in one file, as ShiViz compares them.
func TestTwoExecutions(t *testing.T) {
	one, other := runOf(t, simulated(t, "centralized --n 3")), runOf(t, simulated(t, "token-ring --n 3"))
	var log bytes.Buffer
	if err := convert.ShiViz(context.Background(), &log, []*convert.Run{one, other}); err != nil {
		t.Fatal(err)
	}
	input := []check.Log{logOf("x.log", log.String())}
	if _, err := convert.ReadShiViz(context.Background(), input, convert.ShiVizOptions{}); err == nil || !strings.Contains(err.Error(), "a second execution begins; --execution K selects one") {
		t.Errorf("error %v", err)
	}
	read, err := convert.ReadShiViz(context.Background(), input, convert.ShiVizOptions{Execution: 2})
	if err != nil || read.Header.Config.Algorithm != "token-ring" {
		t.Errorf("%+v, error %v", read, err)
	}
	if _, err := convert.ReadShiViz(context.Background(), input, convert.ShiVizOptions{Execution: 3}); err == nil || !strings.Contains(err.Error(), "has no such event") {
		t.Errorf("error %v", err)
	}
}

func TestColumns(t *testing.T) {
	var out bytes.Buffer
	if err := runOf(t, simulated(t, "ricart-agrawala --n 2 --variant arbitrary-number=3")).Columns(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if lines[0] != "ricart-agrawala --n 2 --variant arbitrary-number=3 --network unordered (x)" {
		t.Error(lines[0])
	}
	for k, line := range lines[2 : len(lines)-1] {
		if !regexp.MustCompile(fmt.Sprintf(`^ *%d  .*(request [1-3], sends REQUEST [1-3] to [12]|REQUEST [1-3] from [12].*|REPLY from [12]|enter|exit.*)$`, k+1)).MatchString(line) {
			t.Errorf("line %q", line)
		}
	}
}

// goVector is a run of a program that uses GoVector, with its sends as events of their own.
const goVector = `alpha {"alpha":1}
Initialization Complete
alpha {"alpha":2}
INFO-acquire
alpha {"alpha":3}
INFO sending REQ 1 to beta
alpha {"alpha":4, "beta":3}
INFO got OK from beta
alpha {"alpha":5, "beta":3}
INFO-enter
beta {"beta":1}
Initialization Complete
beta {"alpha":3, "beta":2}
INFO got REQ 1 from alpha
beta {"alpha":3, "beta":3}
INFO sending OK to alpha
`

// rules say what its texts mean.
func rules(t *testing.T) convert.ShiVizOptions {
	cfg, err := convert.ParseConfiguration("ricart-agrawala --n 2")
	if err != nil {
		t.Fatal(err)
	}
	opts := convert.ShiVizOptions{Config: &cfg}
	opts.Names.Nodes = map[string]int{"alpha": 1, "beta": 2}
	opts.Names.Messages = map[string]string{"REQ": "REQUEST", "OK": "REPLY"}
	for _, text := range []string{`^acquire$=request`, `^got (.*) from (\w+)$=receive $1 from $2`, `^sending=-`} {
		rule, err := convert.ParseRule(text)
		if err != nil {
			t.Fatal(err)
		}
		opts.Names.Rules = append(opts.Names.Rules, rule)
	}
	return opts
}

// TestGoVector: clocks count the events of the trace alone, and hosts and messages have names.
func TestGoVector(t *testing.T) {
	read, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", goVector)}, rules(t))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := read.Write(&out); err != nil {
		t.Fatal(err)
	}
	_, events, _ := strings.Cut(out.String(), "\n")
	if want := `{"event":"request","node":1,"clock":{"1":1}}
{"event":"receive","node":1,"peer":2,"message":{"kind":"REPLY"},"clock":{"1":2,"2":1}}
{"event":"enter","node":1,"clock":{"1":3,"2":1}}
{"event":"receive","node":2,"peer":1,"message":{"kind":"REQUEST","fields":[1]},"clock":{"1":1,"2":1}}
`; events != want {
		t.Errorf("got %s", events)
	}
	run, err := read.Run(context.Background(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := run.Result(); err != nil || len(r.Counterexample.Steps) != 4 {
		t.Errorf("%+v, error %v", r, err)
	}
	impossible := strings.Replace(goVector, "got OK from beta", "enter", 1)
	if read, err = convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", impossible)}, rules(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := read.Run(context.Background(), check.Options{}); err == nil || !strings.HasPrefix(err.Error(), "x.log:") {
		t.Errorf("error %v", err)
	}
}

// TestImpossible: what a log with clocks cannot be.
func TestImpossible(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"INFO-enter", "INFO hello", `line 9: no event: "hello" is not request, receive, enter or exit; --event`},
		{"INFO-enter", "enter beta", "line 9: the text says node 2, the host is node 1"},
		{"INFO-enter", "receive FOO from beta", `line 9: message "FOO": ricart-agrawala has REQUEST, REPLY`},
		{"INFO-enter", "receive OK from gamma", `line 9: node "gamma": the header names alpha, beta`},
		{"INFO-enter", "receive ok from beta", `line 9: a message needs a class in capitals`},
		{"INFO-enter", "exit alpha 0", `line 9: "0" is not a number of at least 1`},
		{`alpha {"alpha":5,`, `alpha {"alpha":6,`, "line 9: events of node 1 are missing: this is number 6, want 5"},
		{`alpha {"alpha":5,`, `alpha {"alpha":4,`, "line 9: event 4 of node 1 comes again: want 5"},
		{`"alpha":5, "beta":3`, `"alpha":5, "beta":2`, "line 9: impossible clock: node 1 has known 3 events of node 2 before, and now 2"},
		{`"alpha":5, "beta":3`, `"alpha":5, "beta":7`, "line 9: impossible clock: it knows event 7 of node 2, which has 3"},
		{`beta {"alpha":3,`, `beta {"alpha":4,`, "line 7: impossible clock: it knows event 3 of node 2, which knows event 4 of node 1"},
		{`alpha {"alpha":5, "beta":3}`, `gamma {"gamma":1}`, `line 9: node "gamma": the header names alpha, beta`},
		{`"alpha":5, "beta":3`, `"alpha":5, "gamma":3`, `line 9: clock: node "gamma": the header names alpha, beta`},
	} {
		text := strings.ReplaceAll(goVector, c.from, c.to)
		if text == goVector {
			t.Fatalf("%s: not there", c.from)
		}
		read, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", text)}, rules(t))
		if err == nil {
			err = read.Write(io.Discard)
		}
		checkError(t, err)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %s", c.to, err, c.want)
		}
	}
	var other bytes.Buffer
	if err := convert.ShiViz(context.Background(), &other, []*convert.Run{runOf(t, simulated(t, "centralized --n 2"))}); err != nil {
		t.Fatal(err)
	}
	opts := rules(t)
	opts.Names.Nodes = nil
	_, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", other.String())}, opts)
	checkError(t, err)
	if err == nil || !strings.Contains(err.Error(), "line 4: the execution is of centralized --n 2 --coordinator 1 --network unordered, not of ricart-agrawala --n 2") {
		t.Errorf("error %v", err)
	}
	opts = rules(t)
	opts.Config = nil
	if _, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", goVector)}, opts); err == nil || !strings.Contains(err.Error(), "--configuration") {
		t.Errorf("error %v", err)
	}
	opts = rules(t)
	opts.Names.Rules, opts.Names.IgnoreUnknown = nil, true
	if _, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", goVector)}, opts); err != nil {
		t.Errorf("error %v", err)
	}
}

// TestLabelNamesNoFile: the label of a log comes from somebody else.
func TestLabelNamesNoFile(t *testing.T) {
	log := shiviz.GoVector + "\n" + shiviz.Delimiter + "\n=== raymond --n 3 --topology file:/etc/passwd (x) ===\n1 {\"1\":1}\nrequest\n"
	if _, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", log)}, convert.ShiVizOptions{}); err == nil || !strings.Contains(err.Error(), "does not say which configuration") {
		t.Errorf("error %v", err)
	}
}

func TestParseRule(t *testing.T) {
	for _, text := range []string{"", "=", "a", "a=", "=enter", "(=enter"} {
		_, err := convert.ParseRule(text)
		checkError(t, err)
		if err == nil {
			t.Errorf("%q is a rule", text)
		}
	}
}

// checkError: an error is one short line, and bad input.
func checkError(t *testing.T, err error) {
	t.Helper()
	var typed *config.Error
	if err != nil && (!errors.As(err, &typed) || strings.ContainsAny(err.Error(), "\n\x00\x1b") || len(err.Error()) > 20_000) {
		t.Errorf("error %.300q", err)
	}
}

// FuzzReadShiViz: a log is refused, or becomes a trace that can be read.
func FuzzReadShiViz(f *testing.F) {
	f.Add(goVector)
	f.Add("1 {\"1\":1}\nrequest 1\n2 {\"1\":1,\"2\":1}\nreceive 2<-1 REQUEST 1\n")
	f.Add("1 {\"1\":1}\nreceive REQUEST 1 from 2\n1 {\"1\":2}\nreceive\n")
	f.Add("1 {\"1\":1,\"2\":2}\nenter\n2 {\"1\":1,\"2\":1}\nexit 2 1\n")
	f.Add(shiviz.GoVector + "\n" + shiviz.Delimiter + "\n=== lamport --n 2 --rounds 1 (x) ===\n1 {\"1\":1}\nrequest\n")
	cfg, err := models.Resolve("ricart-agrawala", models.Params{"n": "2"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, opts := range []convert.ShiVizOptions{{}, {Config: &cfg, Names: convert.Names{IgnoreUnknown: true}}} {
			read, err := convert.ReadShiViz(context.Background(), []check.Log{logOf("x.log", text)}, opts)
			var out bytes.Buffer
			if err == nil {
				err = read.Write(&out)
			}
			checkError(t, err)
			if err != nil {
				continue
			}
			for _, err := range logOf("x.jsonl", out.String()).Lines() {
				if err != nil {
					t.Errorf("%q becomes %q: %v", text, out.String(), err)
				}
			}
		}
	})
}

// TestLogOfEachNode: one log for each node, each with the line that GoVector writes before an
// execution; the log of a node may be missing.
func TestLogOfEachNode(t *testing.T) {
	const begin = " \n=== Execution #Sun Nov 29 08:57:45 UTC 2026  ===\n"
	alpha, beta, _ := strings.Cut(goVector, "beta {\"beta\":1}\n")
	logs := []check.Log{logOf("alpha.log", begin+alpha), logOf("beta.log", begin+"beta {\"beta\":1}\n"+beta)}
	var together, one, missing bytes.Buffer
	for _, c := range []struct {
		logs []check.Log
		out  *bytes.Buffer
	}{{logs, &together}, {[]check.Log{logOf("x.log", goVector)}, &one}, {logs[:1], &missing}} {
		read, err := convert.ReadShiViz(context.Background(), c.logs, rules(t))
		if err == nil {
			err = read.Write(c.out)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if together.String() != one.String() {
		t.Errorf("one log for each node becomes %s", together.String())
	}
	if text := missing.String(); strings.Count(text, "\n") != 4 || !strings.Contains(text, `"message":{"kind":"REPLY"},"clock":{"1":2}}`) {
		t.Errorf("without the log of beta: %s", text)
	}
}
