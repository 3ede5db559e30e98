package replay

import (
	"errors"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/results/formula"
)

// formulas are safety formulas of a user's that are evaluated along a run.
type formulas struct {
	normal *reference.System // whose states formulas read
	names  []string
	all    []formula.Formula
	err    error // why one could not be evaluated
}

// parseFormulas reads formulas NAME=FORMULA.  It refuses what a finite run does not decide.
func parseFormulas(c config.Config, texts []string) (*formulas, error) {
	sys, err := algorithms.New(c)
	if err != nil {
		return nil, err
	}
	out := &formulas{normal: sys}
	s := formula.NewState(sys)
	s.Set(sys.World())
	for _, text := range texts {
		parsed, err := models.ParseFormula(c, text)
		if err != nil {
			return nil, err
		}
		f, err := formula.Parse(parsed.Text)
		if err != nil {
			return nil, &config.Error{Operand: "ltl " + parsed.Name, Reason: err.Error(), Remedy: "verify --ltl decides it for all runs"}
		}
		if _, err := formula.After(f, s); err != nil {
			return nil, &config.Error{Operand: "ltl " + parsed.Name, Reason: err.Error(), Remedy: "see explain for the symbols"}
		}
		out.names, out.all = append(out.names, parsed.Name), append(out.all, f)
	}
	return out, nil
}

// properties are the formulas as properties of a run that begins now.
func (f *formulas) properties(*reference.System) (all []reference.Property) {
	s := formula.NewState(f.normal)
	initial := f.normal.World()
	for k, rest := range f.all {
		first := true
		all = append(all, reference.Property{Name: f.names[k], State: func(w *reference.World) error {
			if first {
				first = false
				s.Set(initial)
				if rest = f.after(rest, s); rest == formula.False {
					return errors.New("it is false in the initial state")
				}
			}
			s.Set(w)
			if rest = f.after(rest, s); rest == formula.False {
				return errors.New("no continuation of the run satisfies it")
			}
			return nil
		}})
	}
	return all
}

func (f *formulas) after(of formula.Formula, s *formula.State) formula.Formula {
	rest, err := formula.After(of, s)
	if err != nil {
		f.err = &config.Error{Operand: "ltl", Reason: err.Error(), Remedy: "let it read what has a value in every state"}
		return formula.True
	}
	return rest
}
