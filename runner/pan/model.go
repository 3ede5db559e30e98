package pan

import (
	"fmt"
	"regexp"
	"strings"
)

// ModelWarnings names what in a model makes SPIN 6.5.2 say something other
// than the reader expects, and what pan's output does not show. It looks at
// the text only, so that it may miss what macros and includes hide.
func ModelWarnings(model []byte) []string {
	text := blank(string(model))
	var list []string
	if usesTimeout.MatchString(text) {
		list = append(list, "the model uses timeout, which hides deadlocks")
	}
	for _, at := range arrayInit.FindAllStringIndex(text, -1) {
		if lateDeclaration(text[:at[0]]) {
			list = append(list, fmt.Sprintf("line %d: an array declared after a statement: SPIN 6.5.2 initialises its first element only, so that a violation may be false",
				1+strings.Count(text[:at[0]], "\n")))
		}
	}
	return append(list, lostChoices(text)...)
}

var (
	usesTimeout = regexp.MustCompile(`\btimeout\b`)
	arrayInit   = regexp.MustCompile(`\b(bit|bool|byte|pid|short|int|mtype|chan)\s+\w+\s*\[[^\]]*\]\s*=[^=]`)
	declaration = regexp.MustCompile(`^\s*(hidden\s+|local\s+|show\s+)*(bit|bool|byte|pid|short|int|mtype|unsigned|chan|xr|xs)\b`)
	hidden      = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(\\.|[^"\\])*"`)
)

// blank replaces comments and strings, and keeps the lines.
func blank(text string) string {
	return hidden.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Repeat("\n", strings.Count(s, "\n")) + " "
	})
}

// lateDeclaration tells, of the text before a declaration, whether the
// declaration stands in a body in which a statement came first, be it in an
// enclosing block.
func lateDeclaration(before string) bool {
	depth, body := 0, 0
	for i, c := range before {
		switch c {
		case '{':
			if depth++; depth == 1 {
				body = i + 1
			}
		case '}':
			depth--
		}
	}
	return depth > 0 && hasStatement(before[body:])
}

func hasStatement(body string) bool {
	for _, part := range strings.FieldsFunc(body, func(r rune) bool { return r == ';' || r == '{' || r == '}' }) {
		if strings.TrimSpace(part) != "" && !declaration.MatchString(part) && !initialiser.MatchString(part) {
			return true
		}
	}
	return false
}

// initialiser is what is left of { 1, 2, 3 } between its braces.
var initialiser = regexp.MustCompile(`^\s*\w+\s*(,\s*\w+\s*)+$`)
