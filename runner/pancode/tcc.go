package pancode

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// MiscompiledByTcc tells whether tcc 0.9.27 may compile a condition of the verifier wrongly.  It reads && and || that a constant before
// them keeps from being evaluated without writing code.  Where one of these ends with a constant and is the first operand of another, as in
//
//	1 || ((x && 1) || y)
//
// it takes what follows for the code behind a jump, and leaves that out as well.
func (d Dir) MiscompiledByTcc() (bool, error) {
	moves, err := os.ReadFile(filepath.Join(string(d), "pan.m"))
	return miscompiled(string(moves)), err
}

func miscompiled(code string) bool {
	c := conditions{constants: map[string]value{}}
	for line := range strings.Lines(code) {
		if !strings.Contains(line, "&&") && !strings.Contains(line, "||") && strings.Count(line, "?") < 2 {
			continue
		}
		for c.code, c.at = line, 0; c.at < len(line); c.at++ { // on from a parenthesis that was not opened
			c.list(false)
		}
	}
	return c.found
}

// value is a set of what an expression may be when it is compiled.
type value int

const (
	variable value = 1 << iota
	no
	yes
	ended         // it is dead, and ends with a constant behind a variable
	constantValue = no | yes
)

func (v value) not() value { return v&^constantValue | v&no<<1 | v&yes>>1 }

// conditions reads C.  Each of its methods reads an expression and returns its value.  An expression is dead if a constant before it
// keeps it from being evaluated.
type conditions struct {
	code      string
	at        int
	constants map[string]value // of expressions
	found     bool             // such an expression
}

func (c *conditions) next(text string) bool {
	found := strings.HasPrefix(c.code[c.at:], text)
	if found {
		c.at += len(text)
	}
	return found
}

// list reads to the end of the parentheses.
func (c *conditions) list(dead bool) value {
	v := c.choice(dead)
	for c.at < len(c.code) && strings.IndexByte(",;:", c.code[c.at]) >= 0 {
		c.at++
		c.choice(dead)
		v = variable
	}
	return v
}

func (c *conditions) choice(dead bool) value {
	v := c.or(dead)
	if !c.next("?") {
		return v
	}
	a := c.choice(dead || v&no != 0)
	c.next(":")
	b := c.choice(dead || v&yes != 0)
	first, second := a&constantValue != 0, b&constantValue != 0
	c.found = c.found || (v|a|b)&ended != 0 || v&variable != 0 && (first && second || dead && (first || second))
	all := v & variable
	if v&yes != 0 {
		all |= a
	}
	if v&no != 0 {
		all |= b
	}
	return all
}

func (c *conditions) or(dead bool) value { return c.chain("||", yes, c.and, dead) }

func (c *conditions) and(dead bool) value { return c.chain("&&", no, c.operand, dead) }

// chain reads operands of an operator, of which one with the value decides suffices.
func (c *conditions) chain(operator string, decides value, operand func(dead bool) value, dead bool) value {
	v := operand(dead)
	for c.next(operator) {
		c.found = c.found || v&ended != 0
		w := operand(dead || v&decides != 0)
		all := (v|w)&decides | v&w
		if dead && (v&variable != 0 && w&decides.not() != 0 || w&ended != 0) {
			all |= ended
		}
		if v&^(decides|ended) != 0 && w&^(decides|ended) != 0 {
			all |= (v | w) & variable
		}
		v = all
	}
	return v
}

// operand reads an expression without && and || outside parentheses.
func (c *conditions) operand(dead bool) value {
	v := variable // of the last parentheses
	begin, groups := c.at, 0
	names, variables, ends, negated, other := false, false, false, false, false
	for c.at < len(c.code) && strings.IndexByte(")],;?:", c.code[c.at]) < 0 && !c.ahead("&&") && !c.ahead("||") {
		switch char := c.code[c.at]; {
		case char == '(' || char == '[':
			cast := c.ahead("(int)")
			c.at++
			v = c.list(dead)
			if !cast {
				groups++
				ends = ends || v&ended != 0
				variables = variables || v&constantValue == 0
			}
			other = other || cast || char == '['
		case char == '!' && groups == 0 && !other:
			negated = !negated
		case char == '"':
			c.quoted()
			names = true
		case char == '_' || char >= 'A' && char <= 'Z' || char >= 'a' && char <= 'z':
			names = true
		case char != ' ' && char != '\n':
			other = true
		}
		c.at = min(c.at+1, len(c.code))
	}
	text := c.code[begin:c.at]
	alone := groups == 1 && !names && !other
	c.found = c.found || ends && !alone
	switch {
	case alone && negated:
		return v.not()
	case alone:
		return v
	case names || variables || strings.TrimSpace(text) == "":
		return variable
	}
	known, found := c.constants[text]
	if !found {
		known = constantOf(text)
		c.constants[text] = known
	}
	return known
}

func (c *conditions) ahead(text string) bool { return strings.HasPrefix(c.code[c.at:], text) }

// quoted goes to the end of a string.
func (c *conditions) quoted() {
	for c.at++; c.at < len(c.code) && c.code[c.at] != '"'; c.at++ {
		if c.code[c.at] == '\\' {
			c.at++
		}
	}
}

// constantOf is the value of an expression without variables.
func constantOf(code string) value {
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, strings.ReplaceAll(code, "(int)", ""))
	switch {
	case err != nil || v.Value == nil:
		return constantValue
	case v.Value.Kind() == constant.Bool && constant.BoolVal(v.Value), v.Value.Kind() == constant.Int && constant.Sign(v.Value) != 0:
		return yes
	}
	return no
}
