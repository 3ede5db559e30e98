package bounds

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"text/tabwriter"

	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
)

// Average is the expected number of messages for a request, exactly, and the statements of the
// sources.  The assumptions are those of explore.Averages.
type Average struct {
	Messages Rational            `json:"messages"` // for a request
	ByKind   map[string]Rational `json:"by_kind"`  // of a class, for a request
	ByNode   []NodeAverage       `json:"by_node"`
	Free     Rational            `json:"free"`                 // probability that a request costs no message
	Quiet    int                 `json:"quiet_states"`         // that recur
	Passing  int                 `json:"passing_quiet_states"` // that do not
	Varies   bool                `json:"varies"`               // the number depends on the order of events
	Assumes  []string            `json:"assumes"`
	Stated   []StatedAverage     `json:"claims"`
}

// NodeAverage is the expected number of messages for a request of one node.
type NodeAverage struct {
	Node     int      `json:"node"`
	Messages Rational `json:"messages"`
}

// Rational is an exact number.
type Rational struct {
	Exact string  `json:"exact"` // "22/9"
	About float64 `json:"about"`
}

func rational(x *big.Rat) Rational {
	about, _ := x.Float64()
	return Rational{x.RatString(), about}
}

// String is the exact number, with decimals where it is none of the integers.
func (r Rational) String() string {
	if r.Exact == fmt.Sprint(r.About) {
		return r.Exact
	}
	return fmt.Sprintf("%s = %.4f", r.Exact, r.About)
}

// StatedAverage is what a source states, and whether the expected value is equal to it.
type StatedAverage struct {
	Formula string   `json:"formula"`
	Kind    string   `json:"kind,omitempty"`   // class of messages; "": all
	Costly  bool     `json:"costly,omitempty"` // of the requests that cost messages
	Value   Rational `json:"value"`
	Found   Rational `json:"found"`
	Source  string   `json:"source"`
	Holds   bool     `json:"holds"`
}

// assumes are the assumptions of the expected values.
var assumes = []string{
	"a node requests only while all are idle and no message is under way",
	"each request is equally likely to be that of any node that requests, whatever was before",
	"of several events that are possible, each is equally likely to be the next one",
	"the expected values are those of the long run",
}

// average computes the expected numbers in the program.  No rounds limit it: those of the
// configuration are only what the model needs.
func (f Finder) average(ctx context.Context, b *Bounds, a *registry.Algorithm) error {
	c := b.Configuration
	system, err := unlimited(b)
	if err != nil {
		return err
	}
	var found *explore.Averages
	err = f.withinLimits(ctx, func(ctx context.Context) (err error) {
		found, err = explore.Average(ctx, system, explore.Options{MaxStates: mostAveragedStates})
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: expected messages: %w", c, err)
	}
	b.Ends = true
	avg := &Average{Messages: rational(found.Messages), Free: rational(found.Free), ByKind: map[string]Rational{}, Quiet: found.Quiet, Passing: found.Passing,
		Varies: found.Varies, Assumes: assumes, ByNode: []NodeAverage{}, Stated: []StatedAverage{}}
	for kind, x := range found.ByKind {
		avg.ByKind[kind] = rational(x)
	}
	for i, x := range found.ByNode {
		if x != nil {
			avg.ByNode = append(avg.ByNode, NodeAverage{i, rational(x)})
		}
	}
	for _, stated := range a.Counting.Averages {
		if stated.Only != nil && !stated.Only(c) {
			continue
		}
		x := found.Messages
		if stated.Kind != "" {
			x = new(big.Rat)
			if of := found.ByKind[stated.Kind]; of != nil {
				x = of
			}
		}
		if costly := new(big.Rat).Sub(big.NewRat(1, 1), found.Free); stated.Costly && costly.Sign() > 0 {
			x = new(big.Rat).Quo(x, costly)
		}
		want := stated.Value(c)
		avg.Stated = append(avg.Stated, StatedAverage{Formula: stated.Formula, Kind: stated.Kind, Costly: stated.Costly, Value: rational(want), Found: rational(x),
			Source: stated.Source, Holds: x.Cmp(want) == 0})
	}
	b.Average = avg
	return nil
}

// mostAveragedStates is how many states may be visited between quiet states.
const mostAveragedStates = 2_000_000

// unlimited is the program without a limit on requests: in normal form, where it has one.
func unlimited(b *Bounds) (*reference.System, error) {
	c := b.Configuration
	c.Rounds = 0
	if system, err := programs.New(c); err == nil {
		return system, nil
	}
	system, err := programs.New(b.Configuration)
	if err != nil {
		return nil, err
	}
	return system.Unlimited(), nil
}

// write writes the expected values as a table.
func (a *Average) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "all\t%s\n", a.Messages)
	for _, kind := range slices.Sorted(maps.Keys(a.ByKind)) {
		fmt.Fprintf(t, "%s\t%s\n", kind, a.ByKind[kind])
	}
	fmt.Fprintf(t, "share of requests that cost nothing\t%s\n", a.Free)
	for _, n := range a.ByNode {
		fmt.Fprintf(t, "node %d\t%s\n", n.Node, n.Messages)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range a.Stated {
		verdict, what := "holds", "messages"
		if !s.Holds {
			verdict = "VIOLATED"
		}
		if s.Kind != "" {
			what = s.Kind + "s"
		}
		if s.Costly {
			what += " for a request that costs any"
		}
		fmt.Fprintf(w, "stated average: %s = %s %s (%s): %s", s.Formula, s.Value, what, s.Source, verdict)
		if !s.Holds {
			fmt.Fprintf(w, ", it is %s", s.Found)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%d quiet states recur", a.Quiet)
	if a.Passing > 0 {
		fmt.Fprintf(w, ", %d do not", a.Passing)
	}
	if a.Varies {
		fmt.Fprint(w, "; the number of messages depends on the order of events")
	}
	fmt.Fprintln(w)
	return nil
}
