package verify

import "github.com/mxgen/mxgen/runner"

// processCount is SPIN's variable for the number of processes, among them that of
// a claim.
const processCount = "_nr_pr"

// plain is the model without the words that take a variable out of the state, or
// promise that only one process uses it: SPIN believes them, and misses states.
func (m *modelDecision) plain(text []byte) []byte {
	plain, met := runner.Replace(text, map[string]string{"hidden": "", "local": ""})
	for _, word := range []string{"hidden", "local"} {
		if met[word] {
			m.remarks = append(m.remarks, "the word "+word+" is left out: SPIN believes it, and can miss states")
		}
	}
	_, met = runner.Replace(text, map[string]string{processCount: ""})
	m.counts = met[processCount]
	_, met = runner.Replace(text, map[string]string{"xr": "", "xs": ""})
	m.pledged = len(met) > 0
	_, met = runner.Replace(text, map[string]string{"run": ""})
	m.runs = met["run"]
	return plain
}

// undecidable says why no search can decide a property, or "".
func (m *modelDecision) undecidable(p modelProperty) string {
	// Formulas have no labels that a user wrote.
	byLabels := p.search.Want.Acceptance && (p.claim.Name == "" || p.claim.Formula == "")
	switch {
	case m.counts && p.search.Want.Progress:
		return "the model reads _nr_pr, which counts SPIN's own claim for progress as well"
	case m.counts && p.claim.Name != "" && runner.EmbeddedC(m.text) != "":
		return "the model reads _nr_pr, which counts the claim as well, and C may read it"
	case m.parts.HiddenAccept && byLabels:
		return "SPIN: an accept label inside atomic or d_step is invisible"
	case m.parts.HiddenProgress && p.search.Want.Progress:
		return "SPIN: a progress label inside atomic or d_step is invisible"
	case p.claim.Remote || p.claim.Name == "" && m.parts.Remote:
		return m.neverThere()
	}
	return ""
}

// neverThere names a label that is referred to and stands where SPIN never sees a
// process: before the first statement of an option, where the process is still at
// the if or do.  "" if there is none.
func (m *modelDecision) neverThere() string {
	remote := runner.RemoteLabels(m.text)
	for _, l := range m.parts.Misplaced {
		if remote[l.Name] {
			return "SPIN never sees a process at " + l.Name + " (" + l.Place + "), the label of an option: it belongs before the if or do, or after the guard"
		}
	}
	return ""
}

// unproved says why a complete search without an error is no proof of a property,
// or "".
func (m *modelDecision) unproved(p modelProperty) string {
	if unseen := runner.UnseenC(m.text); unseen != "" {
		return "no error found, but C keeps a value that is no part of SPIN's states: " + unseen
	}
	if p.claim.Name == "" && !p.search.Want.Progress && runner.SetsPriority(m.text) {
		return "no error found, but set_priority of a process that has ended makes SPIN change the priority of another"
	}
	if p.claim.Timeout && p.claim.Formula == "" {
		return "no error found, but the claim reads timeout, which SPIN does not let it see in every deadlock"
	}
	return ""
}
