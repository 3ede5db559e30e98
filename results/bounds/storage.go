package bounds

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/mxgen/mxgen/models/registry"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
)

// Storage is what nodes and messages hold, in all reachable states of the program.
//
// The bits of a variable or a field tell apart the values that occur, each number by itself.
// Of an algorithm with numbers that grow they are those of the normal form, or of the bounded
// number of requests: Numbered says which.
type Storage struct {
	Variables []StoredField   `json:"variables"`  // of a node
	Numbers   int             `json:"numbers"`    // of a node, all variables together
	Bits      int             `json:"bits"`       // of a node, all variables together
	LeastBits int             `json:"least_bits"` // that tell apart the states of a node that occur
	Messages  []StoredMessage `json:"messages"`
	Numbered  string          `json:"numbered,omitempty"` // for what numbers that grow were counted
	States    int64           `json:"states"`
	Stated    []StatedStorage `json:"claims"`
}

// StoredField is a variable of a node.
type StoredField struct {
	Name    string `json:"name"`
	Numbers int    `json:"numbers"` // greatest length of a list, 1 for a number, a set or a truth value
	Bits    int    `json:"bits"`
}

// StoredMessage is what a message carries besides its class, its sender and its receiver.
type StoredMessage struct {
	Kind    string `json:"kind"`
	Numbers int    `json:"numbers"`
	Bits    int    `json:"bits"`
}

// StatedStorage is what a source states.
type StatedStorage struct {
	Of      string `json:"of"` // "node" or a class of messages
	Formula string `json:"formula"`
	Value   int    `json:"value"` // numbers, at most
	Found   int    `json:"found"`
	Source  string `json:"source"`
	Holds   bool   `json:"holds"`
	Open    bool   `json:"open,omitempty"` // as that of a StatedBound
}

// storage finds what nodes and messages hold.
func (f Finder) storage(ctx context.Context, b *Bounds, a *registry.Algorithm) error {
	c := b.Configuration
	system, err := programs.New(c)
	if err != nil {
		return err
	}
	var g *explore.Graph
	err = f.withinLimits(ctx, func(ctx context.Context) error {
		g = explore.Run(ctx, system, f.explorerOptions())
		complete, why := g.Complete()
		switch {
		case complete:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s: %w", why, ctx.Err())
		}
		return fmt.Errorf("%w: %s", explore.ErrIncomplete, why)
	})
	if err := b.leaveOpen(ctx, err); err != nil {
		return err
	}
	b.Ends, b.Depth = true, g.Depth()
	found := g.Store()
	s := &Storage{Variables: []StoredField{}, Messages: []StoredMessage{}, Stated: []StatedStorage{}, States: int64(g.States())}
	for _, v := range found.Variables {
		s.Variables = append(s.Variables, StoredField(v))
		s.Numbers, s.Bits = s.Numbers+v.Numbers, s.Bits+v.Bits
	}
	for _, states := range found.Nodes {
		s.LeastBits = max(s.LeastBits, bits.Len(uint(max(states, 1)-1)))
	}
	for _, m := range found.Messages {
		s.Messages = append(s.Messages, StoredMessage{m.Kind, m.Fields.Numbers + m.Load.Numbers, m.Fields.Bits + m.Load.Bits})
	}
	switch {
	case c.Rounds > 0:
		s.Numbered = fmt.Sprintf("numbers that grow with each request: at most %d requests of each node", c.Rounds)
	case system.Normal():
		s.Numbered = "numbers that grow with each request: in normal form, where only differences count"
	}
	for _, stated := range a.Counting.Storage {
		s.judge(stated, stated.Value(c), b.Complete)
	}
	b.Storage = s
	return nil
}

// judge adds a statement of a source.
func (s *Storage) judge(stated registry.Storage, most int, complete bool) {
	j := StatedStorage{Of: stated.Of, Formula: stated.Formula, Value: most, Source: stated.Source}
	if stated.Of == registry.StorageOfNode {
		for _, v := range s.Variables {
			if !slices.Contains(stated.Without, v.Name) {
				j.Found += v.Numbers
			}
		}
	}
	for _, m := range s.Messages {
		if m.Kind == stated.Of {
			j.Found = m.Numbers
		}
	}
	within := j.Found <= j.Value
	j.Holds, j.Open = within && complete, within && !complete
	s.Stated = append(s.Stated, j)
}

// write writes the storage as a table.
func (s *Storage) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "node\tnumbers\tbits")
	for _, v := range s.Variables {
		fmt.Fprintf(t, "%s\t%d\t%d\n", v.Name, v.Numbers, v.Bits)
	}
	fmt.Fprintf(t, "all\t%d\t%d\n", s.Numbers, s.Bits)
	fmt.Fprintf(t, "least that tell its states apart\t\t%d\n", s.LeastBits)
	fmt.Fprintln(t, "message\tnumbers\tbits")
	for _, m := range s.Messages {
		fmt.Fprintf(t, "%s\t%d\t%d\n", m.Kind, m.Numbers, m.Bits)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if s.Numbered != "" {
		fmt.Fprintln(w, s.Numbered)
	}
	for _, j := range s.Stated {
		verdict := "holds"
		switch {
		case j.Open:
			verdict = fmt.Sprintf("not decided, there are %d or more", j.Found)
		case !j.Holds:
			verdict = fmt.Sprintf("VIOLATED, there are %d", j.Found)
		case j.Found < j.Value:
			verdict = fmt.Sprintf("holds, there are %d", j.Found)
		}
		most := j.Formula
		if most != strconv.Itoa(j.Value) {
			most += fmt.Sprintf(" = %d", j.Value)
		}
		fmt.Fprintf(w, "stated: %s: at most %s numbers (%s): %s\n", j.Of, most, j.Source, verdict)
	}
	return nil
}
