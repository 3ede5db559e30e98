package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// TestElision: of a long run the ends are shown and what changes a phase between them, and where
// its cycle begins.
func TestElision(t *testing.T) {
	c := &results.Counterexample{Cycle: 60, Node: 2}
	for k := range 100 {
		event := fmt.Sprintf("receive 1<-2 M %d", k+1)
		switch k + 1 {
		case 7:
			event = "request 2"
		case 50, 80:
			event = "enter 1"
		}
		c.Steps = append(c.Steps, results.Step{Event: event})
	}
	r := results.Result{Algorithm: "centralized", Configuration: config.Config{Algorithm: "centralized", N: 2}, Property: "starvation", Counterexample: c}
	text := EventText(r, false)
	for _, want := range []string{
		"node 2 starves: it requests in event 7 and waits for its critical section for ever, while node 1 enters again and again\n",
		"\n  20  receive 1<-2 M 20\n      ... 29 events\n  50  enter 1\n      ... 10 events\n      from here on, for ever:\n      ... 19 events\n  80  enter 1\n  81  ",
		"\n 100  receive 1<-2 M 100\n      and again from 61 on\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if full := EventText(r, true); strings.Contains(full, "...") || !strings.Contains(full, "\n  40  ") {
		t.Error(full)
	}
	c.Cycle = 100
	if text := EventText(r, false); !strings.Contains(text, "for ever, and nothing else needs to happen\n") {
		t.Error(text)
	}
}

// TestBlockedNodes: a deadlock says who waits.
func TestBlockedNodes(t *testing.T) {
	c := &results.Counterexample{Cycle: -1}
	for _, event := range []string{"request 1", "request 2", "request 3", "enter 2", "exit 2 3", "receive 1<-2 REPLY"} {
		c.Steps = append(c.Steps, results.Step{Event: event})
	}
	r := results.Result{Algorithm: "centralized", Configuration: config.Config{Algorithm: "centralized", N: 3}, Property: "deadlock", Counterexample: c}
	if text := EventText(r, false); !strings.Contains(text, "      nodes 1 and 3 wait for their critical sections, and no message and no entry can change that\n") {
		t.Error(text)
	}
}

// TestLongStatement: a statement that is too long for its column is shortened in the middle, and not if all is wanted.
func TestLongStatement(t *testing.T) {
	long := "P:0 m.pml:5  a = " + strings.Repeat("b + ", 30) + "c; d = 1  fails"
	c := &results.Counterexample{Cycle: -1, Steps: []results.Step{{Event: "P:0 m.pml:4  x = 1", Changes: []results.Change{{Variable: "x", Value: "1"}}}, {Event: long}}}
	r := results.Result{Model: "m.pml", Property: "assertions", Counterexample: c}
	if text := EventText(r, false); !strings.Contains(text, "   1  P:0 m.pml:4  x = 1"+strings.Repeat(" ", mostEvent-18)+"  x 1\n") ||
		!strings.Contains(text, "   2  P:0 m.pml:5  a = b + b + b + b + b + b + ... b + b + b + c; d = 1  fails\n") {
		t.Error(text)
	}
	if text := EventText(r, true); !strings.Contains(text, "   2  "+long+"\n") || !strings.Contains(text, "x = 1"+strings.Repeat(" ", mostEvent-18)+"  x 1\n") {
		t.Error(text)
	}
}

// TestNoteIsSaidOnce: that SPIN takes the first option of a choice is said once, that a value wraps in each step.
func TestNoteIsSaidOnce(t *testing.T) {
	c := &results.Counterexample{Cycle: -1}
	for k := range 100 {
		s := results.Step{Event: "P:0 m.pml:3  d_step", Choices: []string{"m.pml:4: a choice"}}
		if k < 2 {
			s.Wraps, s.Likely = []string{"m.pml:5: 256 becomes 0"}, true
		}
		c.Steps = append(c.Steps, s)
	}
	text := EventText(results.Result{Model: "m.pml", Property: "assertions", Counterexample: c}, false)
	if strings.Count(text, "m.pml:4: a choice") != 1 || strings.Count(text, "wraps: m.pml:5: 256 becomes 0") != 3 || strings.Count(text, "\n") > 50 {
		t.Error(text)
	}
}
