package promela

import (
	"fmt"
	"strings"
)

// Replace puts other text in place of words of a preprocessed model, and tells which of
// the words it has met.  It changes nothing in strings, line markers and C.
func Replace(text []byte, by map[string]string) (replaced []byte, met map[string]bool) {
	met = map[string]bool{}
	replaced = make([]byte, 0, len(text))
	for t := range Tokens(text) {
		if other, found := by[t.Text]; found && t.Kind == Word {
			met[t.Text] = true
			t.Text = other
		}
		replaced = append(replaced, t.Text...)
	}
	return replaced, met
}

// WithoutAssertions returns a preprocessed model in which every assertion holds, so that
// none ends a search for something else.  The condition of an assertion is not evaluated.
// An assertion that runs a process becomes a syntax error, and one without parentheses stays.
func WithoutAssertions(text []byte) []byte {
	// An assertion may go on after its parentheses: assert(x) == y becomes 1 || (x) == y,
	// which holds too.  The macro has parentheses of its own for the sake of C, which may
	// include assert.h.
	return append([]byte("#define assert(...) 1 || (__VA_ARGS__)\n"), text...)
}

// WithoutAcceptLabels returns a preprocessed model in which the labels of its proctypes
// that are named accept... are ordinary ones.
func WithoutAcceptLabels(text []byte) []byte {
	var defines strings.Builder
	seen, before := map[string]bool{}, ""
	for _, t := range parsed(text) {
		if t.Kind == Word && strings.HasPrefix(t.Text, "accept") && !seen[t.Text] {
			seen[t.Text] = true
			if before != "ltl" { // the name of a formula, by which pan is asked for it
				fmt.Fprintf(&defines, "#define %[1]s mx_%[1]s\n", t.Text)
			}
		}
		before = t.Text
	}
	return append([]byte(defines.String()), text...)
}

// WithoutExclusive returns a preprocessed model without its declarations of exclusive channels, xr and xs.  All else
// keeps its line.
func WithoutExclusive(text []byte) []byte {
	var out strings.Builder
	inside := false
	for t := range Tokens(text) {
		inside = inside || t.is("xr") || t.is("xs")
		if !inside {
			out.WriteString(t.Text)
			continue
		}
		out.WriteString(strings.Repeat("\n", strings.Count(t.Text, "\n")))
		inside = !t.is(";") && !t.is("->")
	}
	return []byte(out.String())
}

// WithoutTrace returns a preprocessed model without its trace or notrace assertion.  All
// else keeps its line.
func WithoutTrace(text []byte) []byte {
	var out strings.Builder
	inside := false // from the word on
	depth := 0      // of braces after the word
	for t := range Tokens(text) {
		inside = inside || t.is("trace") || t.is("notrace")
		if !inside {
			out.WriteString(t.Text)
			continue
		}
		out.WriteString(strings.Repeat("\n", strings.Count(t.Text, "\n")))
		if t.is("{") {
			depth++
		} else if t.is("}") && depth > 0 {
			depth--
			inside = depth > 0
		}
	}
	return []byte(out.String())
}
