package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/promela"
)

// CheckDifference is a check of an edited model that the generated one does not have, or the other way round: an
// assertion, or a macro that assertions are made of and that is no property whose meaning is compared.  Its text
// differs; whether it means the same is not known.
type CheckDifference struct {
	Line      int    `json:"line"`                // of the edited model, or, where it has no such check, of the generated one
	Edited    string `json:"edited,omitempty"`    // "": it has no such check
	Generated string `json:"generated,omitempty"` // "": it has no such check
	Process   string `json:"process,omitempty"`   // the process type of the edited model's check, or, where it has none, of the generated one's
	Elsewhere string `json:"elsewhere,omitempty"` // the process type of the generated model's check, where that is another one
	Step      bool   `json:"step,omitempty"`      // it is a step of a process, of a model for which it matters which process takes a step
}

// compareChecks compares the checks of an edited model with those of the generated ones, apart from the properties
// whose meaning was compared, and notes the result: Equal becomes false if there is a difference, or if one of the silent
// steps, which do and print nothing, is not in the generated model, or if a property is written otherwise and no state told.
func compareChecks(c config.Config, edited []byte, silent []pancode.Statement, r *Comparison) error {
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
	generated, build, err := builtAs(c, edited)
	if err != nil {
		return err
	}
	if r.Difference = silentStep(silent, edited, generated); r.Difference == nil {
		r.Checks = differingCheck(edited, generated, compared)
	}
	r.Equal = r.Difference == nil && r.Checks == nil
	if r.Equal && compared != nil {
		r.Undecided = differingCheck(edited, generated, nil)
		r.Equal = r.Undecided == nil
	}
	if r.Equal && !safety(c, build) {
		r.Undecided = differingStep(edited, generated)
		r.Equal = r.Undecided == nil
	}
	r.NotCompared = otherTypes(edited, generated)
	r.NotCompared = append(r.NotCompared, lostChoices(edited, generated)...)
	for _, check := range addedFormulas(edited, generated) {
		r.NotCompared = append(r.NotCompared, "ltl "+check.Formula)
	}
	if build.Bare {
		r.NotCompared = append(r.NotCompared, "properties: the model checks none")
	}
	if promela.Mentions(edited, "never") {
		r.NotCompared = append(r.NotCompared, "never")
	}
	return nil
}

// differingCheck is the first difference of an edited model to a generated one; nil: that one has the same checks.
func differingCheck(edited, generated []byte, compared []string) *CheckDifference {
	var added []string
	for _, c := range addedFormulas(edited, generated) {
		added = append(added, c.Formula)
	}
	own, others := promela.Checks(edited, compared, added), promela.Checks(generated, compared, nil)
	return firstOf(without(own, others), without(others, own))
}

// safety tells whether a build is about safety alone: it does not matter which process takes a step.
func safety(c config.Config, build models.Build) bool {
	if build.Formula != nil {
		return false
	}
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil || build.Property == "" {
		return true
	}
	return slices.ContainsFunc(a.PropertiesOf(c), func(p registry.Property) bool { return p.Name == build.Property && p.Kind.Safety() })
}

// differingStep is the first option of a process of an edited model that this process does not have in the generated one, or the
// other way round.
func differingStep(edited, generated []byte) *CheckDifference {
	own, others := promela.Options(edited), promela.Options(generated)
	d := firstOf(without(own, others), without(others, own))
	if d != nil {
		d.Step = true
	}
	return d
}

// addedFormulas are the formulas of an edited model whose names no formula of the generated one has.
func addedFormulas(edited, generated []byte) []promela.Check {
	formulas := func(text []byte) []promela.Check {
		return slices.DeleteFunc(promela.Checks(text, nil, nil), func(c promela.Check) bool { return c.Formula == "" })
	}
	known := formulas(generated)
	return slices.DeleteFunc(formulas(edited), func(c promela.Check) bool {
		return slices.ContainsFunc(known, func(k promela.Check) bool { return k.Formula == c.Formula })
	})
}

// otherTypes are the variables of an edited model whose types are not those of the generated one: the graphs have the
// same values, but others might not fit.
func otherTypes(edited, generated []byte) (all []string) {
	types := map[string]string{}
	for _, d := range promela.Declarations(generated) {
		types[d.Name] = d.Type
	}
	for _, d := range promela.Declarations(edited) {
		if own := types[d.Name]; own != "" && own != d.Type {
			all = append(all, fmt.Sprintf("the type of %s, %s in line %d and %s in the generated model", d.Name, d.Type, d.Line, own))
		}
	}
	return all
}

// lostChoices are the options of choices in d_step sequences that an edited model alone has and that SPIN never takes.
func lostChoices(edited, generated []byte) (all []string) {
	known := map[string]bool{}
	for _, c := range promela.LostChoices(generated, promela.InlinesOf(generated)) {
		known[c.Text] = true
	}
	for _, c := range promela.LostChoices(edited, promela.InlinesOf(edited)) {
		if !known[c.Text] {
			all = append(all, fmt.Sprintf("line %d: %s", c.Line, c.Text))
		}
	}
	return all
}

// silentStep is a step of an edited model that prints nothing and changes nothing, nil if it has none.  Those of a generated
// model are a client that stays idle, and assertions.
func silentStep(steps []pancode.Statement, edited, generated []byte) *Difference {
	known, text := map[string]bool{}, strings.Split(string(edited), "\n")
	for line := range strings.Lines(string(generated)) {
		if line = promela.Joined([]byte(line)); strings.HasPrefix(line, ":: d_step {") && strings.HasSuffix(line, "}") {
			known[line] = true
		}
	}
	for _, s := range steps {
		line := ""
		if s.Line >= 1 && s.Line <= len(text) {
			line = text[s.Line-1]
		}
		if !known[promela.Joined([]byte(line))] {
			return &Difference{Only: "spin", Path: []string{}, Text: fmt.Sprintf("line %d: %q: a step that prints nothing and changes nothing is no event", s.Line, strings.TrimSpace(line))}
		}
	}
	return nil
}

// without are the checks of one model that another one does not have.
func without(all, other []promela.Check) []promela.Check {
	other = slices.Clone(other)
	return slices.DeleteFunc(slices.Clone(all), func(c promela.Check) bool {
		k := slices.IndexFunc(other, c.Same)
		if k >= 0 {
			other = slices.Delete(other, k, k+1) // each counts once
		}
		return k >= 0
	})
}

// firstOf is the first check that only the edited model has, beside the missing one that begins most like it.
func firstOf(only, missing []promela.Check) *CheckDifference {
	if len(only) == 0 && len(missing) == 0 {
		return nil
	}
	if len(only) == 0 {
		return &CheckDifference{Line: missing[0].Line, Generated: missing[0].Text, Process: missing[0].Process}
	}
	d := &CheckDifference{Line: only[0].Line, Edited: only[0].Text, Process: only[0].Process}
	alike := -1
	for _, m := range missing {
		if n := commonPrefix(d.Edited, m.Text); n > alike {
			d.Generated, d.Elsewhere, alike = m.Text, "", n
			if m.Process != d.Process {
				d.Elsewhere = m.Process
			}
		}
	}
	return d
}

// commonPrefix is how many bytes two texts have in common at their beginning.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
