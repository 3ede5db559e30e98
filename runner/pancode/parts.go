package pancode

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Parts is what a model consists of, as SPIN lists it in the verifier that it generates.
type Parts struct {
	Claims   []Claim  // never claims and ltl formulas, in SPIN's order
	Trace    string   // "trace", "notrace" or "", no such assertion
	Accept   []string // proctypes with acceptance labels
	Progress []string // proctypes with progress labels
	Remote   bool     // a proctype reads labels or variables of other processes
	Counts   bool     // a proctype reads _nr_pr

	// An accept label, or a progress label, stands inside atomic or d_step, where searches do
	// not see it.
	HiddenAccept, HiddenProgress bool

	Misplaced  []Label // labels before the first statement of an option
	Restricted bool    // the model has provided clauses or priorities

	CorrectedDSteps []string // places of d_step sequences for which CorrectDSteps has changed the verifier's meaning
	WrongDSteps     []string // of those that the verifier executes wrongly, with why
}

// Label is a label of a model.
type Label struct {
	Place string // FILE:LINE
	Name  string
}

// HasMeaning tells whether SPIN's searches use labels with this name: accept, progress and end.
func (l Label) HasMeaning() bool {
	return strings.HasPrefix(l.Name, "accept") || strings.HasPrefix(l.Name, "progress") || strings.HasPrefix(l.Name, "end")
}

// Claim is a never claim or ltl formula.
type Claim struct {
	Name    string
	Formula string // as SPIN has read it; "": the claim is a never claim
	Accept  bool   // it has an acceptance label: cycles violate it, not only its end
	Marked  []int  // states with acceptance labels, by SPIN's numbers, and those that may take over such a label
	Asserts bool   // it has assertions of its own
	Remote  bool   // it reads labels or variables of processes
	Last    bool   // it reads _last
	Timeout bool   // it reads timeout
	Np      bool   // it reads np_
	// Channels says that it reads channels, whose sends and receives xr and xs make invisible.
	Channels bool
	Plain    bool     // it reads nothing but global variables and channels, and is the same for a run in which states are repeated
	Reads    []string // the global variables that its conditions read
	Vacuous  bool     // it is a never claim that cannot fail, whatever the model does
	Wrong    string   // what it reads that has no meaning there, "" if nothing
	Counts   bool     // it reads _nr_pr
}

var (
	procNames  = regexp.MustCompile(`(?s)\nchar \*procname\[\] = \{\n(.*?)\n\t0\n\};`)
	procName   = regexp.MustCompile(`(?m)^   "([^"]*)",$`)
	procTypes  = regexp.MustCompile(`(?s)\nint Btypes\[\] = \{\n(.*?)\n\};`)
	procType   = regexp.MustCompile(`(?m)^   (\d+),?\t/\* `)
	stateLabel = regexp.MustCompile(`(?m)^\t(accp|prog)state\[(\d+)\]\[(\d+)\] = 1;$`)
	remoteInit = regexp.MustCompile(`\(\(P\d+ \*\)Pptr\(`) // in the code that initialises a local variable
	cFragment  = regexp.MustCompile(`(?m)^\t\{ "c_code\d+", "|^/\* start of c_code\d+ \*/$`)
)

// What spin -a prints about labels that searches do not see.
var (
	invisibleAccept   = regexp.MustCompile(`(?m), warning, accept label inside .* is invisible$`)
	invisibleProgress = regexp.MustCompile(`(?m), warning, progress label inside .* is invisible$`)
	misplacedLabel    = regexp.MustCompile(`(?m)^error: \((.*:\d+)\) label (\w+) placed incorrectly$`)
)

// SPIN's numbers for the kinds of proctypes.
const (
	typeClaim   = 1
	typeTrace   = 5
	typeNoTrace = 6
)

// Parts reads what a model consists of from pan.c, pan.h and pan.m, and from what spin -a has
// printed.  The error is a *process.ToolError if they are not as SPIN 6.5.2 writes them.
func (d Dir) Parts() (Parts, error) {
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return Parts{}, err
	}
	names, kinds, err := listedProctypes(code)
	if err != nil {
		return Parts{}, err
	}
	out, err := os.ReadFile(filepath.Join(string(d), "spin.out"))
	if err != nil {
		return Parts{}, err
	}
	p := Parts{HiddenAccept: invisibleAccept.Match(out), HiddenProgress: invisibleProgress.Match(out)}
	for _, m := range misplacedLabel.FindAllSubmatch(out, -1) {
		p.Misplaced = append(p.Misplaced, Label{string(m[1]), string(m[2])})
	}
	if p.Restricted, err = d.restricted(); err != nil {
		return p, err
	}
	_, sequences, err := d.dSteps()
	if err != nil {
		return p, err
	}
	p.CorrectedDSteps, p.WrongDSteps = slices.Compact(sequences.corrected), sequences.wrong
	accept, progress := map[int]map[int]bool{}, map[int]bool{}
	for _, m := range stateLabel.FindAllSubmatch(code, -1) {
		n, _ := strconv.Atoi(string(m[2])) // digits
		if string(m[1]) == "accp" {
			state, _ := strconv.Atoi(string(m[3])) // digits
			if accept[n] == nil {
				accept[n] = map[int]bool{}
			}
			accept[n][state] = true
		} else {
			progress[n] = true
		}
	}
	formulas := formulas(out)
	reads, err := d.sections(names)
	if err != nil {
		return p, err
	}
	for n, text := range names {
		switch kinds[n] {
		case typeClaim:
			s := reads[text]
			vacuous := false
			var marked []int
			if formulas[text] == "" {
				if marked, err = d.marked(n, accept[n]); err != nil {
					return p, err
				}
			}
			if formulas[text] == "" && !s.asserts {
				if vacuous, err = d.cannotFail(n, accept[n]); err != nil {
					return p, err
				}
			}
			p.Claims = append(p.Claims, Claim{text, formulas[text], accept[n] != nil, marked, s.asserts, s.remote, s.last, s.timeout, s.np, s.channels, s.plain && stutters(formulas[text]), slices.Sorted(maps.Keys(s.reads)), vacuous, s.wrong, s.counts})
		case typeTrace:
			p.Trace = "trace"
		case typeNoTrace:
			p.Trace = "notrace"
		case 0: // SPIN's own claim for progress
		default:
			p.Counts = p.Counts || reads[text].counts
			p.Remote = p.Remote || reads[text].remote || remoteInit.Match(code)
			if accept[n] != nil {
				p.Accept = append(p.Accept, text)
			}
			if progress[n] {
				p.Progress = append(p.Progress, text)
			}
		}
	}
	return p, nil
}

// proctypes are the names of the proctypes, claims included, and SPIN's numbers for their kinds.
func (d Dir) proctypes() (names []string, kinds []int, err error) {
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return nil, nil, err
	}
	return listedProctypes(code)
}

func listedProctypes(code []byte) (names []string, kinds []int, err error) {
	list, types := procNames.FindSubmatch(code), procTypes.FindSubmatch(code)
	if list == nil || types == nil {
		return nil, nil, &process.ToolError{Step: "spin -a", Reason: "pan.c does not list the proctypes as SPIN 6.5.2 does"}
	}
	for _, m := range procName.FindAllSubmatch(list[1], -1) {
		names = append(names, string(m[1]))
	}
	for _, m := range procType.FindAllSubmatch(types[1], -1) {
		number, _ := strconv.Atoi(string(m[1])) // digits
		kinds = append(kinds, number)
	}
	if len(names) == 0 || len(names) != len(kinds) {
		return nil, nil, &process.ToolError{Step: "spin -a", Reason: "pan.c lists proctypes and their kinds differently"}
	}
	return names, kinds, nil
}

var formulaLine = regexp.MustCompile(`(?m)^ltl (\w+): (.*)$`)

// formulas are the ltl formulas by name, which spin -a prints.
func formulas(out []byte) map[string]string {
	names := map[string]string{}
	for _, m := range formulaLine.FindAllSubmatch(out, -1) {
		names[string(m[1])] = string(m[2])
	}
	return names
}

var (
	codeSection = regexp.MustCompile(`^\t\t /\* (?:CLAIM|PROC|TRACE) (\S+) \*/$`)
	assertState = regexp.MustCompile(`^\tcase \d+: // STATE \d+ - .* - \[assert\(`)
)

// section is what the code of a proctype or claim in pan.m does.
type section struct {
	asserts, remote, last, timeout, np bool
	counts                             bool            // it reads _nr_pr
	channels                           bool            // its conditions read channels
	reads                              map[string]bool // the global variables in its conditions
	plain                              bool            // its conditions are about global variables, channels and numbers
	wrong                              string          // see Claim
}

var (
	condition = regexp.MustCompile(`^\t\tif \((.*)\)$`)
	// plainWords matches a condition about global variables once the variables are
	// removed from it.
	globalCell = regexp.MustCompile(`\bnow\.[A-Za-z]\w*(?:\.[A-Za-z]\w*)*(?:\[\d+\])?(?:\.[A-Za-z]\w*)*`)
	globalName = regexp.MustCompile(`\bnow\.([A-Za-z]\w*)`)
	plainWords = regexp.MustCompile(`^(?:\(int\)|\d+|(?:Index|q_len|q_full|qrecv)\(|[][,()!&|<>=+\-*/% ])*$`)
	// channelWords matches what reads a channel.
	channelWords = regexp.MustCompile(`\bq_?(?:len|full|recv)\(`)
	// spliced matches an end of a line within a condition.
	spliced = regexp.MustCompile(` \\\n\s*`)
	// nextTime matches the operator that distinguishes runs in which a state is repeated.
	nextTime = regexp.MustCompile(`\b(?:X|next)\b`)
)

// ownNumber matches code that reads the number of the process that executes it.
var ownNumber = regexp.MustCompile(`\(\(P\d+ \*\)_this\)->_pid\b`)

// stutters tells whether a formula is stutter-invariant: it has the same value for a run in
// which states are repeated.
func stutters(formula string) bool { return formula != "" && !nextTime.MatchString(formula) }

// sections are the proctypes and claims by name, as pan.m executes them.
func (d Dir) sections(proctypes []string) (map[string]section, error) {
	code, err := os.ReadFile(filepath.Join(string(d), "pan.m"))
	if err != nil {
		return nil, err
	}
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return nil, err
	}
	found := map[string]section{}
	name := ""
	for line := range strings.Lines(spliced.ReplaceAllString(string(code), " ")) {
		line = strings.TrimSuffix(line, "\n")
		if m := codeSection.FindStringSubmatch(line); m != nil {
			name = m[1]
			found[name] = section{plain: true, reads: map[string]bool{}}
			continue
		}
		s := found[name]
		if m := condition.FindStringSubmatch(line); m != nil && m[1] != "verbose && !reported" {
			s.plain = s.plain && plainWords.MatchString(globalCell.ReplaceAllString(m[1], ""))
			s.channels = s.channels || channelWords.MatchString(m[1])
			for _, cell := range globalName.FindAllStringSubmatch(m[1], -1) {
				s.reads[cell[1]] = true
			}
		}
		s.asserts = s.asserts || assertState.MatchString(line)
		s.remote = s.remote || strings.Contains(line, "Pptr(") || checkedRead.MatchString(line)
		switch {
		case s.wrong != "":
		case ownNumber.MatchString(line):
			s.wrong = "_pid in a claim is the number of the claim's own process, not that of a process of the model"
		default:
			s.wrong = unknownField(line, string(header), proctypes)
		}
		s.counts = s.counts || strings.Contains(line, "now._nr_pr")
		s.last = s.last || strings.Contains(line, "now._last")
		s.timeout = s.timeout || strings.Contains(line, "((trpt->tau)&1)")
		s.np = s.np || strings.Contains(line, "(!(trpt->o_pm&4) && !(trpt->tau&128))")
		found[name] = s
	}
	return found, nil
}

var restriction = regexp.MustCompile(`(?m)^#define HAS_(PROVIDED|PRIORITY)\b`)

// restricted tells whether the model has provided clauses or priorities.
func (d Dir) restricted() (bool, error) {
	code, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	return restriction.Match(code), err
}

// HasC tells whether SPIN has found embedded C in the model.
func (d Dir) HasC() (bool, error) {
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return false, err
	}
	return cFragment.Match(code), nil
}
