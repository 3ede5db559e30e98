package results

import (
	"context"
	"fmt"
	"io"
	"sync"
	"text/tabwriter"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
)

// Compared is one configuration of a suite, compared: Err says why it was not.
type Compared struct {
	Configuration config.Config `json:"configuration"`
	Comparison    *Comparison   `json:"comparison,omitempty"`
	Reason        string        `json:"reason,omitempty"` // why it was not compared
	Err           error         `json:"-"`
}

// Comparisons is what compare --json writes of a suite.
type Comparisons struct {
	Schema      string     `json:"schema"`
	Suite       string     `json:"suite"`
	Comparisons []Compared `json:"comparisons"`
}

// CompareSuite compares every configuration of a suite, as many at once as there
// are slots, and returns them in the order of the suite.  Those with a seeded
// bug, which is in the model alone, are left out.  done is told each, one at a
// time; nil: nobody is.  The error is ctx's.
func (v *Verifier) CompareSuite(ctx context.Context, s *suite.Suite, o CompareOptions, done func(Compared)) ([]Compared, error) {
	var all []Compared
	for _, c := range s.Cases {
		if c.Config.Bug == "" {
			all = append(all, Compared{Configuration: c.Config})
		}
	}
	var work sync.WaitGroup
	var mu sync.Mutex
	for k := range all {
		free, err := v.slot(ctx)
		if err != nil {
			break
		}
		work.Go(func() {
			defer free()
			one := &all[k]
			if one.Comparison, one.Err = v.Compare(ctx, one.Configuration, o); one.Err != nil {
				one.Reason = one.Err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			if done != nil && ctx.Err() == nil {
				done(*one)
			}
		})
	}
	work.Wait()
	return all, ctx.Err()
}

// CompareTable writes a line for each configuration.
func CompareTable(w io.Writer, all []Compared) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CONFIGURATION\tSTATES\tEDGES\t")
	equal := 0
	for _, c := range all {
		switch r := c.Comparison; {
		case c.Err != nil:
			fmt.Fprintf(t, "%s\t-\t-\tnot compared: %s\n", c.Configuration, c.Reason)
		case !r.Equal:
			fmt.Fprintf(t, "%s\t%d, %d\t%d, %d\tDIFFERENT\n", c.Configuration, r.States.SPIN, r.States.Go, r.Transitions.SPIN, r.Transitions.Go)
		default:
			equal++
			fmt.Fprintf(t, "%s\t%d\t%d\tequal, edges %s\n", c.Configuration, r.States.Go, r.Transitions.Go, r.Edges)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d of %d configurations equal\n", equal, len(all))
	return err
}

// CompareMarkdown writes the same as a Markdown table.
func CompareMarkdown(w io.Writer, all []Compared) error {
	fmt.Fprintln(w, "| Configuration | States | Edges | |\n|---|--:|--:|---|")
	for _, c := range all {
		row := fmt.Sprintf("not compared: %s |", c.Reason)
		if r := c.Comparison; r != nil {
			row = fmt.Sprintf("%d | %d | equal, edges %s |", r.States.Go, r.Transitions.Go, r.Edges)
			if !r.Equal {
				row = fmt.Sprintf("%d | %d | DIFFERENT |", r.States.Go, r.Transitions.Go)
			}
		}
		if _, err := fmt.Fprintf(w, "| `%s` | %s\n", c.Configuration, row); err != nil {
			return err
		}
	}
	return nil
}
