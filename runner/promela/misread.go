package promela

import "slices"

// Of a formula, SPIN 6.5.2 takes a temporal operator and the operand behind it for one value wherever arithmetic or a
// comparison follows, and puts a number of its own there: [] n != 5 is 333 != 5 for it.
var (
	comparing = []string{"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"}
	temporal  = []string{"always", "eventually", "next", "X"}
)

// Misread tells whether a formula has a temporal operator before an operand that arithmetic or a comparison follows, without
// parentheses.
func Misread(formula string) bool {
	tokens := parsed([]byte(formula))
	follows := func(k int, text string) bool { return k+1 < len(tokens) && tokens[k+1].is(text) }
	under := []bool{false} // by depth of parentheses: there is a temporal operator before the operand
	operand := true        // one is due
	for k := 0; k < len(tokens); k++ {
		top := len(under) - 1
		switch t := tokens[k]; {
		case operand && (t.is("[") && follows(k, "]") || t.is("<") && follows(k, ">")):
			under[top] = true
			k++
		case operand && t.Kind == Word && slices.Contains(temporal, t.Text) && !(follows(k, "[") && !follows(k+1, "]")): // no array
			under[top] = true
		case operand && (t.is("!") || t.is("-") || t.is("~")):
		case operand && t.is("("):
			under = append(under, false)
		case operand:
			operand = false
			k = operandEnd(tokens, k)
		case t.is(")"):
			if top > 0 {
				under = under[:top]
			}
		case t.Kind == Symbol && slices.Contains(comparing, t.Text):
			if under[top] {
				return true
			}
			operand = true
		default: // an operator of logic
			under[top], operand = false, true
		}
	}
	return false
}

// operandEnd is the index of the last token of the operand that begins at index k: a number, or a name with its indices, arguments,
// fields, label or contents of a channel.
func operandEnd(tokens []Token, k int) int {
	for k+1 < len(tokens) {
		shut := -1
		switch next := tokens[k+1]; {
		case next.is("("):
			shut = closing(tokens, k+1, "(", ")")
		case next.is("["):
			shut = closing(tokens, k+1, "[", "]")
		case next.is(".") || next.is(":") || next.is("@") || next.is("?") || next.is("??"):
			shut = k + 1
			if k+2 < len(tokens) && tokens[k+2].Kind == Word {
				shut++
			}
		}
		if shut < 0 {
			break
		}
		k = shut
	}
	return k
}
