// Package sweep verifies an algorithm on every quorum system of a number of nodes, each
// under every numbering of its nodes: numbers break ties, so that a violation may need
// a certain numbering.  It finds a smallest system on which a property is violated.
//
// The package does not verify by itself: its caller passes a function that does.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// Sweep has the results of a variant on every quorum system of a number of nodes.
type Sweep struct {
	Schema    string   `json:"schema"`
	Algorithm string   `json:"algorithm"`
	Variant   string   `json:"variant"`
	N         int      `json:"n"`
	Rounds    int      `json:"rounds,omitempty"`
	Systems   []System `json:"systems"`
	// SmallestBad is the number of a smallest system on which a property is violated:
	// one with the fewest members in all its quorums, and of these one with the shortest
	// counterexample.  0: there is none.
	SmallestBad int `json:"smallest_bad,omitempty"`
	// Interrupted is as that of a results.Report.
	Interrupted string `json:"interrupted,omitempty"`
}

// System has the results on one quorum system.
type System struct {
	Number int `json:"number"` // from 1
	// Quorum is the numbering that Results are of, the first with the worst verdict: a
	// violation before an error before inconclusive; of violations, a shortest.
	Quorum     string           `json:"quorum"`
	Numberings int              `json:"numberings"` // that were verified
	Bad        int              `json:"bad"`        // those of them with a violation
	Undecided  int              `json:"undecided"`  // those without a violation and without a verdict
	States     int64            `json:"states"`     // of the largest search
	Results    []results.Result `json:"results"`
}

// Verify decides properties of a configuration.  name is different for each
// configuration of a sweep: a directory of kept files can have it.
type Verify func(ctx context.Context, c config.Config, properties []string, name string) ([]results.Result, error)

// Run decides the properties on each system, under each numbering, which is a
// configuration of its own; at most parallel numberings at once.  It calls done, if that
// is not nil, with the index of each system, in order, and the results that stand for
// the system.
//
// The error is verify's.  Where that is a *results.Interruption, there is a sweep as well: what
// was not decided is NotReached.
func Run(ctx context.Context, systems [][]config.Config, properties []string, parallel int, verify Verify, done func(k int, rs []results.Result)) (*Sweep, error) {
	s := &Sweep{Schema: results.SweepSchema, Systems: []System{}}
	var interrupted error
	for k, numbered := range systems {
		c := numbered[0] // the numberings differ in their quorums only
		s.Algorithm, s.Variant, s.N, s.Rounds = c.Algorithm, c.Variant.String(), c.N, c.Rounds
		all, err := verifyNumberings(ctx, k+1, numbered, properties, parallel, verify)
		var stop *results.Interruption
		switch {
		case errors.As(err, &stop):
			interrupted, s.Interrupted = err, stop.By
		case err != nil:
			return nil, err
		}
		system := summarise(k+1, numbered, all)
		s.Systems = append(s.Systems, system)
		if done != nil && interrupted == nil {
			done(k, system.Results)
		}
	}
	s.findSmallest()
	return s, interrupted
}

// verifyNumberings decides the properties under each numbering of one system.
func verifyNumberings(ctx context.Context, number int, numbered []config.Config, properties []string, parallel int, verify Verify) ([][]results.Result, error) {
	all := make([][]results.Result, len(numbered))
	errs := make([]error, len(numbered))
	places := make(chan struct{}, max(parallel, 1))
	var work sync.WaitGroup
	for k, c := range numbered {
		places <- struct{}{}
		work.Go(func() {
			defer func() { <-places }()
			all[k], errs[k] = verify(ctx, c, properties, fmt.Sprintf("%02d-%03d-%s", number, k+1, c.Algorithm))
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// summarise makes one entry of the results under all numberings of a system.
func summarise(number int, numbered []config.Config, all [][]results.Result) System {
	s := System{Number: number, Numberings: len(numbered)}
	worst := -1 // rank of the numbering that stands for the system
	for k, rs := range all {
		one := System{Quorum: numbered[k].Quorum, Results: rs}
		verdict := one.verdict()
		switch verdict {
		case results.Fail:
			s.Bad++
		case results.Inconclusive, results.Error:
			s.Undecided++
		}
		for _, r := range rs {
			s.States = max(s.States, r.States)
		}
		rank := slices.Index([]results.Verdict{results.Pass, results.Inconclusive, results.Error, results.Fail}, verdict)
		if rank > worst || rank == worst && verdict == results.Fail && one.violated().Length() < s.violated().Length() {
			s.Quorum, s.Results, worst = one.Quorum, rs, rank
		}
	}
	return s
}

// verdict is the verdict for all results: a violation counts before anything else.
func (s System) verdict() results.Verdict {
	if s.violated() != nil {
		return results.Fail
	}
	var all []results.Verdict
	for _, r := range s.Results {
		all = append(all, r.Verdict)
	}
	return results.Worst(all...)
}

// findSmallest fills in SmallestBad.
func (s *Sweep) findSmallest() {
	least := [2]int{}
	for _, system := range s.Systems {
		bad := system.violated()
		if bad == nil {
			continue
		}
		size := [2]int{0, bad.Length()}
		for _, set := range bad.Configuration.Quorums {
			size[0] += len(set)
		}
		if s.SmallestBad == 0 || size[0] < least[0] || size[0] == least[0] && size[1] < least[1] {
			s.SmallestBad, least = system.Number, size
		}
	}
}

// violated is the first result that is a violation, nil if there is none.
func (s System) violated() *results.Result {
	for k := range s.Results {
		if s.Results[k].Verdict == results.Fail {
			return &s.Results[k]
		}
	}
	return nil
}
