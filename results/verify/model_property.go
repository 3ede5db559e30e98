package verify

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
)

// Names of what a file can have besides claims.
const (
	propertyAssertions  = "assertions"
	propertyEndStates   = "end-states"
	propertyAcceptance  = "acceptance"
	propertyNonProgress = "non-progress"
)

// modelProperty is one thing to decide about a file.
type modelProperty struct {
	name  string
	claim runner.Claim // of a never claim or formula
	fair  bool
	kinds []pan.Kind // that violate it
	form  variation  // of the model, to begin with
	// quiet says that it means the same in a model without assertions.
	quiet bool
	// safety says that a breadth-first search can decide it.
	safety bool
	search runner.Search
}

// properties lists what there is to decide, in the order of the report.  Only
// safety without a claim is decided on a reduced graph: SPIN takes for invisible what
// a claim reads of a process, and what was written by hand may tell runs apart that
// reduction takes for the same.  C may read what it likes, in other processes too.  And
// what a trace tells apart is the order of the very sends and receives that xr and xs
// let it pass over.
func (m *modelDecision) properties() []modelProperty {
	all := []modelProperty{{
		name: propertyAssertions, kinds: []pan.Kind{pan.KindAssertion, pan.KindArrayIndex}, safety: true,
		search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Assertions: true}},
	}, {
		name: propertyEndStates, kinds: []pan.Kind{pan.KindEndState}, quiet: true, safety: true,
		search: runner.Search{ClaimsOff: true, Want: pan.Want{EndStates: true}},
	}}
	if m.parts.Trace != "" {
		all = append(all, modelProperty{
			name: m.parts.Trace, kinds: []pan.Kind{pan.KindTrace}, quiet: true, safety: true,
			search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Assertions: true}},
		})
	}
	for _, c := range m.parts.Claims {
		all = append(all, m.fairly(m.claim(c), c.Accept)...)
	}
	if len(m.parts.Accept) > 0 || m.parts.HiddenAccept {
		all = append(all, m.fairly(modelProperty{
			name: propertyAcceptance, kinds: []pan.Kind{pan.KindAcceptance}, quiet: true,
			search: runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Acceptance: true}},
		}, true)...)
	}
	if len(m.parts.Progress) > 0 || m.parts.HiddenProgress {
		all = append(all, m.fairly(modelProperty{
			name: propertyNonProgress, kinds: []pan.Kind{pan.KindNonProgress}, quiet: true,
			search: runner.Search{Want: pan.Want{Progress: true}},
		}, true)...)
	}
	for k := range all {
		p := &all[k]
		p.search.Compress = true
		if !p.safety || m.parts.Remote || m.counts || m.pledged && m.parts.Trace != "" || runner.EmbeddedC(m.text) != "" {
			p.form.exact = true
			p.search.Reduction = runner.NoReduction
		} else if m.runs {
			p.search.Reduction = runner.PartialOrderWithDeaths
		}
		p.form.alone = p.claim.Name != "" && m.counts
	}
	return all
}

// claim is a never claim or a formula as a property.
func (m *modelDecision) claim(c runner.Claim) modelProperty {
	p := modelProperty{
		name: "ltl:" + c.Name, claim: c, kinds: []pan.Kind{pan.KindAcceptance, pan.KindClaimEnd, pan.KindAssertion},
		search: runner.Search{Want: pan.Want{Claim: c.Name, Acceptance: true, EndOnly: !c.Accept}},
	}
	p.search.SingleClaim = len(m.parts.Claims) == 1
	if c.Formula == "" {
		p.name = "never:" + c.Name
		p.quiet = !c.Asserts
		return p
	}
	p.quiet = true
	// A cycle through a label of a proctype's is none of the formula's.
	p.form.accepts = len(m.parts.Accept) > 0 || m.parts.HiddenAccept
	return p
}

// fairly adds, where it is wanted and can matter, the property under weak fairness.
func (m *modelDecision) fairly(p modelProperty, cycles bool) []modelProperty {
	if !m.task.Fair || !cycles {
		return []modelProperty{p}
	}
	f := p
	f.name += " (fair)"
	f.fair = true
	f.search.Fairness = runner.WeakFair
	f.search.MaxDepth = shallow
	// The steps that a claim takes by itself, where no process can go on, are left to
	// the walk: -f may count for ever there.
	f.search.StutterOff = f.claim.Name != ""
	return []modelProperty{p, f}
}

// selected are the properties that the user wants.
func (m *modelDecision) selected() ([]modelProperty, error) {
	all := m.properties()
	if m.task.Properties == nil {
		return all, nil
	}
	var names []string
	for _, p := range all {
		names = append(names, p.name)
	}
	var chosen []modelProperty
	for _, name := range m.task.Properties {
		if !slices.ContainsFunc(all, func(p modelProperty) bool { return p.called(name) }) {
			return nil, &config.Error{Operand: fmt.Sprintf("property %.40q", name), Reason: "not one of " + m.task.Source.Name,
				Remedy: config.ThereAre(name, names)}
		}
	}
	for _, p := range all {
		if slices.ContainsFunc(m.task.Properties, p.called) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// called tells whether a user means this property: a claim's own name, with what
// --fair adds, is enough.
func (p modelProperty) called(name string) bool {
	return name == p.name || p.claim.Name != "" && name == p.claim.Name || p.fair && name+" (fair)" == p.name
}
