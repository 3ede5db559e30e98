package results

// Outcome is what became of the expectation of a suite.
type Outcome string

// The outcomes.  Only Contradicted says that something is wrong with what was verified.
const (
	AsExpected   Outcome = "as expected"
	Contradicted Outcome = "contradicted" // another verdict, or another number of states
	Undecided    Outcome = "undecided"    // a limit, or an interruption, left the property open
	Broken       Outcome = "broken"       // a tool, or the model, is not as it must be
)

// Outcome says what became of what a suite expects of the property.  Without a suite, a
// pass is expected.
func (r Result) Outcome() Outcome {
	switch {
	case r.AsExpected != nil && *r.AsExpected, r.AsExpected == nil && r.Verdict == Pass:
		return AsExpected
	case r.Verdict == Error:
		return Broken
	case r.Verdict == Inconclusive:
		return Undecided
	}
	return Contradicted
}

// Outcomes counts results by outcome.
type Outcomes map[Outcome]int

// Wrong tells whether a verdict contradicts the suite, or a tool failed.
func (o Outcomes) Wrong() bool { return o[Contradicted]+o[Broken] > 0 }

// CountOutcomes counts results by outcome.
func CountOutcomes(rs []Result) Outcomes {
	count := Outcomes{}
	for _, r := range rs {
		count[r.Outcome()]++
	}
	return count
}

// EachCase splits the results of a suite into those of each case.
func EachCase(rs []Result) [][]Result {
	var all [][]Result
	for len(rs) > 0 {
		n := 1
		for n < len(rs) && sameCase(rs[0], rs[n]) {
			n++
		}
		all = append(all, rs[:n])
		rs = rs[n:]
	}
	return all
}

// sameCase tells whether two results that are next to each other belong to one case.
func sameCase(a, b Result) bool {
	if a.Entry != nil && b.Entry != nil {
		return a.Entry.Number == b.Entry.Number
	}
	return a.Subject() == b.Subject()
}
