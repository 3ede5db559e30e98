// Package samples has results for the tests of reports: one of each outcome, hostile ones, and many.
package samples

import (
	"fmt"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// Hostile is a text that tries to leave every format: XML and HTML markup, the end of CDATA, control and ANSI
// sequences, workflow commands of both forms, Markdown, Mermaid, links of SARIF, a direction mark and bytes that are no UTF-8.
const Hostile = "]]><script>alert(1)</script>&amp;\x1b[31mred\x00\x07\n::error file=x,line=1::owned\r\n##[error]owned %0A::stop-commands::t\n" +
	"```\n</details>| cell | [click](http://evil.example) <img src=x onerror=alert(1)> \u202Egnp.exe \xff\xfe\uFFFE"

func yes(b bool) *bool { return &b }

// base is a pass of a suite's case.
func base(number int, algorithm string) results.Result {
	return results.Result{
		Algorithm: algorithm, Configuration: config.Config{Algorithm: algorithm, N: 3, Network: config.Unordered},
		Property: "mutex", Verdict: results.Pass, Reason: "complete search, no errors", Expected: results.Pass, AsExpected: yes(true),
		Entry:  &results.Entry{Suite: "sample", File: "suites/sample.yaml", Line: 3 + number, Number: number},
		States: 122, Transitions: 273, Seconds: 0.25, Memory: 3 << 20, Unbounded: true, Fairness: results.FairnessNone,
		Commands: []string{"spin -a model.pml", "./pan"}, Tools: map[string]string{"mxgen": "v1", "spin": "6.5.2"},
		SHA256: strings.Repeat("a1", 32), Engine: results.EngineSPIN, CrossCheck: "agrees",
	}
}

// Run is a short run that violates deadlock, with places in a template.
func Run() *results.Counterexample {
	place := func(line int) *results.Place {
		return &results.Place{File: "templates/ricart-agrawala.pml.tmpl", Line: line, Column: 3, Statement: "printf", ModelLine: line + 40}
	}
	return &results.Counterexample{Cycle: -1, Steps: []results.Step{
		{Event: "request 1", Changes: []results.Change{{Variable: "phase[1]", Value: "WAIT"}}, Place: place(101)},
		{Event: "receive 2<-1 REQUEST 1", Changes: []results.Change{{Variable: "hi[2]", Value: "1"}}, Place: place(146)},
	}}
}

// All has a result of each outcome, in five cases.
func All() results.Report {
	r := results.Report{Schema: results.Schema, Suite: "sample"}
	pass := base(1, "centralized")
	shared := pass
	shared.Property = "conservation" // decided by the same run
	fails := base(2, "ricart-agrawala")
	fails.Property, fails.Verdict, fails.AsExpected, fails.Reason = "deadlock", results.Fail, yes(false), "violated after 2 events"
	fails.Counterexample = Run()
	open := base(2, "ricart-agrawala")
	open.Property, open.Verdict, open.AsExpected, open.Reason = "starvation", results.Inconclusive, yes(false), "the memory limit of 64 MB was reached"
	open.Next = "mxgen verify ricart-agrawala --memory 4GB"
	meant := base(3, "ricart-agrawala")
	meant.Verdict, meant.Expected, meant.Reason, meant.Counterexample = results.Fail, results.Fail, "violated after 2 events", Run()
	broken := base(4, "lamport")
	broken.Verdict, broken.AsExpected, broken.Reason = results.Error, yes(false), "gcc: not found"
	states := base(5, "centralized") // the subject of case 1 once more
	states.AsExpected, states.Reason = yes(false), "complete search, no errors; 121 states were expected, there are 122"
	r.Results = []results.Result{pass, shared, fails, open, meant, broken, states}
	return r
}

// Bad has hostile texts wherever a user's model, file or suite can put one.
func Bad() results.Report {
	run := &results.Counterexample{Cycle: 1, Steps: []results.Step{
		{Event: "P:0 " + Hostile, Printed: Hostile, Changes: []results.Change{{Variable: Hostile, Value: Hostile}}, Place: &results.Place{File: Hostile, Line: 2, Statement: Hostile}},
		{Event: Hostile, Wraps: []string{Hostile}, Place: &results.Place{File: "m.pml", Line: 3, Statement: Hostile}},
	}}
	one := results.Result{
		Model: Hostile, Path: "../" + Hostile, Defines: []string{Hostile}, Property: "ltl:" + Hostile, Formula: Hostile, Verdict: results.Fail,
		Reason: Hostile, Warnings: []string{Hostile}, Next: Hostile, Tools: map[string]string{Hostile: Hostile}, Counterexample: run,
		Commands: []string{Hostile}, Fairness: results.FairnessNone,
		Entry: &results.Entry{Suite: Hostile, File: Hostile, Line: 1, Number: 1, Tags: []string{Hostile}},
	}
	open, broken := one, one
	open.Verdict, open.Property = results.Inconclusive, Hostile
	broken.Verdict, broken.Property = results.Error, "p"
	return results.Report{Schema: results.Schema, Suite: Hostile, Interrupted: "SIGTERM", Results: []results.Result{one, open, broken}}
}

// Many has n cases of seven properties, of which every tenth case violates one.
func Many(n int) results.Report {
	r := results.Report{Schema: results.Schema, Suite: "many", Results: make([]results.Result, 0, 7*n)}
	for k := range n {
		for p, name := range []string{"mutex", "deadlock", "conservation", "ticket-order", "no-overflow", "entry", "starvation"} {
			one := base(k+1, "ricart-agrawala")
			one.Configuration.N, one.Property = 2+k%100, name
			one.Configuration.Rounds, one.Unbounded, one.Rounds = 1+k/100, false, 1+k/100
			if k%10 == 0 && p == 1 {
				one.Verdict, one.AsExpected, one.Reason, one.Counterexample = results.Fail, yes(false), "violated after 60 events", long(60)
			}
			one.SHA256 = fmt.Sprintf("%064x", k)
			r.Results = append(r.Results, one)
		}
	}
	return r
}

// long is a run of n steps.
func long(n int) *results.Counterexample {
	c := &results.Counterexample{Cycle: -1}
	for len(c.Steps) < n {
		c.Steps = append(c.Steps, Run().Steps...)
	}
	return c
}
