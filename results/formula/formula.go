// Package formula evaluates safety formulas along a run of the Go program.
//
//	f, err := formula.Parse("[] (how_many_inside <= 1)")
//	if err != nil {
//		return err // not a safety formula
//	}
//	rest := formula.After(f, state) // what the rest of the run has to satisfy
//	if rest == formula.False {
//		fmt.Println("no continuation satisfies it")
//	}
//
// The symbols are those of the models (mxgen explain), and a symbol means in the program what
// it means in the model.  A formula is a safety formula if, with negations driven inwards, its
// operators are [] (always), W (weak until) and V (release).  Of these a false one is false
// after finitely many events; <> and U are about what happens in the end, which no finite run
// shows.
package formula

import (
	"slices"
	"strings"
)

// Formula is a formula in negation normal form.  Formulas with equal text are equal.
type Formula interface {
	text() string
	after(s *State) (Formula, error)
}

// True and False are the formulas that every run satisfies, and none.
var True, False Formula = constant(true), constant(false)

type (
	constant    bool
	atom        struct{ of expression } // about one state
	conjunction []Formula               // sorted, without repetition
	disjunction []Formula
	always      struct{ of Formula }
	weak        struct{ left, right Formula } // left until right, if ever
	release     struct{ left, right Formula } // right until and with left, if ever
)

func (c constant) text() string {
	if c {
		return "true"
	}
	return "false"
}
func (a atom) text() string        { return a.of.String() }
func (a conjunction) text() string { return "(" + joined(a, " && ") + ")" }
func (a disjunction) text() string { return "(" + joined(a, " || ") + ")" }
func (a always) text() string      { return "[] " + a.of.text() }
func (w weak) text() string        { return "(" + w.left.text() + " W " + w.right.text() + ")" }
func (r release) text() string     { return "(" + r.left.text() + " V " + r.right.text() + ")" }

func joined(of []Formula, by string) string {
	var parts []string
	for _, f := range of {
		parts = append(parts, f.text())
	}
	return strings.Join(parts, by)
}

// After returns what the run after a state has to satisfy for the formula to hold from that
// state on.  The error says that a variable has no value.
func After(f Formula, s *State) (Formula, error) { return f.after(s) }

func (c constant) after(*State) (Formula, error) { return c, nil }

func (a atom) after(s *State) (Formula, error) {
	value, err := a.of.value(s)
	return constant(value != 0), err
}

func (a conjunction) after(s *State) (Formula, error) {
	rest, err := afterAll(a, s)
	return and(rest...), err
}

func (a disjunction) after(s *State) (Formula, error) {
	rest, err := afterAll(a, s)
	return or(rest...), err
}

func afterAll(of []Formula, s *State) (rest []Formula, err error) {
	for _, f := range of {
		after, err := f.after(s)
		if err != nil {
			return nil, err
		}
		rest = append(rest, after)
	}
	return rest, nil
}

func (a always) after(s *State) (Formula, error) {
	now, err := a.of.after(s)
	if err != nil || now == True {
		return a, err
	}
	return and(now, a), nil
}

func (w weak) after(s *State) (Formula, error) {
	both, err := afterAll([]Formula{w.left, w.right}, s)
	if err != nil {
		return nil, err
	}
	return or(both[1], and(both[0], w)), nil
}

func (r release) after(s *State) (Formula, error) {
	both, err := afterAll([]Formula{r.left, r.right}, s)
	if err != nil {
		return nil, err
	}
	return and(both[1], or(both[0], r)), nil
}

// and is the conjunction, simplified.
func and(of ...Formula) Formula {
	return join(of, True, False, func(f Formula) []Formula { c, _ := f.(conjunction); return c }, func(f []Formula) Formula { return conjunction(f) })
}

// or is the disjunction, simplified.
func or(of ...Formula) Formula {
	return join(of, False, True, func(f Formula) []Formula { d, _ := f.(disjunction); return d }, func(f []Formula) Formula { return disjunction(f) })
}

// join joins formulas by an operator with a neutral and a dominant element.  Repetitions
// disappear, so that what a run has to satisfy stays small.
func join(of []Formula, neutral, dominant Formula, parts func(Formula) []Formula, made func([]Formula) Formula) Formula {
	known := map[string]Formula{}
	for _, f := range of {
		inner := parts(f)
		if inner == nil {
			inner = []Formula{f}
		}
		for _, g := range inner {
			text := g.text()
			if text == dominant.text() {
				return dominant
			}
			if text != neutral.text() {
				known[text] = g
			}
		}
	}
	var texts []string
	for text := range known {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	switch len(texts) {
	case 0:
		return neutral
	case 1:
		return known[texts[0]]
	}
	var sorted []Formula
	for _, text := range texts {
		sorted = append(sorted, known[text])
	}
	return made(sorted)
}
