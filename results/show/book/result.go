package book

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/show"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/page"
	"github.com/mxgen/mxgen/results/show/scene"
)

// OfResult is the page of a result's counterexample.  Where the program cannot execute it, the page has
// what the model's run says.
func OfResult(ctx context.Context, r results.Result, window Window) (*page.Document, error) {
	d, err := ofProgram(ctx, r, window)
	if err != nil {
		return nil, err
	}
	if d == nil {
		if d, err = ofSteps(r, window); err != nil {
			return nil, err
		}
	}
	d.Title, d.Bad = r.Subject(), report.Violates(r)
	d.Lead = report.Shows(r)
	if d.Bad && r.Reason != "" && !strings.Contains(r.Reason, d.Lead) {
		d.Lead += ": " + r.Reason
	}
	before, after := report.Around(r)
	d.Notes = append(append(before, d.Notes...), after...)
	return d, nil
}

// ofProgram is the page of a counterexample that the program executes, nil if it cannot.
func ofProgram(ctx context.Context, r results.Result, window Window) (*page.Document, error) {
	run, err := convert.FromResult(r)
	if err != nil {
		return nil, nil // OfResult takes the steps of the model
	}
	recorded, total, err := record(ctx, run, window)
	if err != nil {
		return nil, err
	}
	if report.Violates(r) && recorded.Cut == 0 {
		recorded.Violate(show.Violation{After: recorded.Len(), Property: r.Property, Reason: r.Reason})
	}
	d := page.OfRun(recorded)
	if part := partOf(recorded, total); part != "" {
		d.Notes = append(d.Notes, part)
	}
	return d, nil
}

// ofSteps is the page of a run that no program executes.
func ofSteps(r results.Result, window Window) (*page.Document, error) {
	x := r.Counterexample
	first, count, err := window.of(len(x.Steps), true)
	if err != nil {
		return nil, err
	}
	s := &steps{result: r, chart: &diagram.Chart{Loop: -1, Partly: true}}
	for i := range r.Configuration.N {
		s.chart.Lines = append(s.chart.Lines, fmt.Sprint(i+1))
	}
	if r.Model != "" {
		for _, step := range x.Steps {
			s.line(processOf(step.Event))
		}
	}
	s.number()
	phases := make([]diagram.Phase, len(s.chart.Lines))
	for k, step := range x.Steps {
		if k == first {
			s.chart.First, s.chart.Phases, s.start = first, slices.Clone(phases), s.values()
		}
		e, message := s.event(step.Event, phases)
		s.change(step)
		if k >= first && k < first+count {
			if message != nil {
				message.Received = len(s.chart.Events)
				s.chart.Messages = append(s.chart.Messages, *message)
			}
			s.chart.Events = append(s.chart.Events, e)
			s.tables = append(s.tables, s.values())
		}
	}
	if s.start == nil {
		s.start = s.values()
	}
	s.chart.Cut = len(x.Steps) - first - count
	if x.Cycle >= 0 && s.chart.Cut == 0 {
		s.chart.Loop = max(0, x.Cycle-first)
	}
	if report.Violates(r) && s.chart.Cut == 0 {
		s.chart.Marks = []diagram.Mark{{After: count - 1, Text: show.Violation{Property: r.Property, Reason: r.Reason}.String()}}
	}
	d := &page.Document{Chart: s.chart, Processes: r.Model != "", Notes: s.notes(), Table: func(k int) page.Table {
		cells := s.start
		if k > 0 {
			cells = s.tables[k-1]
		}
		return page.Table{Columns: s.columns, Rows: s.names, Cells: cells}
	}}
	return d, nil
}

// steps is a run of a model that is being taken apart.
type steps struct {
	result  results.Result
	chart   *diagram.Chart
	names   []string             // of variables
	columns []string             // the lines, then "shared"
	now     map[[2]string]string // values by variable and column
	start   [][]string
	tables  [][][]string
	hidden  int // variables without a row
}

const shared = "shared"

// longestValue is how many letters of a value are shown.
const longestValue = 300

// line is the index of the line with a name, which is added if it is new.
func (s *steps) line(name string) int {
	k := slices.Index(s.chart.Lines, name)
	if k < 0 {
		k = min(len(s.chart.Lines), mostLines-1)
		s.chart.Lines = append(s.chart.Lines[:k], name)
	}
	return k
}

// SPIN has at most 255 processes, and a page with more values than mostCells could not be read.
const (
	mostLines = 255
	mostCells = 4000
)

// number finds the rows and columns of the tables.
func (s *steps) number() {
	s.now = map[[2]string]string{}
	s.columns = slices.Clone(s.chart.Lines)
	common, known := false, map[string]bool{}
	for _, step := range s.result.Counterexample.Steps {
		for _, ch := range step.Changes {
			name, column, _ := s.value(ch)
			common = common || column == shared
			if !known[name] {
				known[name] = true
				s.names = append(s.names, name)
			}
		}
	}
	if common {
		s.columns = append(s.columns, shared)
	}
	if most := mostCells / max(len(s.columns), 1); len(s.names) > most {
		s.hidden = len(s.names) - most
		s.names = s.names[:most]
	}
}

// value is a changed variable with its column.
func (s *steps) value(ch results.Change) (name, column, value string) {
	name, node, value := report.Value(s.result, ch)
	column = node
	if s.result.Model != "" && node != "" {
		column = shared
		for _, line := range s.chart.Lines {
			if strings.HasSuffix(line, ":"+node) {
				column = line
			}
		}
	}
	if !slices.Contains(s.chart.Lines, column) {
		column = shared
	}
	return name, column, value
}

func (s *steps) change(step results.Step) {
	for _, ch := range step.Changes {
		name, column, value := s.value(ch)
		s.now[[2]string{name, column}] = scene.Shorten(value, longestValue)
	}
}

func (s *steps) values() [][]string {
	cells := make([][]string, len(s.names))
	for r, name := range s.names {
		for _, column := range s.columns {
			cells[r] = append(cells[r], s.now[[2]string{name, column}])
		}
	}
	return cells
}

// event is a step as an event of the chart, with the message that it receives, nil if it receives none.
func (s *steps) event(label string, phases []diagram.Phase) (diagram.Event, *diagram.Message) {
	if s.result.Model != "" {
		process := processOf(label)
		return diagram.Event{Line: s.line(process), Text: strings.TrimSpace(strings.TrimPrefix(label, process))}, nil
	}
	e, err := event.Parse(label)
	if err != nil || e.Node > len(phases) || e.Peer > len(phases) {
		return diagram.Event{Text: label}, nil
	}
	var message *diagram.Message
	switch e.Kind {
	case event.Request:
		phases[e.Node-1] = diagram.Waiting
	case event.Enter:
		phases[e.Node-1] = diagram.Inside
	case event.Exit:
		phases[e.Node-1] = diagram.Idle
	case event.Receive:
		message = &diagram.Message{From: e.Peer - 1, To: e.Node - 1, Text: e.Msg.String(), Sent: -1, Unknown: true}
	}
	return diagram.Event{Line: e.Node - 1, Text: label, Phase: phases[e.Node-1]}, message
}

// processOf is the process of a step of a user's model: the first word.
func processOf(label string) string {
	process, _, _ := strings.Cut(label, " ")
	return process
}

func (s *steps) notes() []string {
	x := s.result.Counterexample
	var notes []string
	if s.result.Model == "" {
		notes = append(notes, "The run is in the model alone: nobody knows which event sends a message, and receipts have short arrows.  A value is unknown until the model changes it.")
	} else {
		notes = append(notes, "Each line is a process.  A value is unknown until the model changes it.")
	}
	if s.hidden > 0 {
		notes = append(notes, fmt.Sprintf("%d more variables are not shown.", s.hidden))
	}
	if x.Gap != nil {
		notes = append(notes, fmt.Sprintf("%d steps after step %d are not kept.", x.Gap.Steps, x.Gap.After))
	}
	if first, events := s.chart.First, len(s.chart.Events); events < len(x.Steps) {
		notes = append(notes, fmt.Sprintf("Events %d to %d of %d; mxgen show --from K draws those from K on.", first+1, first+events, len(x.Steps)))
	}
	return notes
}
