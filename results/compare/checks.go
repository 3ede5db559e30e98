package compare

import (
	"fmt"
	"regexp"
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
	Property  string `json:"property,omitempty"`  // it is asserted by the same text, and fails in other steps, which no run reaches
	Step      bool   `json:"step,omitempty"`      // it is a step of a process, of a model for which it matters which process takes a step
}

// compareChecks compares the checks of an edited model with those of the generated ones, apart from the properties
// whose meaning was compared, and notes the result: Equal becomes false if there is a difference, or if one of the silent
// steps, which do and print nothing, is not in the generated model, or if a property is written otherwise and no state told.
func compareChecks(c config.Config, edited []byte, silent []pancode.Statement, r *Comparison) error {
	if edited == nil || !r.Equal && !onlyOverflow(r) {
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
	if onlyOverflow(r) {
		if differingCheck(edited, generated, nil) == nil {
			r.Undecided = asserted(edited, r.Properties.Difference.Property)
		}
		return nil
	}
	if r.Difference = silentStep(silent, edited, generated); r.Difference == nil {
		r.Checks = differingCheck(edited, generated, compared)
	}
	if d := r.Checks; d != nil && !safety(c, build) && d.label() { // the processes are others
		if step := differingStep(edited, generated); step != nil {
			r.Checks, r.Undecided, r.Equal = nil, step, false
			return nil
		}
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

// onlyOverflow tells whether nothing differs but no-overflow, and that in a step from a state that no run reaches.
func onlyOverflow(r *Comparison) bool {
	return r.Properties != nil && r.Properties.Difference != nil && r.Properties.Difference.Generated && !r.Properties.Difference.Reached
}

// asserted is the first assertion of a property of steps.
func asserted(text []byte, property string) *CheckDifference {
	macro := "assert_" + strings.ReplaceAll(property, "-", "_") + "("
	for _, c := range promela.Checks(text, nil, nil) {
		if strings.HasPrefix(c.Text, macro) && c.Process == "" && !strings.Contains(c.Text, ") assert(") {
			return &CheckDifference{Line: c.Line, Edited: c.Text, Property: property}
		}
	}
	return &CheckDifference{Line: 1, Property: property}
}

// label tells whether a label is what differs.
func (d *CheckDifference) label() bool {
	return strings.HasSuffix(d.Edited, ":") || d.Edited == "" && strings.HasSuffix(d.Generated, ":")
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
	if slices.Equal(byProcess(own), byProcess(others)) {
		return nil
	}
	d := firstOf(without(own, others), without(others, own))
	if d != nil {
		d.Step = true
	}
	return d
}

// byProcess are the options of each process, in order.
func byProcess(options []promela.Check) []string {
	all := map[string][]string{}
	for _, o := range options {
		all[o.Process] = append(all[o.Process], o.Normal())
	}
	var texts []string
	for _, one := range all {
		slices.Sort(one)
		one = slices.Compact(one) // an option that is there twice changes nothing
		texts = append(texts, strings.Join(one, "\n"))
	}
	slices.Sort(texts)
	return texts
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

// idleStep matches an option by which a client stays idle.
var idleStep = regexp.MustCompile(`:: d_step \{ (?:skip|true|1) \}`)

// silentStep is a step of an edited model that prints nothing and changes nothing, nil if it has none.  Those of a generated
// model are a client that stays idle, and assertions.
func silentStep(steps []pancode.Statement, edited, generated []byte) *Difference {
	known, lines := map[string]bool{}, strings.Split(string(edited), "\n")
	for line := range strings.Lines(string(generated)) {
		if line = promela.Joined([]byte(line)); strings.HasPrefix(line, ":: d_step {") && strings.HasSuffix(line, "}") {
			known[line] = true
		}
	}
	for _, s := range steps {
		line := ""
		if s.Line >= 1 && s.Line <= len(lines) {
			line = lines[s.Line-1]
		}
		text := promela.Joined([]byte(line))
		if !known[text] && !(known[":: d_step { skip }"] && idleStep.MatchString(text)) {
			return &Difference{Only: "spin", Path: []string{}, Text: fmt.Sprintf("line %d: %q: a step that prints nothing and changes nothing is no event", s.Line, strings.TrimSpace(line))}
		}
	}
	return nil
}

// without are the checks of one model that another one does not have.  A process may have another name there.
func without(all, other []promela.Check) []promela.Check {
	other = slices.Clone(other)
	leaveOut := func(same func(c, o promela.Check) bool) {
		all = slices.DeleteFunc(slices.Clone(all), func(c promela.Check) bool {
			k := slices.IndexFunc(other, func(o promela.Check) bool { return same(c, o) })
			if k >= 0 {
				other = slices.Delete(other, k, k+1) // each counts once
			}
			return k >= 0
		})
	}
	leaveOut(func(c, o promela.Check) bool { return c.Same(o) && c.Process == o.Process })
	leaveOut(promela.Check.Same)
	return all
}

// firstOf is the first check that only the edited model has, beside the missing one that begins most like it.  Labels come
// first, and process types: where they differ, the checks in them stand elsewhere.
func firstOf(only, missing []promela.Check) *CheckDifference {
	rank := func(c promela.Check) int {
		switch {
		case strings.HasSuffix(c.Text, ":"):
			return 0
		case strings.HasPrefix(c.Text, "proctype ") || strings.HasPrefix(c.Text, "active "):
			return 1
		}
		return 2
	}
	byRank := func(a, b promela.Check) int { return rank(a) - rank(b) }
	slices.SortStableFunc(only, byRank)
	slices.SortStableFunc(missing, byRank)
	switch {
	case len(only) == 0 && len(missing) == 0:
		return nil
	case len(only) == 0 || len(missing) > 0 && byRank(missing[0], only[0]) < 0:
		return &CheckDifference{Line: missing[0].Line, Generated: missing[0].Text, Process: missing[0].Process}
	}
	d := &CheckDifference{Line: only[0].Line, Edited: only[0].Text, Process: only[0].Process}
	alike := -1
	for _, m := range missing {
		if rank(m) != rank(only[0]) {
			continue
		}
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
