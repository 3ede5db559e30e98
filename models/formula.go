package models

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

// Formula is a named formula of linear temporal logic over a model's symbols.
type Formula struct {
	Name string
	Text string
}

// Symbols are the macros of every model that a user's formula may use, with
// what they say.  The variables of a model may be used as well.
var Symbols = [][2]string{
	{"idle(i)", "node i neither wants nor has the critical section"},
	{"waiting(i)", "node i wants the critical section"},
	{"inside(i)", "node i is in its critical section"},
	{"may_enter(i)", "node i can enter"},
	{"how_many_inside", "number of nodes in their critical section"},
	{"somebody_waits", "some node wants the critical section"},
	{"network_empty", "no message is under way"},
}

// token is one lexical element of a formula.  The list is closed: a formula is
// pasted into the model, where anything else (a brace, c_code, a quote) could
// end it and run what it likes.
var token = regexp.MustCompile(`^(?:\s+|[A-Za-z_][A-Za-z0-9_]*|[0-9]{1,9}\b|\[\]|<>|<->|->|&&|\|\||==|!=|<=|>=|[!<>()+*.\[\]-])`)

var formulaName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// operators are words of the logic; X is missing since a stutter may precede any step.
var operators = []string{"U", "W", "V", "always", "eventually", "until", "weakuntil", "release", "implies", "equivalent", "true", "false"}

// maxFormula bounds the text of a formula, and so SPIN's work in translating it.
const maxFormula = 1000

// node finds where a formula names a node or a slot: waiting(2), next[2].
var node = regexp.MustCompile(`[A-Za-z_]\w*\s*[(\[]\s*([0-9]+)\s*[)\]]`)

// ParseFormula reads NAME=FORMULA over the symbols and variables of the
// configuration's model.  The error is a *config.Error.
func ParseFormula(c config.Config, text string) (Formula, error) {
	name, formula, hasFormula := strings.Cut(text, "=")
	f := Formula{Name: strings.TrimSpace(name), Text: strings.TrimSpace(formula)}
	if len(f.Text) <= maxFormula {
		f.Text = strings.Join(strings.Fields(f.Text), " ") // it must stay on its line
	}
	bad := func(reason, remedy string) (Formula, error) {
		return Formula{}, &config.Error{Operand: "ltl " + clip(f.Name), Reason: reason, Remedy: remedy}
	}
	switch {
	case !hasFormula || f.Text == "":
		return bad("no formula", "write NAME=FORMULA, such as served='[] (waiting(1) -> <> inside(1))'")
	case !formulaName.MatchString(f.Name) || strings.HasPrefix(f.Name, "starvation_") || strings.HasPrefix(f.Name, "never_enters_"):
		return bad("not a name for a formula", "needs small letters, digits and _, and not starvation_ or never_enters_ in front")
	case len(f.Text) > maxFormula:
		return bad(fmt.Sprintf("longer than %d characters", maxFormula), "")
	}
	if taken, err := nameTaken(c, f.Name); err != nil {
		return Formula{}, err
	} else if taken != "" {
		return bad("the name is "+taken, "choose another")
	}
	known := append(slices.Clone(operators), "IDLE", "WAIT", "CS", "N")
	variables, shifted, err := readableVariables(c)
	if err != nil {
		return Formula{}, err
	}
	known = append(known, variables...)
	for _, s := range Symbols {
		word, _, _ := strings.Cut(s[0], "(")
		known = append(known, word)
	}
	for rest := f.Text; rest != ""; {
		t := token.FindString(rest)
		switch {
		case t == "":
			return bad(fmt.Sprintf("%.20q is no part of a formula", rest), "see explain for the symbols")
		case slices.Contains(shifted, t):
			return bad(shiftedNumber(t))
		case t == "X":
			return bad("X (next) is not supported", "say it without: a step of another node may come between any two")
		case isWord(t) && !slices.Contains(known, t):
			return bad(fmt.Sprintf("%q is not a symbol of the model", t), config.ThereAre(t, known))
		case isWord(t) && ofNodes(t) && !strings.HasPrefix(strings.TrimSpace(rest[len(t):]), "("):
			return bad(fmt.Sprintf("%q is about a node", t), "write "+t+"(1)")
		}
		rest = rest[len(t):]
	}
	if why := ungrammatical(f.Text); why != "" {
		return bad(why, "write it as [] (waiting(1) -> <> inside(1))")
	}
	for _, m := range node.FindAllStringSubmatch(f.Text, -1) {
		if i, err := strconv.Atoi(m[1]); err != nil || i < 1 || i > c.N {
			return bad(fmt.Sprintf("%s is out of range", m[0]), fmt.Sprintf("nodes are 1 to %d", c.N))
		}
	}
	return f, nil
}

// keywords are words of Promela and of its formulas in small letters.
var keywords = strings.Fields(`active always assert atomic bit bool break byte chan do else empty enabled equivalent
	eval eventually false fi for full goto hidden if implies in init inline int len local ltl mtype nempty never next
	nfull notrace od of pid printf printm priority proctype provided release return run select short show skip
	stronguntil timeout trace true typedef unless unsigned until weakuntil xr xs`)

// defined finds the names that a model defines, its variables aside.
var defined = regexp.MustCompile(`(?m)^(?:#define|inline|active proctype) (\w+)`)

// nameTaken says what else has the name that a formula is to have, "" if
// nothing has.
func nameTaken(c config.Config, name string) (string, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return "", err
	}
	if _, err := a.Property(c, strings.ReplaceAll(name, "_", "-")); err == nil {
		return "that of a property", nil
	}
	if slices.Contains(keywords, name) {
		return "a word of Promela", nil
	}
	variables, err := Variables(c)
	if err != nil {
		return "", err
	}
	m, err := Render(c, Build{Formula: &Formula{Name: "formula", Text: "true"}})
	if err != nil {
		return "", err
	}
	for _, d := range defined.FindAllSubmatch(m.Source, -1) {
		variables = append(variables, string(d[1]))
	}
	if slices.Contains(variables, name) {
		return "a symbol of the model", nil
	}
	return "", nil
}

// declaration finds the global variables and typedef fields of a model.
var declaration = regexp.MustCompile(`(?m)^\t?(?:mtype|byte|bool|short|int|[A-Z]\w+) (\w+)(?:\[[^\]]*\])?(?:;| = |$)`)

// Variables returns the names of the variables of a configuration's model.
func Variables(c config.Config) ([]string, error) {
	m, err := Render(c, Build{Bare: true})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range declaration.FindAllSubmatch(m.Source, -1) {
		names = append(names, string(d[1]))
	}
	return names, nil
}

// ofNodes reports whether a symbol takes a node.
func ofNodes(name string) bool {
	return slices.ContainsFunc(Symbols, func(s [2]string) bool { return strings.HasPrefix(s[0], name+"(") })
}

var (
	prefixes = []string{"!", "-", "[]", "<>", "always", "eventually"}
	infixes  = []string{"&&", "||", "->", "<->", "U", "W", "V", "until", "weakuntil", "release", "implies", "equivalent",
		"==", "!=", "<", ">", "<=", ">=", "+", "-", "*"}
)

// ungrammatical says what is wrong with the order of a formula's elements, ""
// if nothing is: operands and infix operators alternate, what opens is closed.
func ungrammatical(text string) string {
	var open []string // what closes it
	operand := true   // one is wanted
	previous := ""
	temporal := []bool{false} // by depth: [] or <> stands before the operand
	for rest := text; rest != ""; {
		t := token.FindString(rest)
		rest = rest[len(t):]
		if t = strings.TrimSpace(t); t == "" {
			continue
		}
		switch top := len(open); {
		case operand && t == "(":
			open, temporal = append(open, ")"), append(temporal, false)
		case operand && slices.Contains(prefixes, t):
			temporal[top] = temporal[top] || t != "!" && t != "-"
		case operand && (isNumber(t) || isWord(t) && !slices.Contains(infixes, t)):
			operand = false
		case !operand && (t == "(" || t == "[") && isWord(previous):
			open, temporal, operand = append(open, map[string]string{"(": ")", "[": "]"}[t]), append(temporal, false), true
		case !operand && t == "." && previous == "]":
			operand = true
		case !operand && slices.Contains(infixes, t):
			if strings.ContainsAny(t[:1], "=!<>+*-") && t != "<->" && t != "->" {
				if temporal[top] {
					return fmt.Sprintf("what stands behind [] or <> needs parentheses before %q: SPIN reads [] n %s 5 as ([] n) %s 5", t, t, t)
				}
			} else {
				temporal[top] = false
			}
			operand = true
		case !operand && len(open) > 0 && t == open[len(open)-1]:
			open, temporal = open[:len(open)-1], temporal[:len(open)]
		default:
			return fmt.Sprintf("%q cannot stand behind %q", t, previous)
		}
		previous = t
	}
	switch {
	case operand:
		return fmt.Sprintf("ends behind %q, where something must follow", previous)
	case len(open) > 0:
		return fmt.Sprintf("a %q is missing at the end", open[len(open)-1])
	}
	return ""
}

func isNumber(t string) bool {
	_, err := strconv.Atoi(t)
	return err == nil
}

func isWord(t string) bool {
	_, err := strconv.Atoi(t)
	return err != nil && (t[0] == '_' || t[0] >= 'A' && t[0] <= 'Z' || t[0] >= 'a' && t[0] <= 'z')
}
