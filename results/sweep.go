package results

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"text/tabwriter"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/pan"
)

// SweepSchema is the version of the JSON form of sweeps.
const SweepSchema = "mxgen.sweep/v1"

// Sweep is what a variant comes to on every quorum system of a number of nodes.
type Sweep struct {
	Schema    string  `json:"schema"`
	Algorithm string  `json:"algorithm"`
	Variant   string  `json:"variant"`
	N         int     `json:"n"`
	Rounds    int     `json:"rounds,omitempty"`
	Systems   []Swept `json:"systems"`
	// SmallestBad is the number of a system on which a property is violated: one
	// with the fewest members in all, and of these one with the shortest run.  0: on none.
	SmallestBad int `json:"smallest_bad,omitempty"`
}

// Swept is one system of a sweep.
type Swept struct {
	Number int `json:"number"` // from 1
	// Quorum is the numbering of the system that the results are of: the first, or
	// a bad one, with the shortest run, if there is one.
	Quorum     string   `json:"quorum"`
	Numberings int      `json:"numberings"` // that were decided: numbers break ties
	Bad        int      `json:"bad"`        // of these, those with a violation
	Undecided  int      `json:"undecided"`  // and those with none, but without a verdict
	States     int64    `json:"states"`     // of the largest search
	Results    []Result `json:"results"`
}

// Sweep decides the properties on each system, under each numbering, which is a
// configuration.  done is told each system's number, from 0, when it is decided,
// with the results that stand for it; nil: nobody is.
//
// The error is a *config.Error, or ctx was cancelled.
func (v *Verifier) Sweep(ctx context.Context, systems [][]config.Config, properties []string, done func(k int, rs []Result)) (*Sweep, error) {
	s := &Sweep{Schema: SweepSchema, Systems: []Swept{}}
	for k, numbered := range systems {
		c := numbered[0] // what they have in common
		s.Algorithm, s.Variant, s.N, s.Rounds = c.Algorithm, c.Variant.String(), c.N, c.Rounds
		all, err := v.numberings(ctx, k+1, numbered, properties)
		if err != nil {
			return nil, err
		}
		system := swept(k+1, numbered, all)
		s.Systems = append(s.Systems, system)
		if done != nil {
			done(k, system.Results)
		}
	}
	s.smallest()
	return s, nil
}

// numberings decides one system, some numberings at once.
func (v *Verifier) numberings(ctx context.Context, number int, numbered []config.Config, properties []string) ([][]Result, error) {
	all := make([][]Result, len(numbered))
	errs := make([]error, len(numbered))
	places := make(chan struct{}, 2*cap(v.Slots)) // some prepare while others run
	var work sync.WaitGroup
	for k, c := range numbered {
		places <- struct{}{}
		work.Go(func() {
			defer func() { <-places }()
			own := *v
			if v.Keep != "" {
				own.Keep = filepath.Join(v.Keep, fmt.Sprintf("%02d-%03d-%s", number, k+1, c.Algorithm))
			}
			all[k], errs[k] = own.Verify(ctx, Task{Config: c, Properties: properties})
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// swept sums up the numberings of a system.
func swept(number int, numbered []config.Config, all [][]Result) Swept {
	s := Swept{Number: number, Numberings: len(numbered)}
	worst := -1
	for k, rs := range all {
		one := Swept{Quorum: numbered[k].Quorum, Results: rs}
		verdict := one.verdict()
		switch verdict {
		case pan.Fail:
			s.Bad++
		case pan.Inconclusive, pan.Error:
			s.Undecided++
		}
		for _, r := range rs {
			s.States = max(s.States, r.States)
		}
		weight := slices.Index([]pan.Verdict{pan.Pass, pan.Inconclusive, pan.Error, pan.Fail}, verdict)
		if weight > worst || weight == worst && verdict == pan.Fail && one.bad().length() < s.bad().length() {
			s.Quorum, s.Results, worst = one.Quorum, rs, weight
		}
	}
	return s
}

// verdict is what the results come to: a violation counts before anything else.
func (s Swept) verdict() pan.Verdict {
	if s.bad() != nil {
		return pan.Fail
	}
	var all []pan.Verdict
	for _, r := range s.Results {
		all = append(all, r.Verdict)
	}
	return Worst(all...)
}

// length is how long the run is that refutes, 0 if there is none.
func (r Result) length() int {
	if r.Counterexample == nil {
		return 0
	}
	return len(r.Counterexample.Steps)
}

// smallest finds a smallest bad system.
func (s *Sweep) smallest() {
	least := [2]int{}
	for _, system := range s.Systems {
		bad := system.bad()
		if bad == nil {
			continue
		}
		size := [2]int{0, bad.length()}
		for _, set := range bad.Configuration.Quorums {
			size[0] += len(set)
		}
		if s.SmallestBad == 0 || size[0] < least[0] || size[0] == least[0] && size[1] < least[1] {
			s.SmallestBad, least = system.Number, size
		}
	}
}

// bad is the first of the violations on a system, nil if there is none.
func (s Swept) bad() *Result {
	for k := range s.Results {
		if s.Results[k].Verdict == pan.Fail {
			return &s.Results[k]
		}
	}
	return nil
}

// SweepTable writes a line for each system, and below them a run on a smallest
// bad one.
func SweepTable(w io.Writer, s *Sweep) error {
	fmt.Fprintf(w, "%s --n %d --variant %s", s.Algorithm, s.N, s.Variant)
	if s.Rounds > 0 {
		fmt.Fprintf(w, " --rounds %d", s.Rounds)
	}
	fmt.Fprintf(w, ", every quorum system\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "SYSTEM\tQUORUM\tNUMBERINGS\tBAD\tUNDECIDED\tSTATES")
	for k, system := range s.Systems {
		if k == 0 {
			for _, r := range system.Results {
				fmt.Fprintf(t, "\t%s", r.Property)
			}
			fmt.Fprintln(t)
		}
		fmt.Fprintf(t, "%d\t%s\t%d\t%d\t%d\t%d", system.Number, system.Quorum, system.Numberings, system.Bad, system.Undecided, system.States)
		for _, r := range system.Results {
			fmt.Fprintf(t, "\t%s", verdictOf(r))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if s.SmallestBad == 0 {
		return nil
	}
	bad := s.Systems[s.SmallestBad-1].bad()
	fmt.Fprintf(w, "\na smallest system on which a property is violated: %d\n", s.SmallestBad)
	if bad.Counterexample == nil {
		return nil
	}
	_, err := fmt.Fprint(w, EventText(*bad))
	return err
}

// verdictOf is a verdict, with the length of the run that refutes.
func verdictOf(r Result) string {
	if r.Verdict == pan.Fail && r.length() > 0 {
		return fmt.Sprintf("fail after %s", events(r.length()))
	}
	return string(r.Verdict)
}
