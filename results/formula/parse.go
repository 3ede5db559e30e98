package formula

import (
	"fmt"
	"regexp"
	"strconv"
)

// token is one element of a formula; models.ParseFormula accepts no others.
var token = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\[\]|<>|<->|->|&&|\|\||==|!=|<=|>=|[!<>()+*.\[\]-]`)

// spelled has the operators that have two spellings.
var spelled = map[string]string{"always": "[]", "eventually": "<>", "until": "U", "weakuntil": "W", "release": "V",
	"implies": "->", "equivalent": "<->"}

// priority is that of SPIN's ltl formulas; all binary operators are left-associative.
var priority = map[string]int{"->": 1, "<->": 1, "||": 2, "&&": 3, "U": 5, "W": 5, "V": 5, "==": 7, "!=": 7,
	"<": 8, ">": 8, "<=": 8, ">=": 8, "+": 9, "-": 9, "*": 10}

// The operand of [] and <> reaches to the next operator that binds less than U.
const temporalOperand = 5

// tree is a formula as it is written.
type tree struct {
	operator    string // "" for an expression without temporal operators
	left, right *tree  // left is nil for prefix operators
	state       expression
}

// Parse reads a formula that models.ParseFormula has accepted.  The error says why it is
// not a safety formula.
func Parse(text string) (f Formula, err error) {
	p := &parser{tokens: token.FindAllString(text, -1)}
	defer func() {
		if bad, is := recover().(syntax); is {
			err = bad
		}
	}()
	t := p.binary(0)
	if p.peek() != "" {
		p.fail("%q cannot stand there", p.peek())
	}
	return normal(t, false)
}

type syntax struct{ error }

type parser struct{ tokens []string }

func (p *parser) fail(format string, arguments ...any) {
	panic(syntax{fmt.Errorf(format, arguments...)})
}

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	if other := spelled[p.tokens[0]]; other != "" {
		return other
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *parser) expect(want string) {
	if got := p.next(); got != want {
		p.fail("%q, where %q is due", got, want)
	}
}

// binary reads operands joined by operators of at least a priority.
func (p *parser) binary(least int) *tree {
	left := p.unary()
	for {
		operator := p.peek()
		of, is := priority[operator]
		if !is || of < least {
			return left
		}
		p.next()
		left = p.joined(operator, left, p.binary(of+1))
	}
}

// joined is an expression where both sides are one, a formula otherwise.
func (p *parser) joined(operator string, left, right *tree) *tree {
	temporal := operator == "U" || operator == "W" || operator == "V"
	if left.operator == "" && right.operator == "" && !temporal {
		return &tree{state: binary{operator, left.state, right.state}}
	}
	if priority[operator] > temporalOperand {
		p.fail("%q is about numbers, not about formulas with temporal operators", operator)
	}
	return &tree{operator: operator, left: left, right: right}
}

func (p *parser) unary() *tree {
	switch t := p.next(); {
	case t == "[]" || t == "<>":
		return &tree{operator: t, right: p.binary(temporalOperand)}
	case t == "!" || t == "-":
		of := p.unary()
		if of.operator == "" {
			return &tree{state: unary{t, of.state}}
		}
		if t == "-" {
			p.fail("- is about numbers, not about formulas with temporal operators")
		}
		return &tree{operator: "!", right: of}
	case t == "(":
		of := p.binary(0)
		p.expect(")")
		return of
	case t == "true", t == "false":
		return &tree{state: number(truth(t == "true"))}
	case t >= "0" && t < ":":
		n, err := strconv.Atoi(t)
		if err != nil {
			p.fail("%q is too large", t)
		}
		return &tree{state: number(n)}
	case t == "":
		p.fail("ends where something must follow")
	default:
		return &tree{state: p.name(t)}
	}
	return nil
}

// phases are the values of a variable that holds a phase.
var phases = map[string]number{"IDLE": 0, "WAIT": 1, "CS": 2}

// symbols are names that are not variables.
var symbols = map[string]bool{"N": true, "idle": true, "waiting": true, "inside": true, "may_enter": true,
	"how_many_inside": true, "somebody_waits": true, "network_empty": true}

func (p *parser) name(t string) expression {
	if n, is := phases[t]; is {
		return n
	}
	if symbols[t] {
		y := symbol{name: t}
		if p.peek() == "(" {
			p.next()
			y.of = p.number(")")
		}
		return y
	}
	v := variable{p.part(t)}
	for p.peek() == "." {
		p.next()
		v = append(v, p.part(p.next()))
	}
	return v
}

func (p *parser) part(name string) part {
	one := part{name: name}
	if p.peek() == "[" {
		p.next()
		one.index = p.number("]")
	}
	return one
}

// number reads an expression and what closes it.
func (p *parser) number(closed string) expression {
	t := p.binary(0)
	if t.operator != "" {
		p.fail("%q stands where a number is due", t.operator)
	}
	p.expect(closed)
	return t.state
}

// notSafety says that an operator is about what happens in the end.
func notSafety(operator string) error {
	return fmt.Errorf("not a safety formula: with negations driven inwards it has %s, of which a finite run does not show whether it is false", operator)
}

// normal is a formula, or its negation, in negation normal form.
func normal(t *tree, negated bool) (Formula, error) {
	if t.operator == "" {
		if negated {
			return atom{unary{"!", t.state}}, nil
		}
		return atom{t.state}, nil
	}
	if t.operator == "!" {
		return normal(t.right, !negated)
	}
	switch t.operator {
	case "->":
		return normal(&tree{operator: "||", left: &tree{operator: "!", right: t.left}, right: t.right}, negated)
	case "<->":
		both := &tree{operator: "&&", left: t.left, right: t.right}
		neither := &tree{operator: "&&", left: &tree{operator: "!", right: t.left}, right: &tree{operator: "!", right: t.right}}
		return normal(&tree{operator: "||", left: both, right: neither}, negated)
	case "[]", "<>":
		if (t.operator == "<>") != negated {
			return nil, notSafety("<>")
		}
		of, err := normal(t.right, negated)
		return always{of}, err
	case "U", "V", "W":
		return normalUntil(t, negated)
	}
	left, err := normal(t.left, negated)
	if err != nil {
		return nil, err
	}
	right, err := normal(t.right, negated)
	if err != nil {
		return nil, err
	}
	if (t.operator == "&&") != negated {
		return and(left, right), nil
	}
	return or(left, right), nil
}

// normalUntil: the negation of a U b is !a V !b; those of a V b and a W b are until-formulas.
func normalUntil(t *tree, negated bool) (Formula, error) {
	if (t.operator == "U") != negated {
		return nil, notSafety("U")
	}
	left, err := normal(t.left, negated)
	if err != nil {
		return nil, err
	}
	right, err := normal(t.right, negated)
	if t.operator == "W" {
		return weak{left, right}, err
	}
	return release{left, right}, err
}
