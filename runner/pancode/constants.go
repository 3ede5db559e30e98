package pancode

import (
	"os"
	"path/filepath"
	"strings"
)

// ConstantConditions tells whether a condition of the verifier has && or || (or ?:) beside an operand without a variable, such as
// 1 || (x && y).  tcc 0.9.27 miscompiles some of these: it leaves out a jump.
func (d Dir) ConstantConditions() (bool, error) {
	moves, err := os.ReadFile(filepath.Join(string(d), "pan.m"))
	return hasConstantOperand(string(moves)), err
}

func hasConstantOperand(code string) bool {
	for k := 0; k+1 < len(code); k++ {
		operator := code[k : k+2]
		switch {
		case operator == "&&" || operator == "||":
			if constantBefore(code[:k]) || constantBehind(code[k+2:]) {
				return true
			}
			k++
		case code[k] == '?' && strings.HasSuffix(strings.TrimRight(code[:k], " "), ")"):
			if constantBefore(code[:k]) {
				return true
			}
		}
	}
	return false
}

// constantBefore tells whether the operand at the end of code, which SPIN has put into parentheses unless it is a single number, has no
// variable.
func constantBefore(code string) bool {
	code = strings.TrimRight(code, " ")
	if strings.HasSuffix(code, ")") {
		depth := 0
		for k := len(code) - 1; k >= 0; k-- {
			switch code[k] {
			case ')':
				depth++
			case '(':
				if depth--; depth == 0 {
					return constant(code[k:]) && (k == 0 || !isName(code[k-1]))
				}
			}
		}
		return false
	}
	number := strings.TrimRight(code, "0123456789")
	return len(number) < len(code) && strings.HasSuffix(strings.TrimRight(number, " !"), "(")
}

// constantBehind is the same of the operand with which code begins.
func constantBehind(code string) bool {
	code = strings.TrimLeft(code, " !")
	if strings.HasPrefix(code, "(") {
		depth := 0
		for k := range len(code) {
			switch code[k] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return constant(code[:k+1])
				}
			}
		}
		return false
	}
	rest := strings.TrimLeft(code, "0123456789")
	return len(rest) < len(code) && strings.HasPrefix(strings.TrimLeft(rest, " "), ")")
}

// constant tells whether an expression has no name, but for casts to int.
func constant(expression string) bool {
	return !strings.ContainsFunc(strings.ReplaceAll(expression, "(int)", ""), func(c rune) bool { return c < 128 && isName(byte(c)) && (c < '0' || c > '9') })
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
