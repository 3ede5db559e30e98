package trace_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
)

// configurations has a choice, a list, a tree and both networks.
var configurations = []config.Config{
	{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 2},
	{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered},
	{Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "arbitrary-number", Value: 9}}},
	{Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Topology: "line", Edges: []config.Edge{{1, 2}, {2, 3}}, Token: 3},
}

// simulated is the trace of a simulation, and its steps.
func simulated(t testing.TB, cfg config.Config, entries int) ([]byte, []trace.Step) {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	seed := ^uint64(0)
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, trace.Header{Config: cfg, Origin: trace.Origin{Driver: trace.Sim, Seed: &seed, Scheduler: "random", Entries: entries}})
	if err != nil {
		t.Fatal(err)
	}
	var steps []trace.Step
	err = simulate.Run(context.Background(), sys, simulate.Options{Seed: seed, Entries: entries}, func(_ *reference.World, r reference.Record) error {
		steps = append(steps, trace.Step{Record: r, Line: r.Seq + 1})
		return w.Write(steps[len(steps)-1])
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), steps
}

// TestRoundTrip: what is written is read, replays, and is written the same.
func TestRoundTrip(t *testing.T) {
	for _, cfg := range configurations {
		file, steps := simulated(t, cfg, 5)
		r, err := trace.NewReader("x", bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if h := r.Header(); fmt.Sprint(h.Config) != fmt.Sprint(cfg) || h.Origin.Driver != trace.Sim || *h.Origin.Seed != ^uint64(0) || h.Origin.Entries != 5 {
			t.Errorf("%s: header %+v", cfg, h)
		}
		var again bytes.Buffer
		w, err := trace.NewWriter(&again, r.Header())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s, err := range r.Steps() {
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(s) != fmt.Sprint(steps[n]) {
				t.Errorf("%s: read %v, written %v", cfg, s, steps[n])
			}
			n++
			if err := w.Write(s); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil || n != len(steps) || !bytes.Equal(again.Bytes(), file) {
			t.Errorf("%s: %d of %d events, written again differently: %v", cfg, n, len(steps), err)
		}
		if events, err := replay(file); err != nil || events != len(steps) {
			t.Errorf("%s: replayed %d events of %d: %v", cfg, events, len(steps), err)
		}
	}
}

func replay(file []byte) (int, error) {
	r, err := trace.NewReader("x", bytes.NewReader(file))
	if err != nil {
		return 0, err
	}
	return trace.Replay(r)
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "trace.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func valid(t *testing.T, s *jsonschema.Schema, line string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

// TestSchema: every line written is valid, and so is the example of the
// documentation, which replays.
func TestSchema(t *testing.T) {
	s := schema(t)
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "trace.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```\n")
	example, _, _ := strings.Cut(rest, "```\n")
	if events, err := replay([]byte(example)); err != nil || events != 2 {
		t.Errorf("the example replays %d events: %v", events, err)
	}
	files := []string{example, minimal}
	for _, cfg := range configurations {
		file, _ := simulated(t, cfg, 2)
		files = append(files, string(file))
	}
	for _, file := range files {
		for line := range strings.Lines(file) {
			if err := valid(t, s, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// minimal omits everything optional.
const minimal = `{"schema":"mxgen.trace/v1","algorithm":"ricart-agrawala","configuration":{"algorithm":"ricart-agrawala","n":2,"variant":"","network":"fifo"},"origin":{"driver":"foreign","program":"my own"}}
{"seq":1,"event":"request","node":1}
{"seq":2,"event":"receive","node":2,"peer":1,"message":{"kind":"REQUEST","fields":[1]},"state":{"hi":1}}
{"seq":3,"event":"receive","node":1,"peer":2,"message":{"kind":"REPLY"},"sends":[]}
{"seq":4,"event":"enter","node":1}
`

func TestForeign(t *testing.T) {
	if events, err := replay([]byte(minimal)); err != nil || events != 4 {
		t.Errorf("%d events: %v", events, err)
	}
	// Blanks, escapes and other orders of keys are the same JSON.
	same := strings.NewReplacer(`{"seq":4,"event":"enter","node":1}`, "\t{ \"node\" : 1 , \"event\":\"\\u0065nter\",\"seq\":4 } \r",
		`"fields":[1]`, `"fields":[ 1 ]`).Replace(minimal)
	if events, err := replay([]byte(same)); err != nil || events != 4 {
		t.Errorf("%d events: %v", events, err)
	}
}

// A log that may be incomplete: what NextLine accepts, the schema does.
func TestIncompleteLines(t *testing.T) {
	s := schema(t)
	header := `{"schema":"mxgen.trace/v1","algorithm":"ricart-agrawala","configuration":{"algorithm":"ricart-agrawala","n":2,"variant":"","network":"fifo"},"origin":{"driver":"foreign"},` +
		`"order":"nodes","from":"unknown","records":{"events":["enter"],"nodes":[1]},"nodes":{"alpha":1,"0":2},"messages":{"REQ":"REQUEST"},"x-host":[null]}`
	for _, c := range []struct{ line, want string }{
		{`{"event":"enter","node":"alpha","time":"2026-01-31T12:00:00.25Z","clock":{"alpha":4,"0":7},"x-thread":-1.5e3}`, ""},
		{`{"event":"receive","node":0}`, ""},
		{`{"event":"receive","node":0,"peer":"alpha","message":{"kind":"REQ","fields":[1],"id":"a7","x-b":{}},"time":17}`, ""},
		{`{"seq":9,"event":"exit","node":0,"sends":[{"to":"alpha","message":{"kind":"REPLY","id":7}}]}`, ""},
		{`{"event":"enter","node":1}`, `node "1": the header names 0, alpha`},
		{`{"event":"enter","node":"gamma"}`, `node "gamma": the header names 0, alpha`},
		{`{"event":"enter"}`, "no node"},
		{`{"node":0}`, "no event"},
		{`{"event":"enter","node":0,"time":"noon"}`, `time "noon": want RFC 3339`},
		{`{"event":"enter","node":0,"clock":{"3":1}}`, `clock "3": the header names`},
		{`{"event":"enter","node":0,"x-a":}`, "not a value of JSON"},
		{`{"event":"receive","node":0,"message":{"kind":"ASK"}}`, `message "ASK": ricart-agrawala has`},
	} {
		r, err := trace.NewReader("x", strings.NewReader(header+"\n"+c.line+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.NextLine()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.line, err, c.want)
		}
		if err == nil {
			if err := errors.Join(valid(t, s, header), valid(t, s, c.line)); err != nil {
				t.Errorf("%s: %v", c.line, err)
			}
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{`"order":"nodes"`, `"order":"none"`, `order "none": want total or nodes`},
		{`"from":"unknown"`, `"from":"end"`, `from "end": want start or unknown`},
		{`"events":["enter"]`, `"events":["leave"]`, `event "leave": want request or`},
		{`"nodes":[1]`, `"nodes":[3]`, "records node 3: nodes are 1 to 2"},
		{`"alpha":1`, `"alpha":2`, `node 2 has two names, "0" and "alpha"`},
		{`"alpha":1`, `"alpha":3`, `node "alpha" is 3: nodes are 1 to 2`},
		{`"REQ":"REQUEST"`, `"REQ":"ASK"`, `message "REQ" is "ASK": there are REQUEST, REPLY`},
	} {
		_, err := trace.NewReader("x", strings.NewReader(strings.Replace(header, c.from, c.to, 1)+"\n"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}

// changed has changes to minimal with the expected error.  The schema must reject
// these lines too, except those that only the reader can check.
var changed = []struct {
	from, to, want string
	readerOnly     bool
}{
	{`mxgen.trace/v1`, `mxgen.trace/v2`, `line 1: header: schema "mxgen.trace/v2": this mxgen reads mxgen.trace/v1`, false},
	{`"schema":"mxgen.trace/v1",`, ``, `line 1: header: a header without schema`, false},
	{`"algorithm":"ricart-agrawala","conf`, `"algorithm":"paxos","conf`, `algorithm "paxos", but the configuration is one of "ricart-agrawala"`, true},
	{`ricart-agrawala`, `paxos`, `line 1: header: algorithm "paxos": not one of`, true},
	{`,"origin":{"driver":"foreign","program":"my own"}`, ``, `without origin`, false},
	{`"driver":"foreign",`, ``, `without driver`, false},
	{`"foreign"`, `"alien"`, `driver "alien": not one of sim, live`, false},
	{`"program":"my own"`, `"extra":1`, `unknown key "extra": an origin has driver`, false},
	{`"program":"my own"`, `"seed":-1`, `seed is negative`, false},
	{`"program":"my own"`, `"seed":18446744073709551616`, `more than 64 bits`, false},
	{`"n":2`, `"n":63`, `n 63: want 1 to 62`, false},
	{`"n":2`, `"n":0`, `n 0: want 1 to 62`, false},
	{`"n":2`, `"n":1.5`, `not a whole number`, false},
	{`"n":2`, `"n":"two"`, `configuration: cannot unmarshal`, false},
	{`"n":2`, `"n":null`, `where the number of a value begins`, false},
	{`"n":2`, `"n":2,"N":3`, `unknown key "N": a configuration has algorithm, n, `, false},
	{`"n":2`, `"n":2,"n":2`, `key "n" is given twice`, true},
	{`,"variant":""`, ``, `configuration without variant`, false},
	{`"variant":""`, `"variant":"no-tie-break,no-request-flag"`, `write that`, true},
	{`"variant":""`, `"variant":"typo"`, `variant typo: not a switch`, true},
	{`"variant":""`, `"variant":"arbitrary-number=999999999"`, `largest ticket from 1 to 255`, true},
	{`"network":"fifo"`, `"network":"pigeons"`, `network "pigeons": want fifo or unordered`, false},
	{`"network":"fifo"`, `"network":"fifo","edges":[[1,2,3]]`, `write that`, false},
	{`"network":"fifo"`, `"network":"fifo","edges":[[[[[[[[[1]]]]]]]]]`, `nested more than 8 deep`, false},

	{`"seq":3`, `"seq":2`, `line 4: seq 2 comes again: want 3`, true},
	{`"seq":3`, `"seq":4`, `line 4: seq 3 is missing: this is 4`, true},
	{`"seq":1`, `"seq":0`, `line 2: seq 0 comes again: want 1`, false},
	{`"seq":3,`, ``, `line 4: no seq`, true},
	{`"node":2`, `"node":3`, `line 3: column 35: node 3: want 1 to 2`, true},
	{`"node":2`, `"node":0`, `node 0: want 1 to 2`, true},
	{`"node":2`, `"node":02`, `leading zero`, true},
	{`"node":2`, `"node":2e0`, `not a whole number`, true},
	{`"node":2`, `"node":-2`, `node is negative`, false},
	{`"node":2`, `"node":999999999999999999999999`, `24 digits`, false},
	{`"node":2`, `"node":true`, `'t' where the number of node begins`, false},
	{`"peer":1`, `"peer":9`, `peer 9: want 1 to 2`, true},
	{`"peer":1,`, ``, `no peer`, true},
	{`"enter"`, `"leave"`, `event "leave": not request, receive, enter or exit`, false},
	{`"event":"enter","node":1`, `"event":"enter","node":1,"peer":2`, `peer does not go with enter`, false},
	{`"event":"enter","node":1`, `"event":"enter","node":1,"choice":2`, `choice does not go with enter`, false},
	{`"event":"enter","node":1`, `"event":"enter","node":1,"note":2`, `unknown key "note"`, false},
	{`"event":"enter","node":1`, `"event":"enter","event":"enter","node":1`, `key "event" is given twice`, true},
	{`"event":"enter","node":1}`, `"event":"enter","node":1}}`, `'}' after the end of the object`, true},
	{`"event":"enter","node":1}`, `"event":"enter","node":1`, `the end of the line where ',' separates members`, true},
	{`"event":"enter","node":1}`, `"event":"enter","node":1,}`, `'}' where a string begins`, true},
	{`"fields":[1]`, `"fields":[-1]`, `field is negative`, false},
	{`"fields":[1]`, `"fields":[1000000000]`, `field 1000000000: want 0 to 999999999`, false},
	{`"fields":[1]`, `"fields":1`, `'1' where '[' begins a list`, false},
	{`"fields":[1]`, `"fields":[1],"field":2`, `unknown key "field": a message has kind, fields, id`, false},
	{`"kind":"REPLY"`, `"kind":"PING"`, `message "PING": ricart-agrawala has REQUEST, REPLY`, true},
	{`"kind":"REPLY"`, ``, `a message without kind`, false},
	{`"sends":[]`, `"sends":[{"to":3,"message":{"kind":"REPLY"}}]`, `to 3: want 1 to 2`, true},
	{`"sends":[]`, `"sends":[{"to":2}]`, `a send needs to and message`, false},
	{`"sends":[]`, `"sends":null`, `'n' where '[' begins a list`, false},
	{`"state":{"hi":1}`, `"state":{"hi":[1,"2"]}`, `where the number of hi begins`, false},
	{`"state":{"hi":1}`, `"state":{"hi":1,"hi":1}`, `key "hi" is given twice`, true},
	{`"state":{"hi":1}`, `"state":{"h i":1}`, `a name is letters`, false},
	{`"state":{"hi":1}`, `"state":[1]`, `'[' where '{' begins an object`, false},
	{"my own", "my \xffown", `line 1: not UTF-8`, true},
	{`"enter"`, "\"ent\x01er\"", `a control character in a string`, true},
	{`"enter"`, `"\q"`, `a string with a wrong escape`, true},
	{"\"node\":1}\n{\"seq\":2", "\"node\":1}\n\n{\"seq\":2", `line 3: column 1: the end of the line where '{' begins an object`, true},
	{"\"seq\":4,\"event\":\"enter\",\"node\":1}\n", "\"seq\":4,\"event\":\"enter\",\"node\":1}", `line 5: torn: the line has no end`, true},
}

func TestRefuses(t *testing.T) {
	s := schema(t)
	for _, c := range changed {
		bad := strings.ReplaceAll(minimal, c.from, c.to)
		if bad == minimal {
			t.Fatalf("%s: not there", c.from)
		}
		_, err := replay([]byte(bad))
		var typed *trace.Error
		var input *config.Error
		if !errors.As(err, &typed) || !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), `trace "x", line `) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one with %s", c.to, err, c.want)
		}
		if c.readerOnly {
			continue
		}
		refused := false
		for line := range strings.Lines(bad) {
			refused = refused || valid(t, s, line) != nil
		}
		if !refused {
			t.Errorf("%s: valid by the schema", c.to)
		}
	}
	for file, want := range map[string]string{
		"":                        `trace "x": empty: a trace begins with a header`,
		"\n":                      `line 1: header: column 1: the end of the line where '{' begins an object`,
		"-4:-4:-4\n1:0:1\n":       `line 1: header: column 1: '-' where '{'`,
		"\x7fELF\x02\x01\x01\x00": `line 1: torn`,
		"{}\n":                    `line 1: header: a header without schema`,
		strings.Repeat("[", 99):   `line 1: torn`,
	} {
		if _, err := replay([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want one with %s", file, err, want)
		}
	}
}

// TestLongLine: a line of 100 MB is refused after its first megabyte.
func TestLongLine(t *testing.T) {
	header, _, _ := strings.Cut(minimal, "\n")
	blanks := &counter{left: 100 << 20}
	_, err := replayReader(io.MultiReader(strings.NewReader(header+"\n"), blanks))
	if err == nil || !strings.Contains(err.Error(), "line 2: longer than 1048576 bytes") {
		t.Errorf("error %v", err)
	}
	if read := 100<<20 - blanks.left; read > 2*trace.MaxLine {
		t.Errorf("%d bytes were read", read)
	}
}

// counter is a line of blanks.
type counter struct{ left int }

func (c *counter) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), c.left)
	for k := range p[:n] {
		p[k] = ' '
	}
	c.left -= n
	return n, nil
}

func replayReader(r io.Reader) (int, error) {
	t, err := trace.NewReader("x", r)
	if err != nil {
		return 0, err
	}
	return trace.Replay(t)
}

// TestMisfits: Replay reports the line of a step that the program cannot make, with
// the enabled events.
func TestMisfits(t *testing.T) {
	for _, c := range []struct {
		from, to, want string
		possible       string
	}{
		{`"seq":3,"event":"receive","node":1,"peer":2,"message":{"kind":"REPLY"},"sends":[]`, `"seq":3,"event":"enter","node":1`,
			`line 4: enter 1: cannot happen here; what can happen: receive 1<-2 REPLY`, "[receive 1<-2 REPLY]"},
		{`"event":"request","node":1`, `"event":"exit","node":2`, `line 2: exit 2: cannot happen here; what can happen: request 2`, "[request 2]"},
		{`"event":"request","node":1`, `"event":"request","node":1,"choice":7`, `line 2: request 1 7: cannot happen here; what can happen: request 1`, "[request 1]"},
		{`"fields":[1]`, `"fields":[2]`, `line 3: receive 2<-1 REQUEST 2: cannot happen here; what can happen: receive 2<-1 REQUEST 1, request 2`, "[receive 2<-1 REQUEST 1 request 2]"},
		{`"hi":1`, `"hi":2`, `line 3: receive 2<-1 REQUEST 1: hi of node 2 is then 1, in the trace 2`, "[]"},
		{`"hi":1`, `"hi":[]`, `hi of node 2 is then 1, in the trace []`, "[]"},
		{`"hi":1`, `"phase":1`, `phase of node 2 is then IDLE, in the trace WAIT`, "[]"},
		{`"hi":1`, `"phase":3`, `phase of node 2 is then IDLE, in the trace 3`, "[]"},
		{`"hi":1`, `"high":1`, `node 2 has no variable "high"; it has phase IDLE, num 0, hi 1`, "[]"},
		{`"sends":[]`, `"sends":[{"to":2,"message":{"kind":"REPLY"}}]`, `line 4: receive 1<-2 REPLY: sends nothing, in the trace REPLY to 2`, "[]"},
	} {
		_, err := replay([]byte(strings.ReplaceAll(minimal, c.from, c.to)))
		var misfit *trace.Misfit
		if !errors.As(err, &misfit) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %s", c.to, err, c.want)
			continue
		}
		if got := fmt.Sprint(misfit.Possible); got != c.possible {
			t.Errorf("%s: possible %s, want %s", c.to, got, c.possible)
		}
	}
}

// TestSendOrder: the order of messages to different nodes is irrelevant, the order
// of messages to one node is not.
func TestSendOrder(t *testing.T) {
	send := func(to int, kind string) event.Send { return event.Send{To: to, Msg: event.Message{Kind: kind}} }
	a, b, c := send(1, "A"), send(2, "B"), send(2, "C")
	if !trace.SameSends([]event.Send{a, b, c}, []event.Send{b, a, c}) {
		t.Error("the order of different receivers counts")
	}
	if trace.SameSends([]event.Send{a, b, c}, []event.Send{a, c, b}) || trace.SameSends([]event.Send{a}, nil) {
		t.Error("different sends are the same")
	}
}

func TestWriterRefuses(t *testing.T) {
	header := trace.Header{Config: configurations[1], Origin: trace.Origin{Driver: trace.Foreign}}
	request := event.Event{Kind: event.Request, Node: 1}
	for want, s := range map[string]trace.Step{
		"event 2 comes as number 1": {Record: reference.Record{Seq: 2, Event: request}},
		"no kind":                   {Record: reference.Record{Seq: 1}},
		"node 4: want 1 to 3":       {Record: reference.Record{Seq: 1, Event: event.Event{Kind: event.Enter, Node: 4}}},
		"peer 0: want 1 to 3":       {Record: reference.Record{Seq: 1, Event: event.Event{Kind: event.Receive, Node: 1}}},
		"to 0: want 1 to 3":         {Record: reference.Record{Seq: 1, Event: request, Sends: []event.Send{{Msg: event.Message{Kind: "REPLY"}}}}},
		"a name is letters":         {Record: reference.Record{Seq: 1, Event: request, After: []reference.Var{{Name: "a-b"}}}},
		"the longest is 1048576":    {Record: reference.Record{Seq: 1, Event: request, After: []reference.Var{{Name: "a", List: make([]int, 1<<20)}}}},
	} {
		w, err := trace.NewWriter(io.Discard, header)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
	header.Origin.Driver = "alien"
	if _, err := trace.NewWriter(io.Discard, header); err == nil {
		t.Error("a header that no reader accepts is written")
	}
	header.Config.N = 0
	if _, err := trace.NewWriter(io.Discard, header); err == nil {
		t.Error("a header without nodes is written")
	}
}

func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if _, err := trace.Open(path); err == nil || err.Error() != fmt.Sprintf("trace %q: no such file or directory", path) {
		t.Errorf("error %v", err)
	}
	if _, err := trace.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(path, []byte(minimal), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := 0
		for s, err := range trace.Steps(path) {
			if n++; err != nil || s.Seq != n || s.Line != n+1 {
				t.Errorf("%+v %v", s, err)
			}
		}
		if n != 4 {
			t.Errorf("%d events", n)
		}
	}
}

// FuzzReader: a trace that is read can be written, and reading it again gives the
// same.
func FuzzReader(f *testing.F) {
	f.Add([]byte(minimal))
	for _, cfg := range configurations {
		file, _ := simulated(f, cfg, 1)
		f.Add(file)
	}
	for _, c := range changed {
		f.Add([]byte(strings.ReplaceAll(minimal, c.from, c.to)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := trace.NewReader("x", bytes.NewReader(file))
		if err != nil {
			checkError(t, err)
			return
		}
		var first, second bytes.Buffer
		copyTrace(t, r, &first)
		again, err := trace.NewReader("x", bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		copyTrace(t, again, &second)
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s is read again as %s", first.Bytes(), second.Bytes())
		}
		if _, err := replay(file); err != nil {
			checkError(t, err)
		}
	})
}

// copyTrace writes what r reads, until its end or first error.
func copyTrace(t *testing.T, r *trace.Reader, to io.Writer) {
	w, err := trace.NewWriter(to, r.Header())
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range r.Steps() {
		if err != nil {
			checkError(t, err)
			break
		}
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// checkError: an error is one line of bounded length with its place.
func checkError(t *testing.T, err error) {
	var typed *trace.Error
	if !errors.As(err, &typed) || strings.ContainsAny(err.Error(), "\n\x00\x1b") || len(err.Error()) > 20_000 {
		t.Errorf("error %.300q", err)
	}
}
