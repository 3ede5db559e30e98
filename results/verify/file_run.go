package verify

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/trail"
)

// fileRun makes a counterexample of a run of a user's file.
type fileRun struct {
	*file
	texts   map[string][]byte // of the user's files, as they are written
	parsed  map[string][]byte // as the preprocessor has expanded them
	mtypes  promela.Mtypes
	choices map[string][]promela.LostChoice
	by      panreplay.Simulation
	places  map[pancode.Statement]results.Place // found so far

	provided map[string]string // the provided clauses, by proctype

	filled map[string]bool // channel variables that were last shown with messages

	uncounted bool // the run's model does not count the claim: see form.claimUncounted
}

// mostSimulated is how long a trail may be that spin executes for an explanation, in steps.
const mostSimulated = 200_000

// simulate has spin explain a run where it can: it executes no C.
func (f *file) simulate(ctx context.Context, run runner.Result, limits process.Limits) panreplay.Simulation {
	trail, _ := trail.Parse(run.Trail) // pan itself has written it
	if f.words.embeddedC != "" || trail.LastStep() > mostSimulated {
		return panreplay.Simulation{}
	}
	s, err := panreplay.Simulate(ctx, run.Run, limits)
	if err != nil {
		return panreplay.Simulation{}
	}
	return s
}

// counterexample is a run as results have it.  claim has no name where none watched it.
func (f *file) counterexample(s trail.Steps, explained panreplay.Simulation, kind pan.Kind, claim pancode.Claim) *results.Counterexample {
	r := fileRun{file: f, texts: map[string][]byte{f.task.Source.Name: f.task.Source.Text}, parsed: promela.Files(f.text), mtypes: promela.MtypesOf(f.text),
		choices: map[string][]promela.LostChoice{}, by: explained, places: map[pancode.Statement]results.Place{}, provided: promela.Provided(f.text), filled: map[string]bool{},
		uncounted: claim.Name != "" && f.words.counts}
	inlines := promela.InlinesOf(f.text)
	for name, text := range r.parsed {
		r.choices[name] = promela.LostChoices(text, inlines)
	}
	lasso := kind == pan.KindAcceptance || kind == pan.KindNonProgress
	c := &results.Counterexample{Cycle: -1, Cut: s.Omitted > 0, Steps: []results.Step{}}
	if s.Omitted > 0 {
		c.Gap = &results.Gap{After: len(s.Steps) / 2, Steps: s.Omitted}
	}
	if lasso {
		c.Cycle = len(s.Steps)
	}
	for k, from := range s.Steps {
		if from.InCycle && lasso {
			c.Cycle = min(c.Cycle, k)
		}
		c.Steps = append(c.Steps, r.step(from))
	}
	switch kind {
	case pan.KindAssertion, pan.KindArrayIndex, pan.KindTrace: // the step that fails is none that was done
		if last := s.Last; last.Number > 0 && claim.Name == "" {
			before := ""
			if kind == pan.KindAssertion && !strings.HasPrefix(last.Text, "assert(") && explained.Failed.Line > 0 { // it was merged with statements before it
				if !dStep.MatchString(last.Text) {
					for _, s := range explained.Before {
						if text := r.place(s).Statement; !strings.HasPrefix(text, "assert(") {
							before += text + "; "
						}
					}
				}
				last.Statement = explained.Failed
				if events(explained.Printed) {
					before = strings.Join(explained.Printed, "; ") + "  "
				}
			}
			last.Changes = s.Final
			delete(r.by.Merged, last.Number)
			failed := r.step(last)
			if before != "" {
				at := fmt.Sprintf("%s:%d %s  ", last.Proctype, last.Process, failed.Place)
				failed.Event = at + before + strings.TrimPrefix(failed.Event, at)
			}
			if kind == pan.KindTrace && f.parts.Trace == "notrace" {
				failed.Event += "  completes a sequence that must not occur"
			} else {
				failed.Event += failure[kind]
			}
			c.Steps = append(c.Steps, failed)
		}
	}
	if kind == pan.KindEndState || lasso && c.Cycle == len(s.Steps) {
		c.Blocked = r.blocked(s.Blocked)
	}
	wraps := placeWraps(c)
	for k, from := range s.Steps {
		truncated(&c.Steps[k], from.Printed, func(member string) { wraps[k] = append(wraps[k], member) })
	}
	markLikely(c, wraps, kind, claim)
	return c
}

// sending matches a statement that sends a message.
var sending = regexp.MustCompile(`^[A-Za-z_][^ !?=]*!!?[^!=]`)

// failure is what a step that was not done to its end does.
var failure = map[pan.Kind]string{
	pan.KindAssertion: "  fails", pan.KindArrayIndex: "  has an invalid array index", pan.KindTrace: "  is none of the trace's",
}

// dStep matches SPIN's name of a d_step sequence.
var dStep = regexp.MustCompile(`^D_STEP\d+$`)

// step is one statement as a step of a result.
func (r fileRun) step(s trail.Step) results.Step {
	process := fmt.Sprintf("%s:%d", s.Proctype, s.Process)
	printed := slices.DeleteFunc(slices.Clone(s.Printed), func(line string) bool { return strings.HasPrefix(line, pancode.Truncation) })
	step := results.Step{Changes: []results.Change{}, Printed: r.withMtypes(oneLine(strings.Join(printed, "; "))), Wraps: slices.Clone(r.by.Wraps[s.Number]), Choices: r.lost(s)}
	for _, v := range r.channelOnce(s) {
		if loopVariable.MatchString(v.Name) {
			continue
		}
		step.Changes = append(step.Changes, results.Change{Variable: v.Name, Value: v.Value})
	}
	if s.Text == "-end-" { // it has no line
		step.Event = process + " ends"
		return step
	}
	at := r.place(s.Statement)
	text := at.Statement
	if text != "d_step" {
		for _, merged := range r.by.Merged[s.Number] {
			text += "; " + r.place(merged).Statement
		}
	}
	if strings.HasPrefix("("+strings.TrimLeft(s.Text, "("), withoutAssertion) {
		if strings.Contains(text, "; ") {
			text += "  the assertion is not checked"
		} else {
			text += "  is not checked in this search"
		}
	}
	switch {
	case step.Printed == "":
	case strings.HasPrefix(text, "printf(") || text == "d_step" || events(printed): // a d_step sequence has no better name
		text = step.Printed
	default:
		text += "  " + step.Printed
	}
	if r.task.Lossy && sending.MatchString(at.Statement) && !slices.ContainsFunc(s.Changes, func(v trail.Variable) bool { return strings.HasPrefix(v.Value, "[") }) {
		text += "  is lost: the channel is full"
	}
	for k, w := range step.Wraps { // spin's simulator truncates elements of bit arrays, pan does not
		if slices.ContainsFunc(s.Changes, func(v trail.Variable) bool {
			return element.MatchString(v.Name) && strings.Contains(w, ": "+v.Value+" becomes ")
		}) {
			step.Wraps[k] = strings.Replace(w, " becomes ", results.NotTruncated, 1)
		}
	}
	step.Event, step.Place = fmt.Sprintf("%s %s  %s", process, at, text), &at
	return step
}

// events tells whether printed lines are events, as generated models print them.
func events(printed []string) bool {
	if len(printed) == 0 {
		return false
	}
	for _, line := range printed {
		if _, err := event.Parse(line); err != nil {
			return false
		}
	}
	return true
}

// channelUse matches a send or a receive, with the channel.
var channelUse = regexp.MustCompile(`^([A-Za-z_]\w*(?:\[[^]]*\])?) ?(?:!|\?)`)

// channelOnce are the variables that a send or a receive changes: of those that have the channel, the global ones, or else the one
// that the statement names, and those that were shown with messages before.
func (r fileRun) channelOnce(s trail.Step) []trail.Variable {
	use := channelUse.FindStringSubmatch(s.Text)
	if use == nil {
		return s.Changes
	}
	own, global := fmt.Sprintf("%s (process %d)", use[1], s.Process), map[string]bool{} // by value
	holds := func(v trail.Variable) bool {
		return strings.HasPrefix(v.Value, "[") || strings.HasPrefix(v.Value, "len ")
	}
	local := func(v trail.Variable) bool { return strings.Contains(v.Name, " (process ") }
	named := slices.ContainsFunc(s.Changes, func(v trail.Variable) bool { return v.Name == own })
	for _, v := range s.Changes {
		global[v.Value] = global[v.Value] || holds(v) && !local(v)
	}
	return slices.DeleteFunc(slices.Clone(s.Changes), func(v trail.Variable) bool {
		other := holds(v) && local(v) && !r.filled[v.Name] && (global[v.Value] || named && v.Name != own)
		if !other {
			r.filled[v.Name] = strings.HasPrefix(v.Value, "[")
		}
		return other
	})
}

// withMtypes is a printed text with the names of mtypes' constants.
func (r fileRun) withMtypes(text string) string {
	return pancode.MtypeNumber.ReplaceAllStringFunc(text, func(one string) string {
		number := pancode.MtypeNumber.FindStringSubmatch(one)[1]
		n, _ := strconv.Atoi(number) // digits
		return cmp.Or(r.mtypes.Named(n), number)
	})
}

// loopVariable matches the name that SPIN gives the variable of a for over an array or a channel.
var loopVariable = regexp.MustCompile(`\bf0r_t3mp_\w*`)

// element matches the name of an element of an array, also of a local one.
var element = regexp.MustCompile(`\](?: \(process \d+\))?$`)

// oneLine is a text without control characters.
func oneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 127 {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "?"))
}

// place is a statement as the user has written it, as far as that is known.
func (r fileRun) place(s pancode.Statement) results.Place {
	p, known := r.places[s]
	if !known {
		p = r.find(s)
		r.places[s] = p
	}
	return p
}

// withoutAssertion begins what promela.WithoutAssertions makes of an assertion, as SPIN writes it.
const withoutAssertion = "(1||"

func (r fileRun) find(s pancode.Statement) results.Place {
	if s.File == "" || s.File == "-" {
		s.File = r.task.Source.Name
	}
	if r.uncounted {
		s.Text = strings.ReplaceAll(s.Text, withoutClaim, processCount)
	}
	if strings.HasPrefix(s.Text, "((") && closes(s.Text) == len(s.Text)-1 && closes(s.Text[1:]) == len(s.Text)-3 {
		s.Text = s.Text[1 : len(s.Text)-1]
	}
	text := loopVariable.ReplaceAllString(oneLine(strings.TrimSpace(r.named(s))), "loop variable")
	text = strings.ReplaceAll(text, `\\`, `\`) // in a printf
	switch {
	case dStep.MatchString(text):
		text = "d_step"
	case strings.HasPrefix(text, "goto :b"):
		text = "break"
	case strings.HasPrefix(text, withoutAssertion):
		if written := r.asWritten(s.Place, "assert"+text[len(withoutAssertion):]); strings.HasPrefix(written, "assert(") && len(promela.AssertionsOn(r.texts[s.File], s.Line)) > 0 {
			text = written
		}
	case strings.HasPrefix(text, "assert("):
		text = r.asWritten(s.Place, text)
	}
	return results.Place{File: s.File, Line: s.Line, Column: r.column(s.Place), Statement: text}
}

// named is the text of a statement with the names of its mtype constants; where they cannot be told, its line.
func (r fileRun) named(s pancode.Statement) string {
	if strings.HasPrefix(s.Text, withoutAssertion) {
		return s.Text
	}
	text, ok := r.mtypes.AsWritten(s.Text, r.parsed[s.File], s.Line)
	if line := r.line(s.Place); !ok && line != "" {
		return strings.TrimSpace(line)
	}
	return text
}

// column is where the first character of a line stands that is not blank, in characters from 1; 0: there is no
// such line.  pan knows no columns, and a line seldom has two statements.
func (r fileRun) column(at pancode.Place) int {
	line := r.line(at)
	if line == "" {
		return 0
	}
	return len(line) - len(strings.TrimLeft(line, " \t")) + 1
}

// line is a line of a file without the blanks at its end, "" if there is none.
func (r fileRun) line(at pancode.Place) string {
	text := r.text(at.File)
	for range at.Line - 1 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return ""
		}
		text = text[end+1:]
	}
	if at.Line < 1 {
		return ""
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return string(bytes.TrimRight(text, " \t\r"))
}

// text is the text of a file of the model, nil if it cannot be read.
func (r fileRun) text(name string) []byte {
	text, known := r.texts[name]
	if !known {
		text = readRegular(filepath.Join(r.task.Source.Dir, name))
		r.texts[name] = text
	}
	return text
}

// closes is where the parenthesis closes with which a text begins, -1: nowhere.
func closes(text string) int {
	depth := 0
	for k, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// asWritten is an assertion before its macros were expanded, if that is found where it stands.
func (r fileRun) asWritten(at pancode.Place, expanded string) string {
	written := promela.AssertionsOn(r.text(at.File), at.Line)
	if len(written) == 1 {
		return oneLine(written[0])
	}
	expanded, _ = r.mtypes.AsWritten(expanded, r.parsed[at.File], at.Line)
	plain := func(text string) string { return strings.NewReplacer(" ", "", "(", "", ")", "").Replace(text) }
	if k := slices.IndexFunc(written, func(w string) bool { return plain(w) == plain(expanded) }); k >= 0 {
		return oneLine(written[k])
	}
	return expanded
}

// readRegular reads a file that the preprocessor has read, nil if it is large or no file.
func readRegular(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

// lost are the choices in a d_step sequence of which SPIN takes the first option.
func (r fileRun) lost(s trail.Step) []string {
	if !dStep.MatchString(s.Text) {
		return nil
	}
	var all []string
	for _, c := range r.choices[s.File] {
		if c.First <= s.Line && s.Line <= c.Last {
			all = append(all, fmt.Sprintf("%s:%d: %s", s.File, c.Line, c.Text))
		}
	}
	return all
}

// blocked is where the processes are, and what they wait for.
func (r fileRun) blocked(processes []trail.Blocked) []results.Blocked {
	var all []results.Blocked
	for _, p := range processes {
		one := results.Blocked{Process: fmt.Sprintf("%s:%d", p.Proctype, p.Process), Ended: p.Ended, Waits: []results.Place{}}
		for _, s := range p.Waits {
			if s.Text == "-end-" {
				one.Ended = true
				continue
			}
			at := r.place(s)
			if s.Line == 0 {
				at.File = ""
			}
			if at.Statement == "d_step" {
				at.Statement = r.beginning(at)
			}
			if clause := r.provided[p.Proctype]; clause != "" {
				at.Statement += ", provided " + clause
			}
			one.Waits = append(one.Waits, at)
		}
		all = append(all, one)
	}
	return all
}

// beginning is a d_step sequence with the statements with which it can begin, as far as they are found.
func (r fileRun) beginning(at results.Place) string {
	guards := promela.StepGuards(r.text(at.File), at.Line)
	if guards == nil {
		guards = promela.StepGuards(r.parsed[at.File], at.Line)
	}
	if guards == nil {
		return at.Statement
	}
	return "d_step { " + strings.Join(guards, " or ") + " ... }"
}

// mostBlocked is how many processes a reason names.
const mostBlocked = 4

// violationReason is the reason of a violation in a file: pan's own words, or the formula that an assertion of a claim
// stands for, or where the assertion is that fails, or who is blocked.
func (f *file) violationReason(claim pancode.Claim, run runner.Result, shown *results.Counterexample) string {
	pans := strings.Replace(run.Conclusion.Reason, "  ", " ", 1) // before !(...)
	if text := f.writtenFormula(claim.Name); text != "" && run.Conclusion.Kind == pan.KindAssertion {
		pans = "formula violated: " + text
	}
	if shown != nil && run.Conclusion.Kind == pan.KindAcceptance { // a shorter run may be of the other kind
		if pans = "acceptance cycle"; shown.Cycle == len(shown.Steps) {
			pans = "accept stutter"
		}
	}
	if shown == nil {
		return pans
	}
	likely := ""
	if suspects := shown.Suspects(); len(suspects) > 0 {
		likely = "; " + suspects[0].Role() + ": " + suspects[0].Note
	}
	var waiting []string
	for _, b := range shown.Blocked {
		if !b.Ended && len(b.Waits) > 0 {
			waiting = append(waiting, b.String())
		}
	}
	switch n := len(shown.Steps); {
	case run.Conclusion.Kind == pan.KindEndState && len(waiting) > 0:
		if len(waiting) > mostBlocked {
			waiting = append(waiting[:mostBlocked], fmt.Sprintf("and %d more", len(waiting)-mostBlocked))
		}
		return pans + ": " + strings.Join(waiting, "; ") + likely
	case run.Conclusion.Kind == pan.KindEndState && len(shown.Left()) > 0:
		return pans + ": messages are left: " + strings.Join(shown.Left(), "; ") + likely
	case n == 0 || shown.Steps[n-1].Place == nil:
	case run.Conclusion.Kind == pan.KindAssertion && claim.Name == "" && strings.HasPrefix(shown.Steps[n-1].Place.Statement, "assert("):
		return fmt.Sprintf("assertion violated: %s %s", shown.Steps[n-1].Place, shown.Steps[n-1].Place.Statement) + likely
	case run.Conclusion.Kind == pan.KindArrayIndex:
		return fmt.Sprintf("invalid array index: %s %s", shown.Steps[n-1].Place, shown.Steps[n-1].Place.Statement)
	}
	return pans + likely
}
