package promela

import (
	"fmt"
	"slices"
	"strings"
)

// HiddenState says on what a model's behaviour may depend that is no global variable, or
// that the text hides: the line, what is there and what to do.  why is "" if there is nothing of the kind.
// The text is as its author wrote it, before the preprocessor.
func HiddenState(text []byte) (line int, why, remedy string) {
	const global, without = "keep all state in global variables", "make the edit without it"
	types := slices.Clone(declarations)
	var s scope
	macros, used := map[string]bool{}, map[string]bool{}
	tokens := slices.Collect(Tokens(text))
	for k, t := range tokens {
		s.enter(tokens, k)
		if t.Kind == Word && !s.directive {
			used[t.Text] = true
		}
		if t.Kind != Word && t.Kind != Symbol {
			continue
		}
		if before := previous(tokens, k); before.is("typedef") {
			types = append(types, t.Text)
		}
		if name := following(tokens, k); t.is("define") && previous(tokens, k).is("#") {
			if macros[name.Text] {
				return t.Line, fmt.Sprintf("\"#define %s\": another one of this name", name.Text), without
			}
			if used[name.Text] || slices.Contains(keywords, name.Text) {
				return t.Line, fmt.Sprintf("\"#define %s\": the word has another meaning elsewhere", name.Text), "choose another name"
			}
			macros[name.Text] = true
		}
		switch next := following(tokens, k); {
		case notCompared[t.Text] != "" && t.Kind == Word:
			if t.is("chan") || t.is("hidden") || strings.HasPrefix(t.Text, "c_") {
				return t.Line, fmt.Sprintf("%q: %s", t.Text, notCompared[t.Text]), global
			}
			return t.Line, fmt.Sprintf("%q: %s", t.Text, notCompared[t.Text]), without
		case t.is("active") && next.is("["):
			return t.Line, "\"active [\": several processes of one kind, or none", without
		case t.Kind == Word && strings.HasPrefix(t.Text, "_"):
			return t.Line, fmt.Sprintf("%q: a variable of SPIN's own", t.Text), without
		case t.is("#") && (next.is("#") || next.is("include") || next.is("include_next") || next.is("import") || next.is("undef")):
			return t.Line, fmt.Sprintf("\"#%s\": the preprocessor may hide what is compared", next.Text), without
		case t.Kind == Word && slices.Contains(types, t.Text) && s.local():
			return t.Line, fmt.Sprintf("%q: a local variable", t.Text+" "+next.Text), global
		case t.is("bit") || t.is("bool") || t.is("unsigned"):
			if name := singleBits(tokens[k+1:]); name != "" {
				return t.Line, fmt.Sprintf("%q: single bits, which have no address", t.Text+" "+name), "declare it as a byte"
			}
		}
	}
	return 0, "", ""
}

// singleBits is a variable that SPIN packs with others, among those that the tokens after a type of bits declare: one
// that is no array.  "": all are arrays.
func singleBits(tokens []Token) string {
	name, array, depth := "", false, 0
	for _, t := range tokens {
		switch {
		case t.skipped():
		case t.is("[") || t.is("(") || t.is("{"):
			array = array || depth == 0 && t.is("[")
			depth++
		case t.is("]") || t.is(")") || t.is("}"):
			if depth--; depth < 0 {
				return ""
			}
		case depth > 0:
		case t.is(",") || t.is(";"):
			if !array {
				return name
			} else if t.is(";") {
				return ""
			}
			name, array = "", false
		case name == "" && t.Kind == Word:
			name = t.Text
		}
	}
	if array {
		return ""
	}
	return name
}

// notCompared are words that stand for state, or for ways to choose a step, that a
// comparison of global variables and steps does not see.
var notCompared = map[string]string{
	"chan": "a channel", "hidden": "a variable that is not in the state",
	"c_code": "embedded C", "c_expr": "embedded C", "c_decl": "embedded C", "c_state": "embedded C", "c_track": "embedded C",
	"provided": "it decides which process may move", "priority": "it decides which process may move",
	"set_priority": "it decides which process may move", "get_priority": "it depends on which process moves",
	"timeout": "it depends on the steps of all processes", "enabled": "it depends on the steps of all processes",
	"unless": "it depends on the steps of the process", "np_": "it depends on the places of all processes",
	"pc_value": "it depends on the places of all processes", "run": "processes that begin later",
}

// keywords are SPIN's words that stand in what is compared as text.
var keywords = []string{
	"active", "assert", "atomic", "bit", "bool", "break", "byte", "d_step", "do", "else", "false", "fi", "for", "goto", "if", "init", "inline",
	"int", "mtype", "never", "notrace", "od", "printf", "proctype", "short", "skip", "trace", "true", "typedef", "unsigned",
}

// scope is where a token stands.
type scope struct {
	braces, structure int  // how many are open; those of a typedef
	parameters        bool // of a proctype
	directive         bool // of the preprocessor
}

// local tells whether a variable that is declared here is no global one, or is hidden in a macro.
func (s scope) local() bool { return s.parameters || s.directive || s.braces > s.structure }

// enter moves to the token at index k.
func (s *scope) enter(tokens []Token, k int) {
	switch t := tokens[k]; {
	case t.is("#"):
		s.directive = true
	case t.Kind == Space && strings.Contains(t.Text, "\n") && (k == 0 || !tokens[k-1].is(`\`)):
		s.directive = false
	case s.directive: // its braces need not match
	case t.is("{"):
		if s.braces++; s.braces == 1 && declares(tokens, k, "typedef") {
			s.structure = 1
		}
	case t.is("}"):
		if s.braces--; s.braces == 0 {
			s.structure = 0
		}
	case t.is("(") && s.braces == 0:
		s.parameters = declares(tokens, k, "proctype")
	case t.is(")"):
		s.parameters = false
	}
}

// declares tells whether the two tokens before index k are word and a name.
func declares(tokens []Token, k int, word string) bool {
	name := before(tokens, k)
	return name >= 0 && previous(tokens, name).is(word)
}

// before is the index of the token before index k that SPIN's parser sees; -1: there is none.
func before(tokens []Token, k int) int {
	for k--; k >= 0 && tokens[k].skipped(); k-- {
	}
	return k
}

// previous is the token before index k that SPIN's parser sees.
func previous(tokens []Token, k int) Token {
	if k = before(tokens, k); k >= 0 {
		return tokens[k]
	}
	return Token{}
}

// following is the token after index k that SPIN's parser sees.
func following(tokens []Token, k int) Token {
	for _, t := range tokens[k+1:] {
		if !t.skipped() {
			return t
		}
	}
	return Token{}
}
