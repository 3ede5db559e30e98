package compare

import (
	"bytes"
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
	generated := nearestBuild(a, c, edited)
	r.Checks = differingCheck(edited, generated, compared)
	r.Equal = r.Checks == nil
	if r.Equal {
		r.Difference = silentStep(silent, edited, generated)
		r.Equal = r.Difference == nil
	}
	if r.Equal && compared != nil {
		r.Undecided = differingCheck(edited, generated, nil)
		r.Equal = r.Undecided == nil
	}
	r.NotCompared = otherTypes(edited, generated)
	r.NotCompared = append(r.NotCompared, lostChoices(edited, generated)...)
	for _, f := range promela.Formulas(edited) {
		r.NotCompared = append(r.NotCompared, "ltl "+f.Name)
	}
	if promela.Mentions(edited, "never") {
		r.NotCompared = append(r.NotCompared, "never")
	}
	return nil
}

// nearestBuild is the generated model whose text is nearest to an edited one.
func nearestBuild(a *registry.Algorithm, c config.Config, edited []byte) (nearest []byte) {
	builds := []models.Build{{}, {Bare: true}}
	for _, p := range a.PropertiesOf(c) {
		builds = append(builds, models.Build{Property: p.Name})
	}
	least := -1
	for _, b := range builds {
		m, err := models.Render(c, b)
		if err != nil {
			continue // such as a liveness model of too many nodes
		}
		if n := differingLines(edited, m.Source); least < 0 || n < least {
			nearest, least = m.Source, n
		}
	}
	return nearest
}

// differingCheck is the first difference of an edited model to a generated one; nil: that one has the same checks.
func differingCheck(edited, generated []byte, compared []string) *CheckDifference {
	own, others := promela.Checks(edited, compared), promela.Checks(generated, compared)
	return firstOf(without(own, others), without(others, own))
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
		if line = strings.TrimSpace(line); strings.HasPrefix(line, ":: d_step {") && strings.HasSuffix(line, "}") {
			known[line] = true
		}
	}
	for _, s := range steps {
		line := ""
		if s.Line >= 1 && s.Line <= len(text) {
			line = strings.TrimSpace(text[s.Line-1])
		}
		if !known[line] {
			return &Difference{Only: "spin", Path: []string{}, Text: fmt.Sprintf("line %d: %q: a step that prints nothing and changes nothing is no event", s.Line, line)}
		}
	}
	return nil
}

// differingLines is how many lines of two texts only one of them has.
func differingLines(a, b []byte) int {
	count := map[string]int{}
	for line := range bytes.Lines(a) {
		count[string(line)]++
	}
	for line := range bytes.Lines(b) {
		count[string(line)]--
	}
	differ := 0
	for _, n := range count {
		differ += max(n, -n)
	}
	return differ
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

// firstOf is the first check that only the edited model has, beside the missing one that begins most like it.
func firstOf(only, missing []promela.Check) *CheckDifference {
	if len(only) == 0 && len(missing) == 0 {
		return nil
	}
	if len(only) == 0 {
		return &CheckDifference{Line: missing[0].Line, Generated: missing[0].Text}
	}
	d := &CheckDifference{Line: only[0].Line, Edited: only[0].Text}
	alike := -1
	for _, m := range missing {
		if n := commonPrefix(d.Edited, m.Text); n > alike {
			d.Generated, alike = m.Text, n
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
