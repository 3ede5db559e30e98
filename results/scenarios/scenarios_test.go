package scenarios

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// readAll reads the scenarios, in the order of their files.
func readAll() ([]*Scenario, error) {
	names, err := filepath.Glob("*.yaml")
	if err != nil {
		return nil, err
	}
	var all []*Scenario
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s, err := Parse(name, data)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func all(t *testing.T) []*Scenario {
	t.Helper()
	scenarios, err := readAll()
	if err != nil {
		t.Fatal(err)
	}
	return scenarios
}

// TestProgram executes all scenarios in the Go program.
func TestProgram(t *testing.T) {
	names := map[string]bool{}
	for _, s := range all(t) {
		if names[s.Name] {
			t.Errorf("%s: twice", s.Name)
		}
		names[s.Name] = true
		if err := s.Execute(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"NM-1", "NM-2", "NM-3", "RA-1", "RA-2", "RA-3", "RA-3 without tie-break", "RA-4", "RA-4 after a small ticket",
		"RA-5", "RA-6", "RA-6 with own-number", "TK-1 arbitrary, to Becky", "TK-1 arbitrary, to Danielle", "TK-1 cyclic", "TK-1 minnumber",
		"TK-1 Suzuki-Kasami", "TK-2", "LA-1", "RT-1", "SG-1",
		"MK-1", "MK-1 INQUIRE first", "MK-2", "MK-2 with Sanders' repair", "MK-3", "MK-3 with Sanders' repair", "MK-4", "QX-1", "QX-2"} {
		if !names[name] {
			t.Errorf("%s: not there", name)
		}
	}
}

// TestModel executes all scenarios in the model.
func TestModel(t *testing.T) {
	for _, name := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%s: not found in PATH: install it with: apt-get install spin gcc tcc", name)
		}
	}
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all(t) {
		t.Run(s.Name, func(t *testing.T) {
			if err := executeInModel(t.Context(), tools, s, process.Limits{Timeout: time.Minute}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWrong: every wrong expectation is an error, on each side that checks it.
func TestWrong(t *testing.T) {
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const good = `name: x
source: y
algorithm: ricart-agrawala
with: {n: 2, rounds: 1}
steps:
  - step: one
    events: [request 1]
    expect: {num: [1, 0], deferred: [[], []], net: [1>2 REQUEST 1]}
    enabled: [receive 2<-1 REQUEST 1]
    sent: 1
`
	for _, c := range []struct{ from, to, program, model string }{
		{"good", "good", "", ""},
		{"num: [1, 0]", "num: [1, 1]", "step one: num[2] is 0, expected 1", "num[2] is 0 in the model (true), expected 1"},
		{"deferred: [[], []]", "deferred: [[2], []]", "deferred[1] is 0, expected 4", "deferred[1] is 0 in the model (true), expected 4"},
		{"net: [1>2 REQUEST 1]", "net: []", "under way are", ""},
		{"net: [1>2 REQUEST 1]", "phase: [idle, idle]", "phase[1] is 1, expected 0", "phase[1] is 1 in the model"},
		{"enabled: [receive 2<-1 REQUEST 1]", "enabled: []", "possible are", "the model can do"},
		{"sent: 1", "sent: 2", "1 messages were sent, expected 2", ""},
		{"sent: 1", "violates: mutex", "mutex is not violated", ""},
		{"[request 1]", "[enter 1]", "enter 1: cannot happen here", `event 1, "enter 1": the model cannot do it`},
		{"[request 1]", "[request 1 5]", "request 1 5: cannot happen here", `event 1, "request 1 5": the model cannot do it`},
	} {
		s, err := Parse("x.yaml", []byte(strings.Replace(good, c.from, c.to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		check := func(side string, err error, want string) {
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %s: error %v, want one with %q", c.to, side, err, want)
			}
		}
		check("program", s.Execute(), c.program)
		check("model", executeInModel(t.Context(), tools, s, process.Limits{Timeout: time.Minute}), c.model)
	}
}

// TestUnexpectedViolation: a violation that the scenario does not expect is an error.
func TestUnexpectedViolation(t *testing.T) {
	for _, s := range all(t) {
		for k := range s.Steps {
			if s.Steps[k].Violates != nil {
				s.Steps[k].Violates = nil
				if err := s.Execute(); err == nil || !strings.Contains(err.Error(), "is violated:") {
					t.Errorf("%s: error %v", s.Name, err)
				}
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	const good = `name: x
source: y
algorithm: neilsen-mizuno
with: {n: 3, topology: line}
steps:
  - step: one
    events: [request 2]
    expect: {next: [0, 0, 2], net: [2>1 REQUEST 2]}
`
	if _, err := Parse("x.yaml", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{good, "", "empty"},
		{good, "- a", "must be a mapping"},
		{good, good + "---\na: 1\n", "more than one document"},
		{good, "a: [", "scenario x.yaml:"},
		{good, strings.Repeat("#", 1<<20+1), "larger than"},
		{"name: x\n", "", "x.yaml:1:1: a scenario needs name"},
		{"source: y", "sauce: y", `x.yaml:2:1: scenario: unknown key "sauce"`},
		{"source: y", "name: y", `x.yaml:2:1: scenario: key "name" given twice`},
		{"source: y", "source: [y]", "source: must be a single value"},
		{"neilsen-mizuno", "paxos", `algorithm "paxos": unknown`},
		{"n: 3", "m: 3", `x.yaml:4:8: with: unknown key "m"`},
		{"n: 3", "n: [3]", "n: must be a single value"},
		{"n: 3", "n: 0", "n 0: needs at least 1"},
		{"step: one", "stop: one", `unknown key "stop"`},
		{"step: one", "sent: -1", `sent: "-1" is not a number`},
		{"step: one", "sent: 1", `a step needs a name`},
		{"step: one", "violates: typo", `violates: "typo" is not a safety property`},
		{"step: one", "violates: starvation", `violates: "starvation" is not a safety property`},
		{"step: one", "enabled: [request 1]", `nobody has to request`},
		{"[request 2]", "request 2", "events: must be a list"},
		{"[request 2]", "[request two]", `x.yaml:7:14: event "request two"`},
		{"[request 2]", "[request 4]", `nodes are 1 to 3`},
		{"next: [0, 0, 2]", "next: [0, 0]", "x.yaml:8:20: next: 2 values for 3"},
		{"next: [0, 0, 2]", "next: 0", "next: must be a list"},
		{"next: [0, 0, 2]", "nest: [0, 0, 2]", `expect: unknown key "nest"; there are net, phase, `},
		{"next: [0, 0, 2]", "next: [0, 0, two]", `next[3]: "two" is not a number`},
		{"next: [0, 0, 2]", "next: [0, 0, [4]]", "next[3]: node 4: nodes are 1 to 3"},
		{"next: [0, 0, 2]", "phase: [0, 0, 2]", `phase[1]: "0" is not idle, wait or cs`},
		{"2>1 REQUEST 2", "2-1 REQUEST 2", "is no message under way"},
		{"2>1 REQUEST 2", "2>4 REQUEST 2", "is no message under way"},
		{"2>1 REQUEST 2", "2>1 request 2", "is no message under way"},
	} {
		bad := strings.Replace(good, c.from, c.to, 1)
		_, err := Parse("x.yaml", []byte(bad))
		var input *config.Error
		if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) || !regexp.MustCompile(`^scenario x\.yaml`).MatchString(err.Error()) {
			t.Errorf("%.40s: error %v, want one with %s", c.to, err, c.want)
		}
	}
}

// TestShapes: variables of every shape can be expected.
func TestShapes(t *testing.T) {
	for _, c := range []struct{ algorithm, with, expect, want string }{
		{"suzuki-kasami", "n: 2, rounds: 1", "token_at: 1", ""},
		{"suzuki-kasami", "n: 2, rounds: 1", "token_at: 2", "token_at is 1, expected 2"},
		{"suzuki-kasami", "n: 2, rounds: 1", "token_at: [1]", "token_at is 1, expected 2"}, // a set
		{"suzuki-kasami", "n: 2, rounds: 1", "rn: [[0, 0], [0, 0]]", ""},
		{"suzuki-kasami", "n: 2, rounds: 1", "rn: [[0, 0], [0, 1]]", "rn[2].by[2] is 0, expected 1"},
		{"suzuki-kasami", "n: 2, rounds: 1", "rn: [[0, 0], [0]]", "rn[2]: 1 values for 2"},
		{"suzuki-kasami", "n: 2, rounds: 1", "rn: [[0, 0]]", "rn: 1 values for 2"},
		{"suzuki-kasami", "n: 2, rounds: 1", "rn: [0, 0]", "rn[1]: must be a list"},
		{"suzuki-kasami", "n: 2, rounds: 1", "queue: []", ""},
		{"suzuki-kasami", "n: 2, rounds: 1", "queue: [2]", "queue[0] is 0, expected 2"},
		{"suzuki-kasami", "n: 2, rounds: 1", "queue: [2, 1, 2]", "queue: 3 values for 2"},
		{"raymond", "n: 2", "queue: [[], []]", ""},
		{"raymond", "n: 2", "queue: [[], [2]]", "queue[2].at[0] is 0, expected 2"},
		{"raymond", "n: 2", "queue: [[], [2, 1, 2]]", "queue[2]: 3 values for 2"},
	} {
		text := "name: x\nsource: y\nalgorithm: " + c.algorithm + "\nwith: {" + c.with + "}\nsteps:\n  - step: one\n    expect: {" + c.expect + "}\n"
		s, err := Parse("x.yaml", []byte(text))
		if err == nil {
			err = s.Execute()
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want one with %q", c.expect, err, c.want)
		}
	}
}
