package pan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/mxgen/mxgen/runner/process"
)

// Class is what a run of pan shows.
type Class string

// The classes, from the vocabulary of the recorded cases.
const (
	Verified        Class = "verified"         // the wanted properties hold
	Vacuous         Class = "vacuous"          // they hold, but statements were never executed
	Violated        Class = "violated"         // an error was found
	Incomplete      Class = "incomplete"       // no error found before the search was cut short
	NoErrorFound    Class = "no error found"   // by an approximate search
	NotChecked      Class = "not checked"      // the search did not look for what was wanted
	Unknown         Class = "unknown output"   // pan printed something that we do not know
	ToolError       Class = "tool error"       // spin, a compiler or pan gave up
	ModelError      Class = "model error"      // the model does what Promela forbids
	AnnotationError Class = "annotation error" // the model's xr, xs annotations are wrong
)

// Complete tells whether the class is that of a complete, exact search without an error.
func (c Class) Complete() bool { return c == Verified || c == Vacuous }

// Want says which properties a run is to decide.  The zero value means: what pan's header says,
// and a claim with acceptance cycles.
type Want struct {
	Assertions bool // every assertion; no claim may restrict the search
	EndStates  bool // no invalid end state

	// Claim is the name of the never claim or ltl formula to decide.
	Claim string
	// CyclesOnly says that only a cycle violates the claim, so that assertions may be off
	// (-A).  A safety formula, by contrast, fails as an assertion.
	CyclesOnly bool

	// EndOnly says that only reaching its end violates the claim: it has no acceptance label,
	// so that no cycle can violate it.
	EndOnly    bool
	Acceptance bool // no acceptance cycle, without a claim
	Progress   bool // no non-progress cycle
	Fair       bool // cycles under weak fairness (-f), and no others

	// IgnoreUnreached says that statements that were never executed do not matter.
	IgnoreUnreached bool
}

// Conclusion is what one run shows.
type Conclusion struct {
	Class    Class
	Kind     Kind   // of the violation, or of what cut the search short
	Cause    Cause  // of a tool error that a caller can do something about
	Reason   string // one line
	Depth    int64  // of the first violation's trail
	Warnings []string
	Checked  []string // what the search looked for
	Skipped  []string // what it did not look for

	signal syscall.Signal // that ended pan, or 0
}

// Cause is why pan gave up, if a caller can do something about it; else "".
type Cause string

// The causes of tool errors.
const (
	CauseSelfLoop  Cause = "unconditional self-loop" // pan refuses it; merged steps can look like one
	CauseProcesses Cause = "too many processes"
	CauseChannels  Cause = "too many channels"
	CauseDivision  Cause = "division by zero"
)

// cause reads it from pan's words.
func cause(text string, signal syscall.Signal) Cause {
	switch {
	case strings.Contains(text, "has unconditional self-loop"):
		return CauseSelfLoop
	case strings.HasPrefix(text, "too many processes"):
		return CauseProcesses
	case strings.HasPrefix(text, "too many queues"):
		return CauseChannels
	case signal == syscall.SIGFPE:
		return CauseDivision
	}
	return ""
}

// Conclude says what an output shows.  The class is Verified or Vacuous only if the search is
// complete and exact, has no errors and no unknown lines, and looked for everything that is wanted.
func Conclude(o Output, w Want) Conclusion {
	if o.earlier != nil && o.earlier.Class == Violated {
		return *o.earlier
	}
	c := Conclusion{Class: Verified, Reason: "complete search, no errors", signal: o.Exit.Signal}
	c.Checked, c.Skipped = o.Scope.list()
	if w == (Want{}) && len(c.Skipped) > 0 {
		c.Reason += "; not checked: " + strings.Join(c.Skipped, ", ")
	}
	c.Warnings = warnings(o)
	if w.EndOnly { // the accept labels that pan warns of are not the claim's
		c.Warnings = slices.DeleteFunc(c.Warnings, func(s string) bool { return s == needsCycles })
	}
	// The first rule that applies decides: an error counts more than how the run has ended, and
	// that counts more than what the header says.
	for _, rule := range []func(*Conclusion, Output, Want) bool{
		violated, gaveUp, otherError, cutShort, inexact, unknownLines, notWanted, doubtful, vacuous,
	} {
		if rule(&c, o, w) {
			break
		}
	}
	if c.Class.Complete() && o.earlier != nil {
		return *o.earlier
	}
	if c.Class.Complete() && w == (Want{}) {
		c.Warnings = append(c.Warnings, o.provisos()...)
	}
	return c
}

// provisos are conditions of a pass that pan's output does not show.
func (o Output) provisos() []string {
	var list []string
	if slices.Contains(o.Options, reduction) {
		list = append(list, "partial order reduction is sound if gcc gave no #warning for pan.c (remote references, priorities)")
	}
	switch {
	case o.Scope.Trace.On && !o.Scope.endStates().On:
		list = append(list, "that the trace is completed was not checked")
	case o.Scope.Trace.On:
		list = append(list, "that the trace is completed was checked where a process is left, if pan ran without -q")
	}
	if !o.compiled {
		list = append(list, "how pan was compiled is not known: -DXUSAFE, -DNOBOUNDCHECK and -DNOSTUTTER leave out checks without a word")
	}
	if o.Scope.fair() {
		list = append(list, "with -f SPIN 6.5.2 can miss cycles where processes end or block, such as those that violate <>[] p")
	}
	return list
}

// fair tells whether cycles were searched for under fairness.
func (s Scope) fair() bool {
	const enabled = "fairness enabled"
	return s.Acceptance.On && s.Acceptance.Note == enabled || s.Progress.On && s.Progress.Note == enabled
}

func (c *Conclusion) is(class Class, kind Kind, format string, args ...any) bool {
	c.Class, c.Kind, c.Reason = class, kind, oneLine(fmt.Sprintf(format, args...))
	if class == ToolError {
		c.Cause = cause(c.Reason, c.signal)
	}
	if c.Reason == "" {
		c.Reason = string(class)
	}
	return true
}

// oneLine makes one clean line of any output.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s))
}

// violated looks for an error that pan found in the model.
func violated(c *Conclusion, o Output, _ Want) bool {
	if contradictory(o) {
		return false
	}
	for _, e := range o.ErrorLines {
		if k := classify(e.Text); k.class == Violated {
			c.Depth = e.Depth
			if how := o.makesUp(); how != "" {
				return c.is(Unknown, "", "pan reports errors that the model does not have (%s): %s", how, e.Text)
			}
			return c.is(Violated, k.kind, "%s", e.Text)
		}
	}
	return false
}

// makesUp names the option with which pan reports invalid end states that do not exist; "": none.
func (o Output) makesUp() string {
	switch {
	case slices.Contains(o.Options, "RandRotated"):
		return "-p_randrot"
	case o.blinded == "-DNIBIS" && !slices.Contains(o.Options, reduction):
		return o.blinded + " with -DNOREDUCE"
	}
	return ""
}

// contradictory tells whether pan shows an error or a trail while its summary counts no error: the
// model itself may have printed that line.
func contradictory(o Output) bool {
	return o.Summary && o.Errors == 0 && (len(o.ErrorLines) > 0 || len(o.Trails) > 0 || o.NoTrail)
}

// gaveUp looks for tools that failed, and for how pan's process ended.
func gaveUp(c *Conclusion, o Output, _ Want) bool {
	x := o.Exit
	switch {
	case o.MultiCore:
		return c.is(ToolError, "", "multi-core searches are not supported")
	case len(o.ErrorLines) > 0 && classify(o.ErrorLines[0].Text).class != Unknown:
		return false // this error line says more than the lines around it
	case len(o.Aborted) > 0:
		return c.is(ToolError, "", "%s", o.Aborted[0])
	case x.Killed != process.NotKilled:
		return c.is(Incomplete, killKind(x.Killed), "pan was ended: %s", x.Reason())
	case x.Signal == syscall.SIGINT, x.Signal == syscall.SIGTERM, x.Signal == syscall.SIGKILL,
		x.Signal == syscall.SIGXCPU, x.Signal == syscall.SIGHUP:
		return c.is(Incomplete, KindKilled, "pan was ended by a signal: %v", x.Signal)
	case x.Signal != 0:
		return c.is(ToolError, "", "pan crashed: %v", x.Signal)
	case x.Code != 0:
		return c.is(ToolError, "", "pan ended with exit status %d", x.Code)
	}
	return false
}

// killKind is what a cause cut short.
func killKind(cause process.Cause) Kind {
	switch cause {
	case process.Timeout:
		return KindTime
	case process.MemoryLimit:
		return KindMemory
	case process.DepthLimit:
		return KindDepth
	}
	return KindKilled
}

// otherError looks for error lines that are not violations.
func otherError(c *Conclusion, o Output, _ Want) bool {
	if contradictory(o) {
		return c.is(Unknown, "", "an error is shown, and none is counted")
	}
	if len(o.ErrorLines) > 0 {
		text := o.ErrorLines[0].Text
		k := classify(text)
		if len(o.Aborted) > 0 && strings.HasPrefix(text, "aborting") {
			text = o.Aborted[0]
		}
		return c.is(k.class, k.kind, "%s", text)
	}
	if o.Errors > 0 {
		return c.is(Unknown, "", "%d errors are counted, and none is shown", o.Errors)
	}
	return false
}

// cutShort looks for signs that the search did not visit every state.
func cutShort(c *Conclusion, o Output, _ Want) bool {
	if line, kind := worstCut(o.Incomplete); kind != "" {
		return c.is(Incomplete, kind, "%s", line)
	}
	switch {
	case len(o.Incomplete) > 0:
		return c.is(Incomplete, KindInterrupted, "%s", o.Incomplete[0])
	case o.Replay:
		return c.is(NotChecked, "", "this is the replay of a trail, not a search")
	case !o.Summary || !o.Completed || !o.Ended:
		return c.is(Incomplete, KindNoSummary, "pan printed no complete summary")
	case o.Stored < 1:
		return c.is(Incomplete, KindNoSummary, "no state was stored")
	case !o.Scope.whole():
		return c.is(Incomplete, KindNoSummary, "pan's header is not whole: it does not say what was checked")
	case slices.Contains(o.Options, breadthFirst):
		return false
	case o.MaxDepth == 0:
		return c.is(Incomplete, KindNoSummary, "pan did not say how deep it may search")
	case o.Depth >= o.MaxDepth-1:
		return c.is(Incomplete, KindDepth, "the search was as deep as it may be (-m%d), where pan looks for no invalid end state", o.MaxDepth)
	}
	return false
}

// Options that matter beside others.
const (
	breadthFirst = "Breadth-First Search"
	reduction    = "Partial Order Reduction"
)

// whole tells whether the header had all of its lines: a filter may have taken some.
func (s Scope) whole() bool {
	return s.Claim.Printed && s.Assertions.Printed && s.EndStates.Printed &&
		(s.Acceptance.Printed || s.Progress.Printed || s.Cycles.Printed)
}

// endStates says whether pan looked for invalid end states.  The header says that it does while it
// searches for cycles, but then it does not.
func (s Scope) endStates() Check {
	if s.EndStates.On && (s.Acceptance.On || s.Progress.On) {
		return Check{Printed: true, Note: "not while cycles are searched for"}
	}
	return s.EndStates
}

// cuts has the lines that say why a search was cut short.  Those come first for which a larger
// depth does not help.
var cuts = []struct {
	prefix string
	kind   Kind
}{
	{"pan: reached -DMEMLIM bound", KindMemory},
	{"pan: out of memory", KindMemory},
	{"Time limit of", KindTime},
	{"Interrupted", KindInterrupted},
	{"pan: warning,", KindInterrupted},
	{"error: max search depth too small", KindDepth},
}

// worstCut is the first line, in the order of cuts, that says why a search was cut short; "" if
// no line says why, such as "Warning: Search not completed".
func worstCut(lines []string) (string, Kind) {
	for _, cut := range cuts {
		for _, line := range lines {
			if strings.HasPrefix(line, cut.prefix) {
				return line, cut.kind
			}
		}
	}
	return "", ""
}

// inexact looks at how states were stored.
func inexact(c *Conclusion, o Output, _ Want) bool {
	switch o.Store {
	case StoreFull:
		return false
	case StoreBit:
		return c.is(NoErrorFound, "", "bitstate search: no error found in %.0f states, hash factor %g (best if > 100)", o.Stored, o.HashFactor)
	case StoreHashCompact:
		return c.is(NoErrorFound, "", "hash-compact search: no error found in %.0f states", o.Stored)
	}
	return c.is(Unknown, "", "pan did not say how it stored states")
}

func unknownLines(c *Conclusion, o Output, _ Want) bool {
	if o.UnknownCount == 0 {
		return false
	}
	return c.is(Unknown, "", "unknown output (%d lines), first %q", o.UnknownCount, clip(o.Unknown[0]))
}

// clip shortens a line for a message.
func clip(line string) string {
	if r := []rune(line); len(r) > 100 {
		return string(r[:100]) + "..."
	}
	return line
}

// notWanted compares the scope of the search with what was wanted.
func notWanted(c *Conclusion, o Output, w Want) bool {
	switch s := o.Scope.Claim; {
	case o.asked == "" || s.On && s.Note == o.asked:
	case s.On:
		return c.is(NotChecked, "", "claim %s was not checked, which the command names, but %s", o.asked, s.Note)
	default: // pan was compiled without claims: it ignores -N and the arguments after it
		return c.is(NotChecked, "", "claim %s was not checked, which the command names%s", o.asked, because(s))
	}
	if o.blinded != "" {
		return c.is(NotChecked, "", "pan was compiled with %s, which leaves out a part of the search", o.blinded)
	}
	if o.strict && o.Scope.Trace.On {
		return c.is(NotChecked, "", "with -q pan does not check that the trace is completed")
	}
	// A never claim before a proctype, one of several, starts in a state that it does not have
	// and blocks at once.  A claim that cannot be violated looks the same.
	if s := o.Scope.Claim; s.On && o.Formula != "" && o.Stored <= 1 && !o.translated {
		return c.is(NotChecked, "", "claim %s made no step: unless it is an ltl formula, pan may not have started it", s.Note)
	}
	reason := w.missing(o.Scope)
	if w == (Want{}) {
		reason = o.missingByItself()
	}
	if reason != "" {
		return c.is(NotChecked, "", "%s", reason)
	}
	return false
}

// missing says which wanted property a search did not look for; "": none.
func (w Want) missing(s Scope) string {
	cycles := s.Acceptance
	if w.Progress {
		cycles = s.Progress
	}
	fairness := "fairness disabled"
	if w.Fair {
		fairness = "fairness enabled"
	}
	switch {
	case w.Assertions && !s.Assertions.On:
		return "assertions were not checked"
	case w.Assertions && s.Claim.On:
		return "assertions were checked within the scope of claim " + s.Claim.Note + " only"
	case w.EndStates && !s.endStates().On:
		return "invalid end states were not checked" + because(s.endStates())
	case w.Claim != "" && !s.Claim.On:
		return "claim " + w.Claim + " was not checked" + because(s.Claim)
	case w.Claim != "" && s.Claim.Note != w.Claim:
		return "claim " + w.Claim + " was not checked, but " + s.Claim.Note
	case w.Claim != "" && !w.CyclesOnly && !s.Assertions.On:
		return "claim " + w.Claim + " was checked without assertions" + because(s.Assertions)
	case w.Claim == "" && w.Acceptance && s.Claim.On:
		return "acceptance cycles were checked within the scope of claim " + s.Claim.Note + " only"
	case w.EndOnly:
		return ""
	case (w.Claim != "" || w.Acceptance || w.Progress) && !cycles.On:
		return "liveness was not checked: cycles were not searched for" + because(cycles)
	case (w.Claim != "" || w.Acceptance || w.Progress) && cycles.Note != fairness:
		return "liveness was checked with " + cycles.Note + ", wanted is " + fairness
	}
	return ""
}

// missingByItself says what is missing from the search that the header describes; "": nothing.
func (o Output) missingByItself() string {
	s := o.Scope
	cycles := s.Acceptance.On || s.Progress.On
	switch {
	// A claim without an acceptance label is violated only by reaching its end.
	case s.Claim.On && !cycles && !o.noAccept:
		return "claim " + s.Claim.Note + " was not checked: cycles were not searched for" + because(s.Acceptance) + because(s.Progress) + because(s.Cycles)
	case s.Claim.On && !s.Assertions.On:
		return "claim " + s.Claim.Note + " was checked without assertions" + because(s.Assertions)
	case !s.Claim.On && s.Claim.Note == "not selected" && cycles:
		return "the model's claims were not checked (not selected)"
	case !s.Assertions.On && !s.EndStates.On && !cycles && !s.Trace.On:
		return "nothing was checked"
	}
	return ""
}

func because(c Check) string {
	if c.Note == "" {
		return ""
	}
	return " (" + c.Note + ")"
}

// doubtful looks at the warnings that make a search worth less.  If the caller has said what is
// wanted, the header's scope has already shown whether it was checked.
func doubtful(c *Conclusion, o Output, w Want) bool {
	for _, d := range append(slices.Clone(o.doubts), o.unsaid()...) {
		if d.unclaimed && o.Scope.Claim.On {
			continue
		}
		if d.class == NotChecked && w != (Want{}) {
			continue
		}
		if d.ends && w != (Want{}) && !w.EndStates {
			continue
		}
		return c.is(d.class, "", "%s", d.reason)
	}
	return false
}

// unsaid are the doubts for which pan prints no warning.
func (o Output) unsaid() []doubt {
	if s := o.Scope.Claim; s.On && slices.Contains(o.Options, reduction) && handWritten.MatchString(s.Note) {
		return []doubt{{class: NoErrorFound, reason: notStutterInvariant}}
	}
	return nil
}

// handWritten matches the names that SPIN gives to never claims without a name.  pan does not
// warn of them in a model that has ltl formulas too.
var handWritten = regexp.MustCompile(`^never_\d+$`)

const notStutterInvariant = "partial order reduction is sound only if the never claim is stutter-invariant (-DNOREDUCE is)"

// vacuous looks for statements that were never executed.
func vacuous(c *Conclusion, o Output, w Want) bool {
	if w.IgnoreUnreached {
		return false
	}
	n, first := 0, ""
	for _, u := range o.Unreached {
		if u.Claim || u.Executable == 0 {
			continue
		}
		if n += u.Executable; first == "" {
			first = "in " + u.Name + ": " + u.Statements[0]
		}
	}
	if !o.UnreachedOn {
		c.Warnings = append(c.Warnings, "unreached statements were not listed (-n): the result may be vacuous")
	}
	if n == 0 {
		return false
	}
	never := fmt.Sprintf("%d statements were never executed, first %s", n, first)
	if n == 1 {
		never = "a statement was never executed, " + first
	}
	c.Warnings = append(c.Warnings, never)
	return c.is(Vacuous, "", "no errors, but %s", never)
}

// warnings are those that do not depend on the class.
func warnings(o Output) []string {
	var list []string
	list = append(list, o.Warnings...)
	if o.MultiCore {
		list = append(list, "multi-core searches are not supported")
	}
	if o.Lost > 0 {
		list = append(list, fmt.Sprintf("messages lost at full channels (spin -m): %.0f", o.Lost))
	}
	if slices.Contains(o.Options, breadthFirst) && slices.Contains(o.Options, reduction) {
		list = append(list, "a breadth-first search does not check xr and xs: where the model has them, partial order reduction believes them (not with -DNOREDUCE)")
	}
	if o.searches > 0 {
		list = append(list, fmt.Sprintf("there are %d searches: what was checked is said of the last", o.searches+1))
	}
	if o.Version != "" && o.Version != knownVersion {
		list = append(list, "this parser knows SPIN "+knownVersion+", not "+o.Version)
	}
	if o.ErrorCount > 0 && o.NoTrail {
		list = append(list, "the trail could not be written")
	}
	return list
}

const knownVersion = "6.5.2 -- 6 December 2019"

// list names what pan looked for and what it did not look for.
func (s Scope) list() (checked, skipped []string) {
	for _, e := range []struct {
		name string
		Check
	}{
		{"never claim", s.Claim}, {"assertions", s.Assertions}, {"acceptance cycles", s.Acceptance},
		{"non-progress cycles", s.Progress}, {"cycles", s.Cycles}, {"invalid end states", s.endStates()},
		{"event trace", s.Trace},
	} {
		switch {
		case !e.Printed:
		case e.On:
			checked = append(checked, e.name+because(e.Check))
		default:
			skipped = append(skipped, e.name+because(e.Check))
		}
	}
	return checked, skipped
}

// Inexact tells whether a known warning says that the search may miss errors.
func (o Output) Inexact() bool {
	return slices.ContainsFunc(o.doubts, func(d doubt) bool { return d.class == NoErrorFound })
}

// KindOf is the kind of violation that an error line tells of, or "".
func KindOf(e ErrorLine) Kind {
	if k := classify(e.Text); k.class == Violated {
		return k.kind
	}
	return ""
}
