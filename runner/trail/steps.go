package trail

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/pancode"
)

// Step is one statement that a process executed in a trail.
type Step struct {
	Number            int    // in the trail, in which steps of a claim count as well
	Process           int    // its number, as _pid has it
	Proctype          string // its name
	pancode.Statement        // what it executed
	Printed           []string
	Changes           []Variable // globals and local variables that have another value after it
	InCycle           bool       // it belongs to the cycle
}

// Steps are the steps of a trail, without those of a claim.
type Steps struct {
	Steps   []Step
	Final   []Variable // changes at the end of the trail, which may be in the middle of one more step that fails
	Blocked []Blocked  // where each process is at the end
	Last    Step       // the last step of the trail, whether it was executed or failed
	// ClaimCycle are the states, by SPIN's numbers, in which the claim takes the steps of the cycle.
	ClaimCycle []int
	// Omitted steps are not among Steps, after the first half of them: the trail is too long.
	Omitted int
}

// Blocked is where a process is, and with what it could go on.
type Blocked struct {
	Process  int
	Proctype string
	Ended    bool // at its end, or at a state with an end label
	Waits    []pancode.Statement
	state    int // SPIN's number
	escapes  int // how many of Waits, its last, are of an unless around the place
}

// stepReader reads what pan -r -v prints: for each step a line that names it, and the variables
// after it.  A line may begin with a text that the model has printed.
type stepReader struct {
	claimed   bool
	start     *stepReader // has read the initial state; nil: this one reads it
	code      pancode.Statements
	mtypes    Mtypes
	constants []string // of mtypes, the longest first

	steps      []Step
	late       []Step // the last steps, once there are too many
	omitted    int
	step       *Step    // whose variables come
	printed    []string // by the model, since the last step
	begun      string   // the line of a step whose statement, of C, has more lines
	cycle      bool
	claimCycle map[int]bool   // states of the claim, see Steps
	proctypes  map[int]string // of each process, as pan counts them

	owner       int    // process whose local variables are listed; -1: globals are
	ownerType   string // its proctype
	globals     []pancode.Field
	locals      map[string][]pancode.Field // by proctype
	declared    []pancode.Field            // of the variables that are listed
	places      []string                   // names of the fields to come, of a structure that is listed
	lost        bool                       // after a structure of which nothing is known: its end is not marked
	before, now map[string]string          // values in the listing before, and in this one

	ended    bool
	untraced bool // the last step fails a trace assertion
	blind    bool // the replay ended at a channel variable that has no channel
	final    []Variable
	blocked  []Blocked
	atClaim  bool // what the claim waits for is listed
	trouble  string
}

// maxSteps is how many steps of a trail are returned: half of them its first, half its last.
const maxSteps = 20_000

// Mtypes are the mtypes of a model.
type Mtypes interface {
	Names() []string // of the constants
	// Value is the name of a variable's number, "" if it has none.  proctype is whose local variable it is, "" if it is global.
	Value(proctype, variable string, number int) string
}

// NewStepReaders are the readers of the initial state and of a run.  claimed says that a claim was loaded,
// which is process 0; locals are the local variables by proctype.
func NewStepReaders(claimed bool, globals []pancode.Field, locals map[string][]pancode.Field, mtypes Mtypes, code pancode.Statements) (start, run *stepReader) {
	start, run = newStepReader(claimed, globals, mtypes, code), newStepReader(claimed, globals, mtypes, code)
	run.start = start
	start.locals, run.locals = locals, locals
	return start, run
}

// Result returns what was read of a trail.  whole is false if the verifier stopped at a channel variable that
// has no channel.
func (s *stepReader) Result(executed Trail) (steps Steps, whole bool) {
	steps = Steps{Steps: append(s.steps, s.late...), Final: s.final, Blocked: s.blocked, ClaimCycle: slices.Sorted(maps.Keys(s.claimCycle)), Omitted: s.omitted}
	all := executed.Steps
	if s.untraced { // the trail may have more steps than the one that fails, of the run that pan searched before
		done := 0
		if n := len(steps.Steps); n > 0 {
			done = steps.Steps[n-1].Number
		}
		if fails := slices.IndexFunc(all, func(l Line) bool { return l.Step > done }); fails >= 0 {
			all = all[:fails+1]
		}
	}
	if n := len(all); n > 0 {
		last := all[n-1]
		steps.Last = Step{Number: last.Step, Process: s.pid(last.Process), Proctype: s.proctypes[last.Process], Statement: s.code.OfTransition(last.Transition)}
	}
	return steps, !s.blind
}

func newStepReader(claimed bool, globals []pancode.Field, mtypes Mtypes, code pancode.Statements) *stepReader {
	constants := slices.SortedFunc(slices.Values(mtypes.Names()), func(a, b string) int { return len(b) - len(a) })
	return &stepReader{claimed: claimed, owner: -1, globals: globals, code: code, mtypes: mtypes, constants: constants,
		now: map[string]string{}, before: map[string]string{}, claimCycle: map[int]bool{}, proctypes: map[int]string{}}
}

func (s *stepReader) Outcome() (string, bool) { return s.trouble, s.ended }

var (
	panStep = regexp.MustCompile(`^(.*?) *(\d+): proc +(\d+) \((.*?)\) +\S*:(\d+) \(state +\d+\) trans \{(\d+),\d+\} \[(.*)\]$`)
	// panStepBegins matches the line of a step up to the bracket before its statement.
	panStepBegins = regexp.MustCompile(`^.*?\d+: proc +\d+ \(.*?\) +\S*:\d+ \(state +\d+\) trans \{\d+,\d+\} \[`)
	panState      = regexp.MustCompile(`\(state +(\d+)\) trans \{`)
	panLocal      = regexp.MustCompile(`local vars proc (\d+) \((\S*)\):$`)
	panBlocked    = regexp.MustCompile(`^ *-?\d+:\tproc +(\d+) \((.*?)\) +\S*:(\d+) \(state +(\d+)\)(?: \((in)?valid end state\))?$`)
	// noChannel matches what pan says when it prints a channel variable that has no channel.
	noChannel = regexp.MustCompile(`pan:\d+: ref to uninitialized chan name \(len\) \(at depth -?\d+\)$`)
	// traceError matches what pan says of a step that fails a trace assertion.
	traceError = regexp.MustCompile(`pan:\d+: event_trace error \(.*\) \(at depth -?\d+\)$`)
	panChan    = regexp.MustCompile(`^\tchan (\w+(?:\[\d+\])?) \(=(\d+)\):\tlen (-?\d+):\t *(.*?),?$`)
	// impossible begins what pan -r says of a step that it cannot execute.
	impossible = []string{"UNEXECUTABLE", "pan: Error", "pan: error", "pan: cannot"}
)

func (s *stepReader) Line(line string) {
	line, whole := s.wholeStep(line)
	if !whole {
		return
	}
	for _, text := range impossible {
		if strings.HasPrefix(line, text) || text == "UNEXECUTABLE" && strings.Contains(line, text) {
			s.trouble = line
		}
	}
	switch {
	case !s.ended && strings.Contains(line, ": proc ") && panStep.MatchString(line):
		s.executed(panStep.FindStringSubmatch(line))
	case EndOfLine.MatchString(line):
		s.keep()
		s.ended = true
	case !s.ended && traceError.MatchString(line):
		s.untraced = true
	case !s.ended && noChannel.MatchString(line):
		s.blind = true
	case strings.Contains(line, "<<<<<START OF CYCLE>>>>>"):
		s.cycle = true
	case strings.HasSuffix(line, "global vars:"):
		s.owner, s.ownerType, s.declared, s.places, s.lost = -1, "", s.globals, nil, false
		s.before, s.now = s.now, map[string]string{}
		if s.start != nil {
			s.before, s.start = s.start.now, nil
		}
	case panLocal.MatchString(line):
		m := panLocal.FindStringSubmatch(line)
		s.owner, s.ownerType = number([]byte(m[1])), strings.Trim(m[2], ":")
		s.declared, s.places, s.lost = s.locals[s.ownerType], nil, false
	case s.ended && panBlocked.MatchString(line):
		s.process(panBlocked.FindStringSubmatch(line))
	case s.ended && strings.HasPrefix(line, "\t\t"):
		s.waits(line[2:])
	case strings.HasPrefix(line, "\t"):
		s.variable(line)
	case !s.ended && line != "" && len(s.printed) < 16 && !claimLine.MatchString(line) && !strings.HasPrefix(line, "warning: ") && !strings.HasPrefix(line, "MSC: ~"):
		s.printed = append(s.printed, line)
	}
}

// mostCode is after how many bytes no line is added to a statement.
const mostCode = 1 << 16

// wholeStep joins the lines of a step whose statement is C of several lines: the last one ends with the bracket that
// closes the statement.  whole is false as long as more is to come.
func (s *stepReader) wholeStep(line string) (_ string, whole bool) {
	begins := s.begun == "" && !s.ended && strings.Contains(line, ": proc ") && panStepBegins.MatchString(line)
	switch {
	case begins && !strings.HasSuffix(line, "]"):
		s.begun = line
		return "", false
	case s.begun == "":
		return line, true
	case strings.HasSuffix(line, "global vars:") || EndOfLine.MatchString(line): // C has brackets in a string or comment
		s.executed(panStep.FindStringSubmatch(strings.TrimSuffix(s.begun, "]") + "]"))
		s.begun = ""
		return line, true
	}
	if line = strings.TrimSpace(line); line != "" && len(s.begun) < mostCode {
		s.begun += " " + line
	}
	statement := s.begun[len(panStepBegins.FindString(s.begun)):]
	if whole = strings.HasSuffix(s.begun, "]") && strings.Count(statement, "[") < strings.Count(statement, "]"); whole {
		line, s.begun = s.begun, ""
	}
	return line, whole
}

// pid is the number of a process in the model, where a claim does not count.
func (s *stepReader) pid(number int) int {
	if s.claimed {
		return number - 1
	}
	return number
}

// executed reads the line of a step.
func (s *stepReader) executed(m []string) {
	s.keep()
	printed := s.printed
	if m[1] != "" {
		printed = append(printed, m[1])
	}
	s.printed = nil
	pan := number([]byte(m[3]))
	if s.claimed && pan == 0 {
		if at := panState.FindStringSubmatch(m[0]); s.cycle && at != nil {
			s.claimCycle[number([]byte(at[1]))] = true
		}
		return
	}
	name := strings.Trim(m[4], ":")
	s.proctypes[pan] = name
	s.step = &Step{Number: number([]byte(m[2])), Process: s.pid(pan), Proctype: name, Printed: printed, InCycle: s.cycle,
		Statement: s.code.OfTransition(number([]byte(m[6])))}
	s.step.Text = m[7]
	if s.step.Line == 0 {
		s.step.Line = number([]byte(m[5]))
	}
}

// keep adds the step whose variables were listed.
func (s *stepReader) keep() {
	switch {
	case s.step == nil:
		return
	case len(s.steps) < maxSteps/2:
		s.steps = append(s.steps, *s.step)
	default:
		s.late = append(s.late, *s.step)
	}
	if len(s.late) > maxSteps/2 {
		s.late, s.omitted = s.late[1:], s.omitted+1
	}
	s.step = nil
}

// process reads where a process is at the end of the trail.
func (s *stepReader) process(m []string) {
	pan := number([]byte(m[1]))
	name := strings.Trim(m[2], ":")
	s.proctypes[pan] = name
	if s.atClaim = s.claimed && pan == 0; s.atClaim {
		return
	}
	s.blocked = append(s.blocked, Blocked{Process: s.pid(pan), Proctype: name, Ended: !strings.HasSuffix(m[0], "(invalid end state)"),
		state: number([]byte(m[4]))})
}

// waits reads a statement with which the process that was listed last could go on.
func (s *stepReader) waits(text string) {
	if len(s.blocked) == 0 || s.atClaim {
		return
	}
	at := &s.blocked[len(s.blocked)-1]
	find := func(all []pancode.Statement) int {
		return slices.IndexFunc(all, func(known pancode.Statement) bool { return known.Text == text && !slices.Contains(at.Waits, known) })
	}
	own, escaping := s.code.Waiting(at.Proctype, at.state)
	one := pancode.Statement{Text: text}
	if (text == "IF" || text == "DO") && find(own) < 0 && len(own) > 0 { // every option begins with a condition that is always false
		at.Waits = append(at.Waits, own...)
		return
	}
	if k := find(own); k >= 0 {
		one = own[k]
	} else if k := find(escaping); k >= 0 {
		at.Waits, at.escapes = append(at.Waits, escaping[k]), at.escapes+1
		return
	} else if k := slices.IndexFunc(own, func(known pancode.Statement) bool { // C, which pan prints, and for which SPIN's table has a name
		return cExpression.MatchString(known.Text) && !slices.ContainsFunc(at.Waits, func(w pancode.Statement) bool { return w.Place == known.Place })
	}); k >= 0 {
		one = pancode.Statement{Place: own[k].Place, Text: strings.Join(strings.Fields(strings.ReplaceAll(text, `\n`, " ")), " ")}
	}
	at.Waits = slices.Insert(at.Waits, len(at.Waits)-at.escapes, one) // pan lists escapes first
}

// variable reads one variable's line.  Several variables of a process may have one name, in
// different blocks.
func (s *stepReader) variable(line string) {
	kind, name, raw, ok := s.value(line)
	if !ok {
		return
	}
	if len(s.places) > 0 {
		if s.lost = !strings.HasSuffix(s.places[0], "."+name); !s.lost {
			name = s.places[0]
		}
		s.places = s.places[1:]
	}
	if s.lost {
		return
	}
	shown := raw
	switch kind {
	case "mtype":
		if constant := s.mtypes.Value(s.ownerType, name, number([]byte(raw))); constant != "" {
			shown = constant
		}
	case "chan":
		shown = s.messages(raw)
	}
	if s.owner >= 0 {
		name = fmt.Sprintf("%s (process %d)", name, s.pid(s.owner))
	}
	key := name
	for n := 2; ; n++ {
		if _, taken := s.now[key]; !taken {
			break
		}
		key = fmt.Sprint(name, " ", n)
	}
	s.now[key] = raw
	old, known := s.before[key]
	switch {
	case old == raw || !known && raw == "0":
	case s.ended:
		s.final = append(s.final, Variable{name, shown})
	case s.step != nil:
		s.step.Changes = append(s.step.Changes, Variable{name, shown})
	}
}

// value reads a variable's type, name and value, as pan prints them; false: the line has no variable.
func (s *stepReader) value(line string) (kind, name, raw string, ok bool) {
	if m := structLine.FindStringSubmatch(line); m != nil {
		at := slices.IndexFunc(s.declared, func(f pancode.Field) bool { return f.Name == m[1] })
		if s.lost = at < 0; !s.lost {
			s.places = pancode.Cells("", s.declared[at:at+1])
		}
		return
	}
	if m := variableLine.FindStringSubmatch(line); m != nil {
		listed := m[1] == "mtype" && slices.Contains(s.constants, m[2]) // pan lists the constants as if they were variables
		return m[1], m[2], m[3], !listed
	}
	m := panChan.FindStringSubmatch(line)
	switch {
	case m == nil:
		return
	case m[2] == "0" || strings.HasPrefix(m[4], "pan: bad qid "): // that of a process that has ended
		raw = "no channel"
	case m[4] != "":
		raw = m[4]
	default:
		raw = "len " + m[3]
	}
	return "chan", m[1], raw, true
}

// cExpression matches SPIN's name of a c_expr.
var cExpression = regexp.MustCompile(`^\(*\{c_code\d+\}\)*$`)

// message matches the content of one message, as pan prints it.
var message = regexp.MustCompile(`\[([^\[\]]*)\]`)

// messages writes the content of a channel with a comma between fields.  pan has one after each
// number, and none after the name of an mtype's constant.
func (s *stepReader) messages(raw string) string {
	return message.ReplaceAllStringFunc(raw, func(m string) string {
		var fields []string
		for _, part := range strings.SplitAfter(strings.Trim(m, "[]"), ",") {
			fields = append(fields, s.fields(part)...)
		}
		return "[" + strings.Join(fields, ",") + "]"
	})
}

// fields splits names of constants and a number after them, which ends with a comma.
func (s *stepReader) fields(part string) []string {
	rest, numbered := strings.CutSuffix(part, ",")
	var fields []string
	for rest != "" {
		at := slices.IndexFunc(s.constants, func(name string) bool {
			after, found := strings.CutPrefix(rest, name)
			return found && (!numbered || after != "") // the number is still to come
		})
		if at < 0 {
			return append(fields, rest)
		}
		fields, rest = append(fields, s.constants[at]), rest[len(s.constants[at]):]
	}
	return fields
}

// number reads digits that pan wrote.
func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits))
	return n
}
