package promela

import (
	"strconv"
	"strings"
)

// Printed are the format and the arguments of a printf, whose tokens after the word these are.
func Printed(tokens []Token) (format string, arguments []string) {
	var all []Token
	for _, t := range tokens {
		if !t.skipped() {
			all = append(all, t)
		}
		if t.is(";") || t.is("}") {
			break
		}
	}
	end := closedBy(all, 0, "(", ")")
	if end < 3 || !all[0].is("(") {
		return "", nil
	}
	format = strings.TrimSuffix(strings.Trim(all[1].Text, `"`), `\n`)
	depth, from := 0, 3
	for k := 3; k < end; k++ {
		switch t := all[k]; {
		case depth == 0 && t.is(",") || k == end-1:
			arguments = append(arguments, joined(all[from:k]))
			from = k + 1
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		}
	}
	return format, arguments
}

// Formatted is the line that a printf of a format prints with numbers for its conversions by %d; others stay as they are.
func Formatted(format string, numbers []int) string {
	for _, n := range numbers {
		format = strings.Replace(format, "%d", strconv.Itoa(n), 1)
	}
	return format
}
