package promela

import (
	"fmt"
	"strings"
)

// Formula is an ltl formula in a preprocessed model.
type Formula struct {
	Name string // SPIN's if the model gives it none: ltl_0, ltl_1 ...
	Text string
	Next bool // it has the operator X
}

// Formulas are the ltl formulas of a preprocessed model, in its order.
func Formulas(text []byte) []Formula {
	var all []Formula
	eachFormula(text, func(f Formula, _ []Token, _ bool) { all = append(all, f) }, func(Token) {})
	return all
}

// WithoutFormulas returns a preprocessed model without the formulas with these names.  All else keeps its line,
// and the other formulas keep their names.
func WithoutFormulas(text []byte, drop map[string]bool) []byte {
	var out strings.Builder
	eachFormula(text, func(f Formula, tokens []Token, named bool) {
		for k, t := range tokens {
			switch {
			case drop[f.Name]:
				out.WriteString(strings.Repeat("\n", strings.Count(t.Text, "\n")))
			case k == 0 && !named:
				out.WriteString(t.Text + " " + f.Name)
			default:
				out.WriteString(t.Text)
			}
		}
	}, func(t Token) { out.WriteString(t.Text) })
	return []byte(out.String())
}

// eachFormula calls formula with each formula of a text and with its tokens, and other with each token between.
func eachFormula(text []byte, formula func(f Formula, tokens []Token, named bool), other func(Token)) {
	var tokens []Token // of a formula, nil outside of one
	depth, unnamed := 0, 0
	for t := range Tokens(text) {
		switch {
		case tokens == nil && !t.is("ltl"):
			other(t)
			continue
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		}
		if tokens = append(tokens, t); depth > 0 || !t.is("}") {
			continue
		}
		f, named := formulaOf(tokens)
		if !named {
			f.Name = fmt.Sprintf("ltl_%d", unnamed)
			unnamed++
		}
		formula(f, tokens, named)
		tokens = nil
	}
	for _, t := range tokens {
		other(t)
	}
}

// formulaOf reads the tokens of "ltl NAME { ... }".
func formulaOf(tokens []Token) (f Formula, named bool) {
	var body strings.Builder
	open := false
	for _, t := range tokens[1:] {
		switch {
		case !open && t.is("{"):
			open = true
		case !open && t.Kind == Word:
			f.Name, named = t.Text, true
		case open && t.skipped():
			body.WriteByte(' ')
		case open:
			f.Next = f.Next || t.is("X") || t.is("next")
			body.WriteString(t.Text)
		}
	}
	f.Text = strings.Join(strings.Fields(strings.TrimSuffix(body.String(), "}")), " ")
	return f, named
}
