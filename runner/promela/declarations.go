package promela

import (
	"slices"
	"strings"
)

// Declaration is a global variable of a type of SPIN's own, or such a member of a structure.
type Declaration struct {
	Line int
	Type string // with the name of a subtype of mtype: mtype:NAME
	Name string // a member's is STRUCTURE.MEMBER
}

// Declarations are the global variables and the members of structures of a model, as its author wrote it.
func Declarations(text []byte) (all []Declaration) {
	tokens := parsed(text)
	scope, depth := "", 0 // of a structure: its name and a point
	for k, t := range tokens {
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth == 0 {
				scope = ""
			}
		case depth == 0 && t.is("typedef") && k+1 < len(tokens):
			scope = tokens[k+1].Text + "."
		case t.Kind == Word && slices.Contains(declarations, t.Text) && (depth == 0 || depth == 1 && strings.HasSuffix(scope, ".")):
			own, rest := t.Text, tokens[k+1:]
			if len(rest) > 1 && rest[0].is(":") {
				own, rest = own+":"+rest[1].Text, rest[2:]
			}
			for _, name := range declaredNames(rest) {
				all = append(all, Declaration{t.Line, own, scope + name})
			}
		}
	}
	return all
}
