package convert_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
)

// An itfTrace is a trace as ADR-015 describes it.
type itfTrace struct {
	Meta   map[string]any
	Vars   []string
	States []map[string]any
	Loop   *int
}

// parseITF checks every rule of ADR-015 on a trace: which keys there are, that every state has
// every variable, and the forms of expressions.
func parseITF(text []byte) (out itfTrace, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var all map[string]any
	if err := d.Decode(&all); err != nil {
		return out, err
	}
	if d.More() {
		return out, fmt.Errorf("text after the trace")
	}
	for key, value := range all {
		ok := true
		switch key {
		case "#meta":
			out.Meta, ok = value.(map[string]any)
		case "params", "vars":
			var names []any
			names, ok = value.([]any)
			for _, n := range names {
				name, is := n.(string)
				ok = ok && is && !strings.HasPrefix(name, "#")
				if key == "vars" {
					out.Vars = append(out.Vars, name)
				}
			}
		case "states":
			var states []any
			states, ok = value.([]any)
			for _, s := range states {
				state, is := s.(map[string]any)
				ok = ok && is
				out.States = append(out.States, state)
			}
		case "loop":
			number, is := value.(json.Number)
			n, err := number.Int64()
			loop := int(n)
			out.Loop, ok = &loop, is && err == nil
		default:
			ok = false
		}
		if !ok {
			return out, fmt.Errorf("key %q: %.60v", key, value)
		}
	}
	if out.Vars == nil || out.States == nil {
		return out, fmt.Errorf("no vars, or no states")
	}
	if out.Loop != nil && (*out.Loop < 0 || *out.Loop >= len(out.States)) {
		return out, fmt.Errorf("loop %d: there are %d states", *out.Loop, len(out.States))
	}
	for k, s := range out.States {
		if err := checkState(out.Vars, s); err != nil {
			return out, fmt.Errorf("state %d: %w", k, err)
		}
		if about, is := s["#meta"].(map[string]any); !is || about["index"] != json.Number(fmt.Sprint(k)) {
			return out, fmt.Errorf("state %d: #meta %v", k, s["#meta"])
		}
	}
	return out, nil
}

func checkState(vars []string, state map[string]any) error {
	for _, v := range vars {
		if _, is := state[v]; !is {
			return fmt.Errorf("no %s", v)
		}
	}
	for name, value := range state {
		if name == "#meta" {
			continue
		}
		if !slices.Contains(vars, name) {
			return fmt.Errorf("%s is not among vars", name)
		}
		if err := checkExpression(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var bigint = regexp.MustCompile(`^-?[0-9]+$`)

// checkExpression checks one expression.
func checkExpression(e any) error {
	switch e := e.(type) {
	case string, bool:
		return nil
	case json.Number:
		if n, err := e.Int64(); err != nil || n <= -1<<53 || n >= 1<<53 {
			return fmt.Errorf("%s is not a whole number below 2^53", e)
		}
		return nil
	case []any:
		return checkAll(e)
	case map[string]any:
		for key, value := range e {
			if strings.HasPrefix(key, "#") {
				if len(e) != 1 {
					return fmt.Errorf("%s beside other keys", key)
				}
				return checkSpecial(key, value)
			}
			if err := checkExpression(value); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%T is no expression", e)
}

func checkAll(list []any) error {
	for _, e := range list {
		if err := checkExpression(e); err != nil {
			return err
		}
	}
	return nil
}

func checkSpecial(key string, value any) error {
	if key == "#bigint" {
		if text, is := value.(string); !is || !bigint.MatchString(text) {
			return fmt.Errorf("#bigint %v", value)
		}
		return nil
	}
	list, is := value.([]any)
	if !is || !slices.Contains([]string{"#tup", "#set", "#map"}, key) {
		return fmt.Errorf("%s %.60v", key, value)
	}
	keys := map[string]bool{}
	for _, e := range list {
		text := fmt.Sprint(e)
		if pair, is := e.([]any); key == "#map" {
			if !is || len(pair) != 2 {
				return fmt.Errorf("a #map with %.60v", e)
			}
			text = fmt.Sprint(pair[0])
		}
		if key != "#tup" && keys[text] {
			return fmt.Errorf("%s has %s twice", key, text)
		}
		keys[text] = true
	}
	return checkAll(list)
}

// TestParseITF: the check of the format must be able to fail.
func TestParseITF(t *testing.T) {
	good := `{"#meta":{},"vars":["x"],"states":[{"#meta":{"index":0},"x":{"#map":[[1,{"#set":[]}]]}}],"loop":0}`
	if _, err := parseITF([]byte(good)); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{`"loop":0`, `"loop":1`}, {`"loop":0`, `"lop":0`}, {`"vars":["x"]`, `"vars":["x","y"]`}, {`"vars":["x"]`, `"vars":[]`}, {`"index":0`, `"index":1`},
		{`{"#set":[]}`, `{"#set":1}`}, {`{"#set":[]}`, `{"#bag":[]}`}, {`{"#set":[]}`, `null`}, {`{"#set":[]}`, `1.5`}, {`{"#set":[]}`, `9007199254740992`},
		{`{"#set":[]}`, `{"#set":[1,1]}`}, {`{"#set":[]}`, `{"#bigint":"1x"}`}, {`[1,{"#set":[]}]`, `[1]`}, {`{"#set":[]}`, `{"#set":[],"a":1}`},
		{`"states":[`, `"states":[1,`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if _, err := parseITF([]byte(bad)); err == nil || bad == good {
			t.Errorf("%s is valid", bad)
		}
	}
}

// itfOf is a run in the format, checked.
func itfOf(t *testing.T, run *convert.Run) itfTrace {
	t.Helper()
	var out bytes.Buffer
	if err := run.ITF(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	parsed, err := parseITF(out.Bytes())
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out.Bytes())
	}
	return parsed
}

// TestITF: a trace of each algorithm, whose states are those that the lines of the trace have.
func TestITF(t *testing.T) {
	for _, c := range configurations {
		text := simulated(t, c)
		parsed := itfOf(t, runOf(t, text))
		if parsed.Loop != nil {
			t.Errorf("%s: a loop", c)
		}
		k := 0
		for l, err := range logOf("x", text).Lines() {
			if err != nil {
				t.Fatal(err)
			}
			k++
			state := parsed.States[k]
			if got := state["#meta"].(map[string]any)["event"]; got != l.Event.String() {
				t.Errorf("%s: state %d follows %v, want %s", c, k, got, l.Event)
			}
			for _, v := range l.After {
				want := fmt.Sprint(v.Number)
				if v.List != nil {
					want = fmt.Sprint(v.List)
				}
				if got := plainValue(argument(state[v.Name], l.Event.Node)); got != want {
					t.Errorf("%s: state %d: %s of node %d is %s, want %s", c, k, v.Name, l.Event.Node, got, want)
				}
			}
		}
		if len(parsed.States) != k+1 {
			t.Errorf("%s: %d states after %d events", c, len(parsed.States), k)
		}
	}
}

// argument is the value of a function for a node.
func argument(function any, node int) any {
	for _, p := range function.(map[string]any)["#map"].([]any) {
		if pair := p.([]any); plainValue(pair[0]) == fmt.Sprint(node) {
			return pair[1]
		}
	}
	return nil
}

// plainValue is an expression as a trace writes it: sets as bit masks, truth values and phases as
// numbers.
func plainValue(e any) string {
	switch e := e.(type) {
	case bool:
		return map[bool]string{false: "0", true: "1"}[e]
	case string:
		return fmt.Sprint(slices.Index([]string{"idle", "wait", "cs"}, e))
	case []any:
		var all []string
		for _, one := range e {
			all = append(all, plainValue(one))
		}
		return fmt.Sprint(all)
	case map[string]any:
		if n, is := e["#bigint"]; is {
			return n.(string)
		}
		mask := 0
		for _, one := range e["#set"].([]any) {
			var node int
			fmt.Sscan(plainValue(one), &node)
			mask |= 1 << node
		}
		return fmt.Sprint(mask)
	}
	return fmt.Sprint(e)
}

// counterexample is a result with these events.
func counterexample(t *testing.T, configuration string, cycle int, events ...string) results.Result {
	t.Helper()
	cfg, err := convert.ParseConfiguration(configuration)
	if err != nil {
		t.Fatal(err)
	}
	r := results.Result{Algorithm: cfg.Algorithm, Configuration: cfg, Property: "starvation", Counterexample: &results.Counterexample{Cycle: cycle}}
	for _, e := range events {
		r.Counterexample.Steps = append(r.Counterexample.Steps, results.Step{Event: e})
	}
	return r
}

// TestITFLoops: the loop of a run that repeats for ever, whose numbers grow in the program and are
// shifted in the normal form; of one after which nothing happens; of one that does not come
// back.
func TestITFLoops(t *testing.T) {
	round := []string{"request 1", "receive 2<-1 REQUEST 1", "receive 1<-2 REPLY", "enter 1", "exit 1"}
	second := append(round[:5:5], "request 1", "receive 2<-1 REQUEST 2", "receive 1<-2 REPLY", "enter 1", "exit 1")
	run, err := convert.FromResult(counterexample(t, "ricart-agrawala --n 2 --variant own-number", 5, second...))
	if err != nil {
		t.Fatal(err)
	}
	if parsed := itfOf(t, run); parsed.Loop == nil || *parsed.Loop != 5 || len(parsed.States) != 10 {
		t.Errorf("loop %v, %d states", parsed.Loop, len(parsed.States))
	}
	if run, err = convert.FromResult(counterexample(t, "ricart-agrawala --n 2 --variant own-number", 5, round...)); err != nil {
		t.Fatal(err)
	}
	if parsed := itfOf(t, run); parsed.Loop == nil || *parsed.Loop != 5 || len(parsed.States) != 6 {
		t.Errorf("loop %v, %d states", parsed.Loop, len(parsed.States))
	}
	if run, err = convert.FromResult(counterexample(t, "ricart-agrawala --n 2 --variant own-number", 1, round[:3]...)); err != nil {
		t.Fatal(err)
	}
	err = run.ITF(context.Background(), io.Discard)
	checkError(t, err)
	if err == nil || !strings.Contains(err.Error(), "does not lead back to the state in which the loop begins") {
		t.Errorf("error %v", err)
	}
}

// TestNormalNumbers: a counterexample of verify --raw has the numbers of the normal form.
func TestNormalNumbers(t *testing.T) {
	run, err := convert.FromResult(counterexample(t, "ricart-agrawala --n 2 --variant own-number", -1, "request 1", "receive 2<-1 REQUEST 1", "receive 1<-2 REPLY", "enter 1", "exit 1", "request 1", "receive 2<-1 REQUEST 1"))
	if err != nil {
		t.Fatal(err)
	}
	parsed := itfOf(t, run)
	if got := parsed.States[7]["#meta"].(map[string]any)["event"]; got != "receive 2<-1 REQUEST 2" {
		t.Error(got)
	}
}

func TestFromResultRefuses(t *testing.T) {
	bug := counterexample(t, "neilsen-mizuno --n 2 --bug idle-holder-keeps-token", -1, "request 1")
	file := results.Result{Model: "m.pml", Property: "p", Counterexample: &results.Counterexample{}}
	cut := counterexample(t, "centralized --n 2", -1, "request 1")
	cut.Counterexample.Cut = true
	for want, r := range map[string]results.Result{
		"is in the model alone":                           bug,
		"is of a Promela file":                            file,
		"does not have all steps":                         cut,
		"the program cannot execute it: event 1: enter 1": counterexample(t, "centralized --n 2", -1, "enter 1"),
		"event \"walk 1\"":                                counterexample(t, "centralized --n 2", -1, "walk 1"),
		"cycle 2: there are 1 steps":                      counterexample(t, "centralized --n 2", 2, "request 1"),
	} {
		_, err := convert.FromResult(r)
		checkError(t, err)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}

// resultsJSON is a report with one counterexample.
const resultsJSON = `{"schema":"mxgen.results/v1","results":[{"algorithm":"centralized","variant":"",
"configuration":{"algorithm":"centralized","n":2,"variant":"","network":"unordered","coordinator":1},"property":"mutex","verdict":"fail",
"counterexample":{"steps":[{"event":"request 1","changes":[]}],"cycle":-1}}]}
`

func TestReadResultsRefuses(t *testing.T) {
	if rs, err := convert.ReadResults(logOf("r.json", resultsJSON)); err != nil || len(rs) != 1 {
		t.Fatalf("%d results, error %v", len(rs), err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"results/v1", "results/v2", `schema "mxgen.results/v2": this mxgen reads mxgen.results/v1`},
		{`"cycle":-1`, `"cycle":9`, "result 1: cycle 9: there are 1 steps"},
		{`"cycle":-1`, `"cycle":-1,"node":7`, "result 1: node 7: nodes are 1 to 2"},
		{`"cycle":-1`, `"cycle":-1,"gap":{"after":5,"steps":1}`, "result 1: gap after 5"},
		{`"cycle":-1`, `"cycle":"x"`, `"r.json", line 3`},
		{`"n":2`, `"n":2000000000`, "want 1 to 62"},
		{`"algorithm":"centralized","n"`, `"algorithm":"raymond","n"`, `algorithm "centralized", but the configuration is one of "raymond"`},
		{"}]}\n", "}]", "unexpected end of JSON input"},
		{`"changes":[]`, `"changes":` + strings.Repeat("[", 20_000), "exceeded max depth"},
		{`"mutex"`, "\"\xff\"", "not UTF-8"},
	} {
		_, err := convert.ReadResults(logOf("r.json", strings.Replace(resultsJSON, c.from, c.to, 1)))
		checkError(t, err)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: error %v, want one with %s", c.to, err, c.want)
		}
	}
}

// FuzzReadResults: results are refused, or can be printed and converted.
func FuzzReadResults(f *testing.F) {
	f.Add(resultsJSON)
	f.Add(strings.Replace(resultsJSON, `"cycle":-1`, `"cycle":1,"node":1`, 1))
	f.Add(strings.Replace(resultsJSON, `"cycle":-1`, `"cycle":0`, 1))
	f.Add(`{"schema":"mxgen.results/v1","results":[{"model":"m.pml","property":"p","counterexample":{"steps":[],"cycle":0}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		rs, err := convert.ReadResults(logOf("r.json", text))
		checkError(t, err)
		for _, r := range rs {
			if r.Counterexample == nil {
				continue
			}
			for _, one := range r.EachRun() {
				show(one)
				run, err := convert.FromResult(one)
				checkError(t, err)
				if err != nil {
					continue
				}
				var out bytes.Buffer
				checkError(t, run.ITF(context.Background(), &out))
			}
		}
	})
}
