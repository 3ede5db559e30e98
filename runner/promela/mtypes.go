package promela

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Mtypes are the constants of mtype and of its subtypes (mtype:NAME) in a preprocessed model, and the variables that
// have them.  SPIN numbers the constants of each subtype from 1, and writes a number in a statement as a
// constant of mtype itself, or as a number.
type Mtypes struct {
	constants map[string]constant
	subtypes  bool                         // the model has subtypes
	types     map[string]map[string]string // of variables, by scope: a proctype, typedef or inline, "" for globals
}

// constant is what a name of an mtype's constant stands for.
type constant struct {
	subtype string // "": mtype itself
	number  int    // from 1
}

// MtypesOf reads a model's declarations.
func MtypesOf(text []byte) Mtypes {
	m := Mtypes{constants: map[string]constant{}, types: map[string]map[string]string{}}
	tokens := parsed(text)
	structures := map[string]bool{}
	counted := map[string]int{}
	scope, depth := "", 0
	for k := 0; k < len(tokens); k++ {
		switch t := tokens[k]; {
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth <= 0 {
				scope, depth = "", 0
			}
		case depth == 0 && (t.is("proctype") || t.is("inline") || t.is("typedef")) && k+1 < len(tokens):
			k++
			scope = tokens[k].Text
			structures[scope] = structures[scope] || t.is("typedef")
		case depth == 0 && (t.is("init") || t.is("never") || t.is("trace") || t.is("notrace")):
			scope = t.Text
		case t.is("mtype") || t.Kind == Word && structures[t.Text]:
			kind, rest := t.Text, tokens[k+1:]
			if kind == "mtype" {
				kind, rest = subtypeOf(rest)
				m.subtypes = m.subtypes || kind != mtype
				if names := constantsOf(rest); names != nil {
					m.number(strings.TrimPrefix(kind, mtype), counted[kind], names)
					counted[kind] += len(names)
				}
			}
			for _, name := range declaredNames(rest) {
				m.declare(scope, name, kind)
			}
		}
	}
	return m
}

// mtype begins the type of a variable that is an mtype; a subtype follows.  No typedef has such a name.
const mtype = "mtype:"

// subtypeOf reads what follows the word mtype: its type, and the tokens after it.
func subtypeOf(tokens []Token) (kind string, rest []Token) {
	if len(tokens) > 1 && tokens[0].is(":") {
		return mtype + tokens[1].Text, tokens[2:]
	}
	return mtype, tokens
}

// constantsOf are the names in "= { A, B }"; nil: no constants are declared.
func constantsOf(tokens []Token) (names []string) {
	if len(tokens) > 0 && tokens[0].is("=") {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || !tokens[0].is("{") {
		return nil
	}
	for _, t := range tokens[1:] {
		if t.is("}") {
			break
		}
		if t.Kind == Word {
			names = append(names, t.Text)
		}
	}
	return names
}

// number numbers the constants of a declaration as SPIN does: the last one is the next number.
func (m Mtypes) number(subtype string, before int, names []string) {
	for k, name := range names {
		m.constants[name] = constant{subtype, before + len(names) - k}
	}
}

// declaredNames are the names that a declaration gives variables; tokens follow the type.
func declaredNames(tokens []Token) (names []string) {
	for len(tokens) > 0 && tokens[0].Kind == Word {
		names = append(names, tokens[0].Text)
		depth, k := 0, 1
		for ; k < len(tokens); k++ { // over a size and an initial value
			switch t := tokens[k]; {
			case t.is("(") || t.is("["):
				depth++
				continue
			case (t.is(")") || t.is("]")) && depth > 0:
				depth--
				continue
			case depth > 0 || t.Kind != Symbol || !slices.Contains([]string{",", ";", ")", "{", "}", "->"}, t.Text):
				continue
			}
			break
		}
		if k >= len(tokens) || !tokens[k].is(",") {
			break
		}
		tokens = tokens[k+1:]
	}
	return names
}

// ambiguous is the type of a variable that several declarations give different types.
const ambiguous = ""

func (m Mtypes) declare(scope, name, kind string) {
	if m.types[scope] == nil {
		m.types[scope] = map[string]string{}
	}
	if other, known := m.types[scope][name]; known && other != kind {
		kind = ambiguous // in different blocks
	}
	m.types[scope][name] = kind
}

// HasSubtypes tells whether the model has subtypes.
func (m Mtypes) HasSubtypes() bool { return m.subtypes }

// Names are the names of the constants.
func (m Mtypes) Names() []string { return slices.Sorted(maps.Keys(m.constants)) }

// Value is the name of a number that a variable has, "" if it has none or the variable is not known.  The variable
// is written as in a[2].b; proctype is whose local variable it is, "" if it is global.
func (m Mtypes) Value(proctype, variable string, number int) string {
	kind, isMtype := strings.CutPrefix(m.typeOf(proctype, variable), mtype)
	if !isMtype {
		return ""
	}
	for name, c := range m.constants {
		if c == (constant{kind, number}) {
			return name
		}
	}
	return ""
}

// Named is the name of the only constant that has a number, "" if there is none or there are several.
func (m Mtypes) Named(number int) (only string) {
	for name, c := range m.constants {
		if c.number != number {
			continue
		}
		if only != "" {
			return ""
		}
		only = name
	}
	return only
}

// typeOf is the type of a variable, "" if it is not known.
func (m Mtypes) typeOf(proctype, variable string) string {
	scope := proctype
	kind := ambiguous
	for k, name := range strings.Split(variable, ".") {
		name, _, _ = strings.Cut(name, "[")
		known := false
		if kind, known = m.types[scope][name]; !known && k == 0 && proctype != "" { // from an inline
			kind = m.anywhere(name)
		}
		scope = kind
	}
	return kind
}

// anywhere is the type of a variable wherever it is declared.
func (m Mtypes) anywhere(name string) string {
	found := ambiguous
	for _, scope := range m.types {
		switch kind, known := scope[name]; {
		case !known:
		case found != ambiguous && found != kind:
			return ambiguous
		default:
			found = kind
		}
	}
	return found
}

// mostStatementLines is on how many lines a statement is looked for, from its first one.
const mostStatementLines = 40

// AsWritten is a statement as SPIN writes it, with the words that a preprocessed text has, from a line on, where SPIN
// wrote a number or another constant.  ok is false if the statement has constants and is not found there: they may be wrong.
func (m Mtypes) AsWritten(statement string, text []byte, line int) (written string, ok bool) {
	spins := slices.Collect(Tokens([]byte(statement)))
	if !m.subtypes || !slices.ContainsFunc(spins, func(t Token) bool { return m.numberOf(t) > 0 }) {
		return statement, true
	}
	from := max(1, line-mostStatementLines)
	for range from - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	lines := bytes.SplitAfterN(text, []byte("\n"), 2*mostStatementLines+1)
	source := parsed(bytes.Join(lines[:min(len(lines), 2*mostStatementLines)], nil))
	line += 1 - from
	for k, t := range source {
		if t.Line != line {
			continue
		}
		if written, _, ok = m.match(spins, source[k:]); ok {
			return written, true
		}
	}
	for k, t := range source { // SPIN gives some statements the line of their end
		if t.Line >= line {
			break
		}
		if written, rest, ok := m.match(spins, source[k:]); ok && source[len(source)-rest-1].Line == line {
			return written, true
		}
	}
	return statement, !slices.ContainsFunc(spins, m.isConstant)
}

func (m Mtypes) isConstant(t Token) bool {
	_, is := m.constants[t.Text]
	return is && t.Kind == Word
}

// numberOf is the number that a token of SPIN's stands for, 0 if that is no constant's.
func (m Mtypes) numberOf(t Token) int {
	switch t.Kind {
	case Word:
		return m.constants[t.Text].number
	case Number:
		n, err := strconv.Atoi(t.Text)
		if err == nil {
			return n
		}
	}
	return 0
}

// match is the text of SPIN's tokens with the source's words for constants, if the source begins with the same
// tokens but for parentheses and commas, and how many of the source's tokens are left.
func (m Mtypes) match(spins, source []Token) (written string, rest int, matched bool) {
	grouping := func(t Token) bool { return t.skipped() || t.is("(") || t.is(")") || t.is(",") }
	var b strings.Builder
	for _, t := range spins {
		if grouping(t) {
			b.WriteString(t.Text)
			continue
		}
		for len(source) > 0 && grouping(source[0]) {
			source = source[1:]
		}
		switch {
		case len(source) == 0:
			return "", 0, false
		case t.Kind == source[0].Kind && t.Text == source[0].Text:
			b.WriteString(t.Text)
		case m.stands(t, source[0]):
			b.WriteString(source[0].Text)
		default:
			return "", 0, false
		}
		matched, source = true, source[1:]
	}
	return b.String(), len(source), matched
}

// stands tells whether SPIN may have written a constant or number for a word of the source: a constant with that
// number, or a parameter of an inline.
func (m Mtypes) stands(spin, source Token) bool {
	number := m.numberOf(spin)
	if number == 0 || source.Kind != Word {
		return false
	}
	if m.isConstant(source) {
		return m.constants[source.Text].number == number
	}
	return m.anywhere(source.Text) == ambiguous && !slices.Contains([]string{"true", "skip", "else"}, source.Text)
}
