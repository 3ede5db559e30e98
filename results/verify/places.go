package verify

import (
	"slices"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// withPlaces says of each step of the runs where the handler of its event stands: in the template, and in
// the generated model.  Runs that the result shares with the cache stay as they are.
func withPlaces(c config.Config, m *models.Model, r results.Result) results.Result {
	if r.Counterexample == nil || m == nil {
		return r
	}
	handlers := models.Handlers(c, m)
	placed := func(x results.Counterexample) results.Counterexample {
		x.Steps = slices.Clone(x.Steps)
		for k := range x.Steps {
			if h := models.HandlerOf(handlers, x.Steps[k].Event); h != nil {
				x.Steps[k].Place = &results.Place{
					File: "templates/" + h.Template.File, Line: h.Template.Line, Column: h.Template.Column,
					Statement: h.Statement, ModelLine: h.Line,
				}
			}
		}
		return x
	}
	first := placed(*r.Counterexample)
	r.Counterexample = &first
	r.Counterexamples = slices.Clone(r.Counterexamples)
	for k := range r.Counterexamples {
		r.Counterexamples[k] = placed(r.Counterexamples[k])
	}
	return r
}
