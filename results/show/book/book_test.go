package book_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/show/page"
)

// TestWindow: a part of a run begins in the state in which the part before it ends.
func TestWindow(t *testing.T) {
	run := simulated(t, "lamport", "--n 3 --rounds 2", 2, 0)
	whole, err := book.OfRun(t.Context(), run, book.Window{})
	if err != nil {
		t.Fatal(err)
	}
	part, err := book.OfRun(t.Context(), run, book.Window{From: 11, Events: 20})
	if err != nil {
		t.Fatal(err)
	}
	if c := part.Chart; c.First != 10 || len(c.Events) != 20 || c.Cut != len(whole.Chart.Events)-30 {
		t.Errorf("%d before, %d, %d after", c.First, len(c.Events), c.Cut)
	}
	for k := range 21 {
		if a, b := fmt.Sprint(part.Table(k)), fmt.Sprint(whole.Table(10+k)); a != b {
			t.Errorf("after event %d: %s, and in the whole run %s", 10+k, a, b)
		}
	}
	if part.Chart.Phases == nil || !strings.Contains(fmt.Sprint(part.Notes), "Events 11 to 30 of") {
		t.Errorf("phases %v, notes %q", part.Chart.Phases, part.Notes)
	}
	if _, err := book.OfRun(t.Context(), run, book.Window{From: 100_000}); err == nil || !strings.Contains(err.Error(), "from 100000: the run has") {
		t.Errorf("error %v", err)
	}
}

// TestData: the values that a page's script computes from the changes are those of the tables.
func TestData(t *testing.T) {
	d, err := book.OfRun(t.Context(), simulated(t, "suzuki-kasami", "--n 3", 2, 0), book.Window{})
	if err != nil {
		t.Fatal(err)
	}
	data := page.DataOf(d)
	cells := data.Start
	for k, changes := range data.Changes {
		for _, c := range changes {
			cells[c.Row][c.Column] = c.Value
		}
		if want := d.Table(k + 1).Cells; fmt.Sprint(cells) != fmt.Sprint(want) {
			t.Fatalf("after event %d: %v, want %v", k+1, cells, want)
		}
		var picture strings.Builder
		step := data.Picture.Steps[k+1]
		picture.WriteString(step.Head)
		for _, part := range step.Parts {
			picture.WriteString(data.Picture.Parts[part])
		}
		if want := d.Picture(k + 1).SVG(1); picture.String()+"</svg>\n" != want {
			t.Fatalf("after event %d: another picture", k+1)
		}
	}
	sent := 0
	for k, e := range data.Events {
		if e.From >= k {
			t.Errorf("event %d is sent by %d", k, e.From)
		}
		if e.From >= 0 {
			sent++
		}
	}
	if sent < 10 {
		t.Errorf("%d receipts have a sender", sent)
	}
}

// TestModelRun: a run with a seeded bug is in the model alone; its page says what it does not know.
func TestModelRun(t *testing.T) {
	r := results.Result{Algorithm: "neilsen-mizuno", Configuration: config.Config{Algorithm: "neilsen-mizuno", N: 2, Bug: "token-copied"}, Property: "token", Verdict: results.Fail, Reason: "two tokens",
		Counterexample: &results.Counterexample{Cycle: -1, Steps: []results.Step{
			{Event: "request 2", Changes: []results.Change{{Variable: "phase[2]", Value: "WAIT"}}},
			{Event: "receive 1<-2 REQUEST 2", Changes: []results.Change{{Variable: "next[1]", Value: "2"}, {Variable: "common", Value: "1"}}},
			{Event: "nonsense 99"}, {Event: "enter 77"}}}}
	d, err := book.OfResult(t.Context(), r, book.Window{})
	if err != nil {
		t.Fatal(err)
	}
	if !d.Bad || d.Lead != "token is violated: two tokens" || d.Picture != nil || !d.Chart.Partly || len(d.Chart.Messages) != 1 || !d.Chart.Messages[0].Unknown {
		t.Errorf("%+v, chart %+v", d, d.Chart)
	}
	if table := d.Table(4); fmt.Sprint(table) != "{[1 2 shared] [phase next common] [[ WAIT ] [2  ] [  1]]}" {
		t.Errorf("table %v", table)
	}
	if data := page.DataOf(d); data.Causes {
		t.Error("the page claims to know what follows from what")
	}
}
