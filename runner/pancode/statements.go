package pancode

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Place is where a statement stands in the user's files.
type Place struct {
	File string // as the preprocessor names it
	Line int    // from 1; 0: nowhere
}

// Statement is a statement of a process with its place.
type Statement struct {
	Place
	Text string // as SPIN writes it, with macros expanded
}

// Statements are those of a verifier, by SPIN's numbers.  pan itself prints the line of the if or do
// for each of its options, and the model's name for each file.
type Statements struct {
	proctypes    map[string]int
	byState      map[[2]int]Statement // by proctype and state
	byTransition map[int]Statement
	options      map[[2]int][]int // of a state where a choice or a sequence begins: the states of its options
	escapes      map[[2]int][]int // of a state in an unless: the states where its escapes begin
}

var (
	transition = regexp.MustCompile(`settr\((\d+),\d+,(\d+),(\d+),\d+,"((?:[^"\\]|\\.)*)"`)
	escape     = regexp.MustCompile(`trans\[ *(\d+)\]\[ *(\d+)\]->escp\[\d+\]\s*= (\d+);`)
	fromState  = regexp.MustCompile(`trans\[ *(\d+)\]\[ *(\d+)\]`)
	lineTable  = regexp.MustCompile(`(?s)\nshort src_ln(\d+) \[\] = \{\n(.*?)\};`)
	fileTable  = regexp.MustCompile(`(?s)\nS_F_MAP src_file(\d+) \[\] = \{\n(.*?)\n\};`)
	fileRange  = regexp.MustCompile(`\{ "([^"]*)", (\d+), (\d+) \}`)
)

// Statements reads where the statements stand from pan.c and pan.t.
func (d Dir) Statements() (Statements, error) {
	s := Statements{map[string]int{}, map[[2]int]Statement{}, map[int]Statement{}, map[[2]int][]int{}, map[[2]int][]int{}}
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return s, err
	}
	table, err := os.ReadFile(filepath.Join(string(d), "pan.t"))
	if err != nil {
		return s, err
	}
	if names := procNames.FindSubmatch(code); names != nil {
		for k, m := range procName.FindAllSubmatch(names[1], -1) {
			s.proctypes[strings.Trim(string(m[1]), ":")] = k
		}
	}
	places := placesOf(code)
	var from [2]int
	for line := range bytes.Lines(table) {
		m := transition.FindSubmatch(line)
		if e := escape.FindSubmatch(line); e != nil {
			at := [2]int{number(e[1]), number(e[2])}
			s.escapes[at] = append(s.escapes[at], number(e[3]))
		}
		if m == nil {
			continue
		}
		id, to := number(m[1]), number(m[2])
		text := strings.ReplaceAll(string(m[4]), `\\`, `\`)
		if f := fromState.FindSubmatch(line); f != nil {
			from = [2]int{number(f[1]), number(f[2])}
			s.byState[from] = Statement{places[from], text}
			if number(m[3]) > 0 { // else no step of its own: SPIN has merged it, or writes 0 for its number
				s.byTransition[id] = s.byState[from]
			}
		}
		if beginsOthers(text) && to > 0 {
			s.options[from] = append(s.options[from], to)
		}
	}
	return s, nil
}

// beginsOthers tells whether SPIN's name of a statement is that of one which consists of others.
func beginsOthers(text string) bool {
	switch text {
	case "ATOMIC", "sub-sequence", "IF", "DO", "UNLESS":
		return true
	}
	return false
}

// number reads digits that spin wrote.
func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits))
	return n
}

// formulasFile is where SPIN writes the never claims of ltl formulas.
const formulasFile = "_spin_nvr.tmp"

// placesOf reads the places of the states of all proctypes from pan.c.
func placesOf(code []byte) map[[2]int]Place {
	places := map[[2]int]Place{}
	for _, m := range lineTable.FindAllSubmatch(code, -1) {
		for k, line := range strings.Split(string(m[2]), ",") {
			if n := number([]byte(strings.TrimSpace(line))); n > 0 {
				places[[2]int{number(m[1]), k}] = Place{Line: n}
			}
		}
	}
	for _, m := range fileTable.FindAllSubmatch(code, -1) {
		for _, r := range fileRange.FindAllSubmatch(m[2], -1) {
			for k := number(r[2]); k <= number(r[3]); k++ {
				at := [2]int{number(m[1]), k}
				p, known := places[at]
				switch p.File = string(r[1]); {
				case p.File == formulasFile: // no file of the user's
					delete(places, at)
				case known:
					places[at] = p
				}
			}
		}
	}
	return places
}

// Waiting are the statements with which a process can go on from a state, those of all options, and those that begin
// the escapes of an unless around it.
func (s Statements) Waiting(proctype string, state int) (own, escaping []Statement) {
	n := s.proctypes[proctype]
	var escapes []int
	seen := map[int]bool{}
	var from func(state int) []Statement
	from = func(state int) (all []Statement) {
		if seen[state] {
			return nil
		}
		seen[state] = true
		at := [2]int{n, state}
		escapes = append(escapes, s.escapes[at]...)
		if next := s.options[at]; next != nil {
			for _, option := range next {
				all = append(all, from(option)...)
			}
		} else if one, known := s.byState[at]; known {
			all = append(all, one)
		}
		return all
	}
	own = from(state)
	for k := 0; k < len(escapes); k++ { // an escape can have one itself
		escaping = append(escaping, from(escapes[k])...)
	}
	return own, escaping
}

// OfTransition is the statement of one of pan's numbers of transitions; it has no line if there is none.
func (s Statements) OfTransition(number int) Statement { return s.byTransition[number] }
