package pancode

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Edit changes one line of a verifier's file pan.m.
type Edit struct {
	Line     int    // from 1
	Old, New string // the first Old of the line becomes New
}

// Before it executes a d_step sequence, pan 6.5.2 tests whether the sequence can begin (putcode and CollectGuards in
// SPIN's dstep.c).  Of a choice at the beginning it tests conditions, sends and receives: it misses options that begin
// with a statement which is always executable, and those that begin with a block.  Where it has nothing to test, it does
// not look whether a rendezvous is under way; where it does look, it may then take another option than the receive.
var (
	dStepCase  = regexp.MustCompile(`^\tcase \d+: // STATE \d+ - (.*:\d+) - \[D_STEP\d+\]\n$`)
	anyCase    = regexp.MustCompile(`^\tcase +(\d+: // STATE|_T)`)
	startLabel = regexp.MustCompile(`^\t*S_(\d+)_0: /\* [12] \*/\n`)
	untested   = regexp.MustCompile(`/\* default \d+ \*/`)
	channel    = regexp.MustCompile(`\b(\w+)(?:\[\w+\])? = addqueue\(calling_pid, \d+, ([01])\);`)
	// blockTest matches a condition that is the first statement of a block.
	blockTest = regexp.MustCompile(`^(\t\tif \(!\((.*)\)\)\n\t\t\t)(Uerror\("block in d_step seq[^"\n]*"\));\n`)
	// handshake matches the test whether a rendezvous is under way on a channel, with the channel's name.
	handshake = regexp.MustCompile(`\(boq == [^&|]*?\b([A-Za-z_]\w*)(?:\[[^&|]*\])? && q_zero\(`)
)

// Parts of the code of a d_step sequence.
const (
	saves       = "\n\t\tsv_save();\n"
	opensGuard  = "\t\tif (!("
	emptyGuard  = "\t\tif (!(1))\n"
	noHandshake = "boq == -1"
	elseGuard   = "/* else */"
	lossyGuard  = "(boq == -1) && 1)" // of a send that loses its message where the channel is full
	blockFails  = `Uerror("block in d_step seq`
	marker      = "/* corrected */ "
)

// dSteps is what the code of the verifier's d_step sequences has.
type dSteps struct {
	edits     []Edit   // that correct when they can begin
	corrected []string // places of those whose choice pan tests wrongly without the edits
	wrong     []string // of those that pan executes wrongly, with why

	rendezvous bool            // the model has channels that hold no message
	buffered   map[string]bool // names of channels that hold messages, by all that initialises them
}

// dStepsOf reads pan.m, and pan.c where channels are initialised.
func dStepsOf(moves, code []byte) dSteps {
	d := dSteps{buffered: map[string]bool{}}
	for _, m := range channel.FindAllSubmatch(code, -1) {
		name, holds := string(m[1]), string(m[2]) == "0"
		before, known := d.buffered[name]
		d.buffered[name] = holds && (before || !known)
		d.rendezvous = d.rendezvous || !holds
	}
	lines := strings.SplitAfter(string(moves), "\n")
	claim := false
	for k := 0; k < len(lines); k++ {
		if codeSection.MatchString(strings.TrimSuffix(lines[k], "\n")) {
			claim = strings.Contains(lines[k], "/* CLAIM ")
		}
		m := dStepCase.FindStringSubmatch(lines[k])
		if m == nil {
			continue
		}
		end := k + 1
		for end < len(lines) && !anyCase.MatchString(lines[end]) && !codeSection.MatchString(strings.TrimSuffix(lines[end], "\n")) {
			end++
		}
		d.read(m[1], k+2, lines[k+1:end], claim)
		k = end - 1
	}
	return d
}

// read reads the code of one sequence, from its first line on.
func (d *dSteps) read(place string, first int, lines []string, claim bool) {
	guard, body, found := strings.Cut(strings.Join(lines, ""), saves)
	if !found {
		return
	}
	if old := untested.FindString(guard); old != "" && !claim && d.rendezvous {
		for k, line := range strings.SplitAfter(guard, "\n") {
			if strings.Contains(line, old) {
				d.edits = append(d.edits, Edit{first + k, old, "IfNotBlocked"})
			}
		}
	}
	o := firstOptions(body, first+strings.Count(guard+saves, "\n"))
	always, and := noHandshake, noHandshake+" && "
	if claim {
		always, and = "1", ""
	}
	edit := func(old, new string) { d.edits = append(d.edits, Edit{first, old, "(!(" + new}) }
	switch {
	case strings.Contains(guard, marker):
		d.corrected = append(d.corrected, place)
	case o.block:
		d.wrong = append(d.wrong, place+": a d_step begins with a choice that has an option in braces, or an inline, whose first statement SPIN's verifier does not take for a guard: take the braces away, or use atomic")
	case o.blind && d.meets(guard):
		d.wrong = append(d.wrong, place+": a d_step begins with a choice between a receive, which may be a rendezvous, and another statement, which SPIN's verifier executes in the middle of a rendezvous: use atomic")
	case !strings.HasPrefix(guard, opensGuard):
	case len(o.tests) > 0:
		d.edits = append(d.edits, o.edits...)
		if strings.HasPrefix(guard, emptyGuard) {
			edit("(!(1", "0")
		}
		if o.free {
			edit("(!(", always+" || ")
		}
		for _, test := range o.tests {
			edit("(!(", and+"("+test+") || ")
		}
		edit("(!(", marker)
		d.corrected = append(d.corrected, place)
	case strings.HasPrefix(guard, emptyGuard):
		if !claim && d.rendezvous {
			edit("(!(1", always)
		}
	case o.free && !strings.HasPrefix(guard, opensGuard+always+")") && !strings.Contains(guard, elseGuard) && !strings.Contains(guard, lossyGuard):
		edit("(!(", marker+always+" || ")
		d.corrected = append(d.corrected, place)
	}
}

// meets tells whether a guard may let a rendezvous happen.
func (d *dSteps) meets(guard string) bool {
	for _, m := range handshake.FindAllStringSubmatch(guard, -1) {
		if d.rendezvous && !d.buffered[m[1]] {
			return true
		}
	}
	return false
}

// options are those of the choice with which the code of a sequence begins.
type options struct {
	choice bool // it begins with one
	free   bool // one that is no else is always executable
	block  bool // one begins with a block whose first statement is not executable in each state, and is no condition
	blind  bool // one that is no else does not look whether a rendezvous is under way

	tests []string // conditions with which blocks begin
	edits []Edit   // that have the next option tried where such a condition is false
}

// firstOptions reads the code of a sequence, or of an option, that begins on a line.
func firstOptions(body string, line int) (o options) {
	number := ""
	for !o.choice {
		m := startLabel.FindStringSubmatch(body)
		if m == nil {
			return o
		}
		number, body, line = m[1], body[len(m[0]):], line+1
		o.choice = strings.Contains(body, fmt.Sprintf("\nS_%s_1: /* 3 */\n", number))
	}
	for k := 1; ; k++ {
		option, rest, found := strings.Cut(body, fmt.Sprintf("\nS_%s_%d: /* 3 */\n", number, k))
		if !found {
			return o
		}
		body = rest
		at := line
		line += strings.Count(option, "\n") + 2 // with its end and the label of the next one
		if within := firstOptions(option+"\n", at); within.choice {
			o.free, o.block, o.blind = o.free || within.free, o.block || within.block, o.blind || within.blind
			o.tests, o.edits = append(o.tests, within.tests...), append(o.edits, within.edits...)
			continue
		}
		for m := startLabel.FindString(option); m != ""; m = startLabel.FindString(option) {
			option, at = option[len(m):], at+1
		}
		if m := blockTest.FindStringSubmatch(option); m != nil && m[2] != "1" {
			o.tests, o.blind = append(o.tests, m[2]), true
			o.edits = append(o.edits, Edit{at + 1, m[3], fmt.Sprintf("goto S_%s_%d", number, k)})
			continue
		}
		statement, _, _ := strings.Cut(option, "\nS_")
		if strings.HasPrefix(statement, "S_") || strings.TrimSpace(statement) == "" { // else
			continue
		}
		o.block = o.block || strings.Contains(statement, blockFails) && !strings.Contains(statement, "if (!(1))")
		o.free = o.free || !strings.Contains(statement, blockFails) && !strings.Contains(statement, fmt.Sprintf("goto S_%s_%d;", number, k))
		o.blind = o.blind || !strings.Contains(statement, "boq != ")
	}
}

// CorrectDSteps corrects when the d_step sequences of the verifier can begin, and returns how.
func (d Dir) CorrectDSteps() ([]Edit, error) {
	moves, all, err := d.dSteps()
	if err != nil || len(all.edits) == 0 {
		return nil, err
	}
	lines := bytes.SplitAfter(moves, []byte("\n"))
	for _, e := range all.edits {
		lines[e.Line-1] = bytes.Replace(lines[e.Line-1], []byte(e.Old), []byte(e.New), 1)
	}
	return all.edits, process.WriteFile(filepath.Join(string(d), "pan.m"), bytes.Join(lines, nil))
}

// dSteps reads the verifier's d_step sequences from pan.m, which it returns as well.
func (d Dir) dSteps() ([]byte, dSteps, error) {
	moves, err := os.ReadFile(filepath.Join(string(d), "pan.m"))
	if err != nil || !bytes.Contains(moves, []byte(saves)) {
		return moves, dSteps{}, err
	}
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	return moves, dStepsOf(moves, code), err
}
