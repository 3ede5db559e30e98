package pan

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// lostChoices warns of choices in d_step sequences, of which SPIN takes the first
// option that is executable and never another.  It names those only of which two
// options are surely executable at once, in some state: one that always is, beside
// another; the same guard twice; two comparisons of one thing with numbers that do not
// exclude each other; select.  Whether other guards exclude each other cannot be seen.
func lostChoices(text string) []string {
	var list []string
	for _, at := range dStep.FindAllStringIndex(text, -1) {
		body, end := text[at[1]:], 0
		if end = closing(body, '{', '}'); end < 0 {
			continue
		}
		where := func(offset int) int { return 1 + strings.Count(text[:at[1]+offset], "\n") }
		for _, s := range selectCall.FindAllStringIndex(body[:end], -1) {
			list = append(list, fmt.Sprintf("line %d: select inside d_step: SPIN takes the first value only", where(s[0])))
		}
		for _, c := range opens.FindAllStringIndex(body[:end], -1) {
			if guards := guardsOf(body[c[1]:end]); overlap(guards) {
				list = append(list, fmt.Sprintf("line %d: a choice inside d_step: where several options are executable SPIN takes the first only, and misses what the others lead to", where(c[0])))
			}
		}
	}
	return list
}

var (
	dStep      = regexp.MustCompile(`\bd_step\s*\{`)
	selectCall = regexp.MustCompile(`\bselect\s*\(`)
	opens      = regexp.MustCompile(`\b(?:if|do)\s*::`)
	closes     = regexp.MustCompile(`\b(?:fi|od)\b`)
	guardEnd   = regexp.MustCompile(`->|;|\n|\{|::|\b(?:fi|od)\b`)
	always     = regexp.MustCompile(`^(?:true|1|skip|break|goto\s+\w+|printf\s*\(.*|[\w.\[\]]+\s*(?:\+\+|--|=[^=].*))$`)
	never      = regexp.MustCompile(`^(?:false|0)$`)
	comparison = regexp.MustCompile(`^([\w.\[\]]+)(==|!=|<=|>=|<|>)(-?\d+)$`)
	label      = regexp.MustCompile(`^\w+\s*:\s*`)
)

// closing is where the bracket that stands open before the text is closed, or -1.
func closing(text string, open, close rune) int {
	depth := 1
	for i, c := range text {
		switch c {
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// guardsOf are the guards of the options of a choice, of which the text begins
// after the first "::".
func guardsOf(text string) []string {
	guards := []string{guardAt(text)}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch {
		case at(opens, text, i) > 0:
			depth++
			i += at(opens, text, i) - 1 // its own first option is not one of ours
		case at(closes, text, i) > 0:
			if depth--; depth < 0 {
				return guards
			}
			i++
		case depth == 0 && strings.HasPrefix(text[i:], "::"):
			guards = append(guards, guardAt(text[i+2:]))
			i++
		}
	}
	return nil // not what SPIN takes for a choice
}

// at is how long a match is that begins at i, or 0.  A word begins where none goes on.
func at(expr *regexp.Regexp, text string, i int) int {
	if c := text[i]; c != 'i' && c != 'd' && c != 'f' && c != 'o' || i > 0 && wordByte(text[i-1]) {
		return 0
	}
	if m := expr.FindStringIndex(text[i:]); m != nil && m[0] == 0 {
		return m[1]
	}
	return 0
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// guardAt is the first statement of an option, without a label and brackets.
func guardAt(text string) string {
	text = strings.TrimLeft(text, " \t\n({")
	text = label.ReplaceAllString(text, "")
	if end := guardEnd.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	text = strings.TrimRight(strings.TrimSpace(text), " )")
	return text
}

// overlap tells whether two of the guards are surely executable in one state.
func overlap(guards []string) bool {
	var open []string
	free := false
	for _, g := range guards {
		if g == "else" || g == "timeout" || never.MatchString(g) {
			continue
		}
		open = append(open, g)
		free = free || always.MatchString(g)
	}
	if free && len(open) > 1 {
		return true
	}
	for k, g := range open {
		for _, h := range open[:k] {
			if meet(strings.ReplaceAll(g, " ", ""), strings.ReplaceAll(h, " ", "")) {
				return true
			}
		}
	}
	return false
}

// meet tells whether both guards hold in one state, for all that can be seen.
func meet(g, h string) bool {
	if g == h {
		return true
	}
	a, b := comparison.FindStringSubmatch(g), comparison.FindStringSubmatch(h)
	if a == nil || b == nil || a[1] != b[1] {
		return false
	}
	for _, value := range []int64{edge(a), edge(a) - 1, edge(a) + 1, edge(b), edge(b) - 1, edge(b) + 1} {
		if holds(a, value) && holds(b, value) {
			return true
		}
	}
	return false
}

// edge is the number that a comparison compares with.
func edge(m []string) int64 {
	n, err := strconv.ParseInt(m[3], 10, 32)
	if err != nil {
		return math.MaxInt32
	}
	return n
}

func holds(m []string, value int64) bool {
	switch n := edge(m); m[2] {
	case "==":
		return value == n
	case "!=":
		return value != n
	case "<":
		return value < n
	case "<=":
		return value <= n
	case ">":
		return value > n
	default:
		return value >= n
	}
}
