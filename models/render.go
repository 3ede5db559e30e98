package models

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/templates"
)

// maxProcesses is what SPIN allows, the process of a never claim included.
const maxProcesses = 255

// Model is a rendered model together with what a driver must know of it.
type Model struct {
	Source    []byte         // Promela, the same bytes for the same configuration
	Sites     map[int]string // line of an assertion -> name of the property that it decides
	Claims    []Claim        // its ltl formulas
	Processes int            // active ones, without a never claim's
}

// Claim is one ltl formula of a model.
type Claim struct {
	Name     string // of the formula in the model: starvation_2
	Property string // that it decides: starvation
	Node     int    // whom it is about, 0: nobody in particular
}

// Build says which model of a configuration is wanted.
type Build struct {
	// Property is what the model decides; empty: every safety property at once.
	Property string
	// Bare leaves out every property: what is compared with the program.
	Bare bool
	// Formula is a user's own, which then is what the model decides.
	Formula *Formula
	// Count is what the model counts, which then is all that it decides.
	Count *Count
}

// Render makes the model that b asks for.  The error is a *config.Error where
// the user asked for what cannot be.
func Render(c config.Config, b Build) (*Model, error) {
	v, err := newView(c, b)
	if err != nil {
		return nil, err
	}
	if v.Liveness && v.Processes()+1 > maxProcesses {
		return nil, tooManyProcesses(v)
	}
	var out bytes.Buffer
	if err := templates.Execute(&out, c.Algorithm, v); err != nil {
		return nil, err
	}
	source, err := seed(out.Bytes(), v)
	if err != nil {
		return nil, err
	}
	m := &Model{Source: source, Sites: sites(source, v), Processes: v.Processes()}
	for _, f := range v.Formulas {
		m.Claims = append(m.Claims, f.Claim)
	}
	return m, nil
}

// tooManyProcesses says how far liveness goes in such a configuration.
func tooManyProcesses(v View) error {
	needs := v.Processes()
	smaller := v
	for smaller.N > 1 && smaller.Processes()+1 > maxProcesses {
		smaller.N--
		smaller.Edges = slices.DeleteFunc(slices.Clone(v.Edges), func(e config.Edge) bool { return e[1] > smaller.N })
	}
	return &config.Error{
		Operand: fmt.Sprintf("%s: n %d", v.Algorithm.Name, v.N),
		Reason:  fmt.Sprintf("liveness takes %d processes and a claim, SPIN has %d", needs, maxProcesses),
		Remedy:  fmt.Sprintf("needs at most n %d; the safety properties take two processes for any n", smaller.N),
	}
}
