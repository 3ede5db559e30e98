package results

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
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
	Number  int      `json:"number"` // from 1
	Quorum  string   `json:"quorum"`
	Results []Result `json:"results"`
}

// Sweep decides the properties on each configuration, and these differ in their
// quorums alone.  done is told each one's number, from 0, when it is decided;
// nil: nobody is.
//
// The error is a *config.Error, or ctx was cancelled.
func (v *Verifier) Sweep(ctx context.Context, configs []config.Config, properties []string, done func(k int, rs []Result)) (*Sweep, error) {
	s := &Sweep{Schema: SweepSchema, Systems: []Swept{}}
	for k, c := range configs {
		s.Algorithm, s.Variant, s.N, s.Rounds = c.Algorithm, c.Variant.String(), c.N, c.Rounds // the same in all
		own := *v
		if v.Keep != "" {
			own.Keep = filepath.Join(v.Keep, fmt.Sprintf("%03d-%s", k+1, c.Algorithm))
		}
		rs, err := own.Verify(ctx, Task{Config: c, Properties: properties})
		if err != nil {
			return nil, err
		}
		s.Systems = append(s.Systems, Swept{Number: k + 1, Quorum: c.Quorum, Results: rs})
		if done != nil {
			done(k, rs)
		}
	}
	s.smallest()
	return s, nil
}

// smallest finds a smallest bad system.
func (s *Sweep) smallest() {
	least := [2]int{}
	for _, system := range s.Systems {
		bad := system.Bad()
		if bad == nil {
			continue
		}
		size := [2]int{}
		for _, set := range bad.Configuration.Quorums {
			size[0] += len(set)
		}
		if bad.Counterexample != nil {
			size[1] = len(bad.Counterexample.Steps)
		}
		if s.SmallestBad == 0 || size[0] < least[0] || size[0] == least[0] && size[1] < least[1] {
			s.SmallestBad, least = system.Number, size
		}
	}
}

// Bad is the first of the violations on a system, nil if there is none.
func (s Swept) Bad() *Result {
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
	fmt.Fprint(t, "SYSTEM\tQUORUM\tSTATES")
	for k, system := range s.Systems {
		if k == 0 {
			for _, r := range system.Results {
				fmt.Fprintf(t, "\t%s", r.Property)
			}
			fmt.Fprintln(t)
		}
		fmt.Fprintf(t, "%d\t%s\t%s", system.Number, system.Quorum, system.states())
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
	bad := s.Systems[s.SmallestBad-1].Bad()
	fmt.Fprintf(w, "\na smallest system on which a property is violated: %d\n", s.SmallestBad)
	if bad.Counterexample == nil {
		return nil
	}
	_, err := fmt.Fprint(w, EventText(*bad))
	return err
}

// states is how many the largest search of a system saw.  Where a property is
// violated it ended there.
func (s Swept) states() string {
	most := int64(0)
	for _, r := range s.Results {
		most = max(most, r.States)
	}
	return strconv.FormatInt(most, 10)
}

// verdictOf is a verdict, with the length of the run that refutes.
func verdictOf(r Result) string {
	if r.Verdict == pan.Fail && r.Counterexample != nil {
		return fmt.Sprintf("fail after %s", events(len(r.Counterexample.Steps)))
	}
	return string(r.Verdict)
}
