package trail

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/runner/pancode"
)

// Variable is a global variable of a model, or one element of an array, with its name in
// Promela: next[2], request_net[1].to[2].  The value is as pan prints it; an mtype's is its name.
type Variable struct {
	Name  string
	Value string
}

// StateStep is one executed event of a trail.
type StateStep struct {
	Event     string     // what the model printed
	Variables []Variable // after it, in the model's order
	InCycle   bool       // it belongs to the cycle
}

// maxStateSteps is how many steps of a trail are returned: it bounds their memory.
const maxStateSteps = 20_000

// States are the states of a trail, one after each event.
type States struct {
	Initial []Variable
	Steps   []StateStep
	Cut     bool // the trail had more events than these
}

// stateReader reads what pan -r -v prints: for each step the lines of the
// model, a line that names the step, and the variables.
type stateReader struct {
	printed []string // by the model, since the last step
	steps   []StateStep
	reading bool // the next variables belong to the last of steps
	cycle   bool
	cut     bool
	ended   bool
	final   []Variable        // as printed at the end
	mtypes  map[string]string // name of each mtype's number

	globals  []pancode.Field
	expected []string // names of the fields to come, of a structure that is listed
	trouble  string
}

func NewStateReader(globals []pancode.Field) *stateReader {
	return &stateReader{mtypes: map[string]string{}, globals: globals}
}

// Result returns what was read of a trail, with the initial state that start has read.
func (s *stateReader) Result(start *stateReader) States {
	return States{Initial: start.final, Steps: s.steps, Cut: s.cut}
}

func (s *stateReader) Outcome() (string, bool) { return s.trouble, s.ended }

var (
	stepLine = regexp.MustCompile(`^ *\d+: proc +\d+ \(.*\) .*\(state +\d+\) trans \{`)
	// claimLine matches what pan -v prints of a claim: where it is when its first step of a kind
	// happens, with its name only if the model has several claims; and which one was selected.
	claimLine    = regexp.MustCompile(`^(?:depth \d+: Claim(?: \w+ \(\d+\))?, state \d+ \(line \d+\)|\d+: Claim \w+ \(\d+\), from state \d+)$`)
	variableLine = regexp.MustCompile(`^\t(mtype|bit|bool|byte|short|int|pid|unsigned) +(\w+(?:\[\d+\])?):\t(-?\d+)$`)
	structLine   = regexp.MustCompile(`^\t\(struct (\w+)\)$`)
)

func (s *stateReader) Line(line string) {
	switch {
	case s.ended && !strings.HasPrefix(line, "\t"):
	case strings.Contains(line, "UNEXECUTABLE") || strings.HasPrefix(line, "pan: Error"):
		s.trouble = line
	case EndLine.MatchString(line):
		s.ended = true
	case strings.HasPrefix(line, "<<<<<START OF CYCLE>>>>>"):
		s.cycle = true
	case stepLine.MatchString(line):
		s.step()
	case claimLine.MatchString(line), strings.HasPrefix(line, "warning: "):
	case line == "global vars:", strings.HasPrefix(line, "local vars "), strings.HasPrefix(line, "MSC: ~"):
		s.expected = nil
	case strings.HasPrefix(line, "\t"):
		s.variable(line)
	default:
		if len(s.printed) < 16 {
			s.printed = append(s.printed, line)
		}
	}
}

func (s *stateReader) step() {
	event := strings.Join(s.printed, "; ")
	s.printed, s.reading = nil, false
	switch {
	case event == "":
	case len(s.steps) == maxStateSteps:
		s.cut = true
	default:
		s.steps = append(s.steps, StateStep{Event: event, InCycle: s.cycle})
		s.reading = true
	}
}

// variable reads one variable's line.  Of a structure pan lists the fields in their order, each
// with the name of the innermost field only.
func (s *stateReader) variable(line string) {
	if m := structLine.FindStringSubmatch(line); m != nil {
		at := slices.IndexFunc(s.globals, func(f pancode.Field) bool { return f.Name == m[1] })
		if at < 0 {
			s.trouble = "a structure that pan.h does not declare: " + m[1]
			return
		}
		s.expected = pancode.Cells("", s.globals[at:at+1])
		return
	}
	m := variableLine.FindStringSubmatch(line)
	if m == nil {
		return
	}
	kind, name, value := m[1], m[2], m[3]
	if kind == "mtype" && !strings.Contains(name, "[") && strings.ToUpper(name) == name {
		s.mtypes[value] = name // pan lists the constants as if they were variables
		return
	}
	if kind == "mtype" && s.mtypes[value] != "" {
		value = s.mtypes[value]
	}
	if len(s.expected) > 0 {
		if !strings.HasSuffix(s.expected[0], "."+name) {
			s.trouble = fmt.Sprintf("pan lists %s where %s should be", name, s.expected[0])
			return
		}
		name, s.expected = s.expected[0], s.expected[1:]
	}
	switch {
	case s.ended:
		s.final = append(s.final, Variable{name, value})
	case s.reading:
		last := &s.steps[len(s.steps)-1]
		last.Variables = append(last.Variables, Variable{name, value})
	}
}
