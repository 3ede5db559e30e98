package promela

import (
	"fmt"
	"slices"
)

// Warnings names what in a model makes SPIN 6.5.2 say something other than the reader
// expects, where pan's output does not show it: timeout, arrays that are
// initialised after a statement, choices inside d_step.  Each warning is one line, with the
// number of the line in the text.  What macros hide is not seen; inlines are those of the whole model.
func Warnings(text []byte, inlines Inlines) []string {
	tokens := parsed(text)
	var list []string
	if slices.ContainsFunc(tokens, func(t Token) bool { return t.is("timeout") }) {
		list = append(list, "the model uses timeout, which hides deadlocks")
	}
	list = append(list, lateArrays(tokens)...)
	for _, c := range lostChoices(tokens, inlines) {
		list = append(list, fmt.Sprintf("line %d: %s", c.Line, c.Text))
	}
	return list
}

// arrayTypes are the types of arrays with an initialiser; the others begin declarations too.
var (
	arrayTypes   = []string{"bit", "bool", "byte", "pid", "short", "int", "mtype", "chan"}
	declarations = append([]string{"unsigned", "xr", "xs"}, arrayTypes...)
	visibilities = []string{"hidden", "local", "show"}
)

// lateArrays warns of arrays that are declared and initialised in a body after a
// statement, be it in an enclosing block.
func lateArrays(tokens []Token) []string {
	var list []string
	var part []Token   // since the last separator
	depth := 0         // of braces
	statement := false // the body at depth 1 has one
	value := 0         // the depth within the initialiser { 1, 2, 3 }, 0: none
	for k, t := range tokens {
		if isInitialisedArray(tokens[k:]) && depth > 0 && (statement || isStatement(part)) {
			list = append(list, fmt.Sprintf("line %d: an array declared after a statement: SPIN 6.5.2 initialises its first element only, so that a violation may be false", t.Line))
		}
		switch {
		case t.is("{"):
			if depth++; value == 0 && k > 0 && tokens[k-1].is("=") {
				value = depth
			}
			statement = depth > 1 && (statement || isStatement(part))
		case t.is("}"):
			statement = statement || value == 0 && isStatement(part)
			if depth == value {
				value = 0
			}
			depth--
		case t.is(";"):
			statement = statement || isStatement(part)
		default:
			part = append(part, t)
			continue
		}
		part = part[:0]
	}
	return list
}

// longestSize is how many tokens are looked at for the end of an array's size, so that a
// text of nothing but brackets takes no time.
const longestSize = 1000

// isInitialisedArray tells whether tokens begin with TYPE NAME [ ... ] = ...
func isInitialisedArray(tokens []Token) bool {
	if len(tokens) < 5 || tokens[0].Kind != Word || !slices.Contains(arrayTypes, tokens[0].Text) || tokens[1].Kind != Word || !tokens[2].is("[") {
		return false
	}
	tokens = tokens[:min(len(tokens), longestSize)]
	end := closing(tokens, 2, "[", "]")
	return end >= 0 && end+1 < len(tokens) && tokens[end+1].is("=")
}

// isStatement tells whether tokens between two separators are a statement, or a part of
// one, and not a declaration.
func isStatement(part []Token) bool {
	k := 0
	for k < len(part) && slices.Contains(visibilities, part[k].Text) {
		k++
	}
	return k < len(part) && !slices.Contains(declarations, part[k].Text)
}
