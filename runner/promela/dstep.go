package promela

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// LostChoice is a choice in a d_step sequence of which SPIN takes the first option only.
type LostChoice struct {
	First, Last int // lines of the d_step sequence
	Line        int // of the choice
	Text        string
}

// LostChoices are the choices in the d_step sequences of a text; see lostChoices.
func LostChoices(text []byte, inlines Inlines) []LostChoice {
	return lostChoices(parsed(text), inlines)
}

// lostChoices warns of choices in d_step sequences: SPIN takes the first option that is
// executable and never another.  It names only choices of which two options are certainly
// executable in one state: an option that is always executable, beside another; two options
// with the same guard; two comparisons of one variable with numbers that do not exclude
// each other; select.  Whether other guards exclude each other cannot be seen from the
// text.
func lostChoices(tokens []Token, inlines Inlines) []LostChoice {
	var list []LostChoice
	for k := 0; k+1 < len(tokens); k++ {
		if !tokens[k].is("d_step") || !tokens[k+1].is("{") {
			continue
		}
		end := closing(tokens, k+1, "{", "}")
		if end < 0 {
			break
		}
		body := inlines.expand(tokens[k+2 : end])
		add := func(t Token, what, then string) {
			if t.inline != "" {
				what += ", by " + t.inline + "(...)"
			}
			one := LostChoice{tokens[k].Line, tokens[end].Line, t.Line, what + ": " + then}
			if !slices.Contains(list, one) { // an inline may be used twice in a line
				list = append(list, one)
			}
		}
		for n, t := range body {
			if t.is("select") && n+1 < len(body) && body[n+1].is("(") {
				add(t, "select inside d_step", "SPIN takes the first value only")
			}
		}
		for n, t := range body {
			if isChoice(body[n:]) && overlap(guards(body[n+2:])) {
				add(t, "a choice inside d_step", "where several options are executable SPIN takes the first only, and misses what the others lead to")
			}
		}
		k = end
	}
	return list
}

// StepGuards are the statements with which the only d_step sequence that begins on a line of a text can begin: those of
// all options where it begins with a choice.  nil: none or several begin there.
func StepGuards(text []byte, line int) []string {
	var body []Token
	tokens := parsed(text)
	for k, t := range tokens {
		if !t.is("d_step") || t.Line != line || k+1 == len(tokens) || !tokens[k+1].is("{") {
			continue
		}
		if body != nil {
			return nil
		}
		body = tokens[k+2:]
	}
	var all []string
	if isChoice(body) {
		for _, g := range guards(body[2:]) {
			all = append(all, joined(g))
		}
	} else if g := guard(body); len(g) > 0 {
		all = append(all, joined(g))
	}
	return all
}

// isChoice tells whether tokens begin with "if ::" or "do ::".
func isChoice(tokens []Token) bool {
	return len(tokens) > 1 && (tokens[0].is("if") || tokens[0].is("do")) && tokens[1].is("::")
}

// guards are the guards of the options of a choice, whose tokens begin after the first
// "::".  It is nil if the choice does not end.
func guards(tokens []Token) [][]Token {
	all := [][]Token{guard(tokens)}
	depth := 0
	for k := 0; k < len(tokens); k++ {
		switch t := tokens[k]; {
		case isChoice(tokens[k:]):
			depth++
			k++ // its first option belongs to it
		case t.is("fi") || t.is("od"):
			if depth--; depth < 0 {
				return all
			}
		case depth == 0 && t.is("::"):
			all = append(all, guard(tokens[k+1:]))
		}
	}
	return nil
}

// guard is the first statement of an option, without a label, the beginning of a block
// and parentheses around all of it.
func guard(tokens []Token) []Token {
	for {
		switch {
		case len(tokens) > 1 && tokens[0].Kind == Word && (tokens[1].is(":") || tokens[1].is("{")):
			tokens = tokens[2:]
			continue
		case len(tokens) > 0 && tokens[0].is("{"):
			tokens = tokens[1:]
			continue
		}
		break
	}
	end, depth := 0, 0
	for ; end < len(tokens); end++ {
		t := tokens[end]
		if t.is("(") || t.is("[") {
			depth++
		} else if t.is(")") || t.is("]") {
			depth--
		} else if depth == 0 && endsGuard(t) {
			break
		}
	}
	g := tokens[:end]
	for len(g) > 0 && g[0].is("(") && closing(g, 0, "(", ")") == len(g)-1 {
		g = g[1 : len(g)-1]
	}
	return g
}

// endsGuard tells whether a token outside of parentheses ends the first statement of an option.
func endsGuard(t Token) bool {
	return (t.Kind == Word || t.Kind == Symbol) && slices.Contains([]string{"->", ";", "{", "}", "::", "fi", "od"}, t.Text)
}

// overlap tells whether two of the guards are certainly executable in one state.
func overlap(guards [][]Token) bool {
	var open [][]Token // those that may be executable beside others
	free := false
	for _, g := range guards {
		if len(g) == 1 && (g[0].is("else") || g[0].is("timeout") || g[0].is("false") || isZero(g[0])) {
			continue
		}
		open = append(open, g)
		free = free || alwaysExecutable(g)
	}
	if free && len(open) > 1 {
		return true
	}
	for k, g := range open {
		for _, h := range open[:k] {
			if meet(g, h) {
				return true
			}
		}
	}
	return false
}

// isZero tells whether a token is the number 0.
func isZero(t Token) bool { return t.Kind == Number && strings.Trim(t.Text, "0") == "" }

// alwaysExecutable tells whether a statement is executable in every state, as far as its
// text shows.
func alwaysExecutable(g []Token) bool {
	if len(g) == 1 && (g[0].is("true") || g[0].is("skip") || g[0].is("break") || g[0].Kind == Number && !isZero(g[0])) {
		return true
	}
	if len(g) > 1 && (g[0].is("goto") || g[0].is("printf") && g[1].is("(")) {
		return true
	}
	n := variable(g)
	return n > 0 && n < len(g) && (g[n].is("=") || g[n].is("++") || g[n].is("--"))
}

// variable is how many tokens at the beginning name a variable: x, x[i+1].y; 0: none.
func variable(g []Token) int {
	if len(g) == 0 || g[0].Kind != Word {
		return 0
	}
	for n := 1; ; {
		switch {
		case n+1 < len(g) && g[n].is(".") && g[n+1].Kind == Word:
			n += 2
		case n < len(g) && g[n].is("["):
			end := closing(g, n, "[", "]")
			if end < 0 {
				return n
			}
			n = end + 1
		default:
			return n
		}
	}
}

// meet tells whether both guards hold in one state, as far as their texts show.
func meet(g, h []Token) bool {
	if len(g) == 0 || g[0].is("if") || g[0].is("do") {
		return false // a choice within a choice: its own guards are not compared
	}
	if words(g) == words(h) {
		return true
	}
	a, isA := comparisonOf(g)
	b, isB := comparisonOf(h)
	if !isA || !isB || a.variable != b.variable {
		return false
	}
	for _, n := range []int64{a.number, b.number} {
		for _, value := range []int64{n - 1, n, n + 1} {
			if a.holds(value) && b.holds(value) {
				return true
			}
		}
	}
	return false
}

// words are the texts of tokens, for comparing them.
func words(tokens []Token) string {
	var all []string
	for _, t := range tokens {
		all = append(all, t.Text)
	}
	return strings.Join(all, " ")
}

// comparison is a guard such as x[2] <= 3.
type comparison struct {
	variable, operator string
	number             int64
}

func comparisonOf(g []Token) (comparison, bool) {
	n := variable(g)
	if n == 0 || n+2 > len(g) || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, g[n].Text) {
		return comparison{}, false
	}
	c := comparison{words(g[:n]), g[n].Text, 0}
	rest, sign := g[n+1:], ""
	if rest[0].is("-") {
		rest, sign = rest[1:], "-"
	}
	if len(rest) != 1 || rest[0].Kind != Number {
		return c, false
	}
	var err error
	if c.number, err = strconv.ParseInt(sign+rest[0].Text, 10, 32); err != nil {
		c.number = math.MaxInt32
	}
	return c, true
}

// holds tells whether the comparison is true of a value.
func (c comparison) holds(value int64) bool {
	switch c.operator {
	case "==":
		return value == c.number
	case "!=":
		return value != c.number
	case "<":
		return value < c.number
	case "<=":
		return value <= c.number
	case ">":
		return value > c.number
	default:
		return value >= c.number
	}
}
