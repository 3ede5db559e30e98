package compare

import (
	"slices"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner/promela"
)

// CheckDifference is a check of an edited model that the generated one does not have, or the other way round: an
// assertion, or a macro that assertions are made of and that is no property whose meaning is compared.  Its text
// differs; whether it means the same is not known.
type CheckDifference struct {
	Line      int    `json:"line"`                // of the edited model, or, where it has no such check, of the generated one
	Edited    string `json:"edited,omitempty"`    // "": it has no such check
	Generated string `json:"generated,omitempty"` // "": it has no such check
}

// compareChecks compares the checks of an edited model with those of the generated ones, apart from the properties
// whose meaning was compared, and notes the result: Equal becomes false if there is a difference.
func compareChecks(c config.Config, edited []byte, r *Comparison) error {
	if edited == nil || !r.Equal {
		return nil
	}
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return err
	}
	var compared []string
	if r.Properties != nil {
		for _, p := range a.PropertiesOf(c) {
			if slices.Contains(r.Properties.Names, p.Name) {
				compared = append(compared, p.Symbol())
			}
		}
	}
	r.Checks = differingCheck(a, c, edited, compared)
	r.Equal = r.Checks == nil
	for _, f := range promela.Formulas(edited) {
		r.NotCompared = append(r.NotCompared, "ltl "+f.Name)
	}
	if promela.Mentions(edited, "never") {
		r.NotCompared = append(r.NotCompared, "never")
	}
	return nil
}

// differingCheck is the first difference of an edited model to that generated one which has the most in common with it;
// nil: one has the same checks.
func differingCheck(a *registry.Algorithm, c config.Config, edited []byte, compared []string) *CheckDifference {
	builds := []models.Build{{}, {Bare: true}}
	for _, p := range a.PropertiesOf(c) {
		builds = append(builds, models.Build{Property: p.Name})
	}
	own := promela.Checks(edited, compared)
	var best *CheckDifference
	least := -1
	for _, b := range builds {
		m, err := models.Render(c, b)
		if err != nil {
			continue // such as a liveness model of too many nodes
		}
		generated := promela.Checks(m.Source, compared)
		only, missing := without(own, generated), without(generated, own)
		if n := len(only) + len(missing); least < 0 || n < least {
			best, least = firstOf(only, missing), n
		}
	}
	return best
}

// without are the checks of one model that another one does not have.
func without(all, other []promela.Check) []promela.Check {
	var texts []string
	for _, c := range other {
		texts = append(texts, c.Text)
	}
	return slices.DeleteFunc(slices.Clone(all), func(c promela.Check) bool {
		k := slices.Index(texts, c.Text)
		if k >= 0 {
			texts = slices.Delete(texts, k, k+1) // each counts once
		}
		return k >= 0
	})
}

func firstOf(only, missing []promela.Check) *CheckDifference {
	switch {
	case len(only) > 0 && len(missing) > 0:
		return &CheckDifference{only[0].Line, only[0].Text, missing[0].Text}
	case len(only) > 0:
		return &CheckDifference{Line: only[0].Line, Edited: only[0].Text}
	case len(missing) > 0:
		return &CheckDifference{Line: missing[0].Line, Generated: missing[0].Text}
	}
	return nil
}
