package models

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/templates"
)

// maxProcesses is the largest number of processes that SPIN allows, a never claim included.
const maxProcesses = 255

// Model is a rendered model together with what is needed to run it.
type Model struct {
	Source    []byte         // Promela, the same bytes for the same configuration
	Sites     map[int]string // line of an assertion -> name of the property that it checks
	Claims    []Claim        // its never claims, written as ltl formulas
	Processes int            // number of active processes, without the never claim
}

// Claim is one ltl formula of a model, which SPIN turns into a never claim.
type Claim struct {
	Name     string // name of the formula in the model: starvation_2
	Property string // property that it decides: starvation
	Node     int    // node that it is about, 0: no particular node
}

// Build selects one of a configuration's models.
type Build struct {
	// Property is what the model decides; empty: every safety property at once.
	Property string
	// Bare leaves out every property.  The bare model is compared with the Go implementation.
	Bare bool
	// Formula is a user's formula; the model decides it instead of a property.
	Formula *Formula
	// Count makes the model count, and decide only the bounds on the count.
	Count *Count
}

// Render makes the model that b selects.  The error is a *config.Error where the
// configuration has no such model.
func Render(c config.Config, b Build) (*Model, error) {
	own, err := templates.Own()
	if err != nil {
		return nil, err
	}
	return RenderWith(own, c, b)
}

// RenderWith is Render with other templates than this program's own.
func RenderWith(all *templates.Set, c config.Config, b Build) (*Model, error) {
	v, err := newView(c, b)
	if err != nil {
		return nil, err
	}
	if v.Liveness && v.Processes()+1 > maxProcesses {
		return nil, tooManyProcesses(v)
	}
	var out bytes.Buffer
	if err := all.Execute(&out, c.Algorithm, v); err != nil {
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

// tooManyProcesses is the refusal of a liveness model with more processes than SPIN
// allows.  It names the largest n that works.
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
