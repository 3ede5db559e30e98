package results

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/process"
)

// ErrTooLarge says that a graph did not fit into the limits.
var ErrTooLarge = errors.New("too large to compare within the limits")

// comparer brings both graphs into one form: states are keys made of the
// compared variables' values, numbered in the order in which they come, first
// those of the program.
type comparer struct {
	program *explore.Graph
	result  *Comparison

	variables []string // compared, by name
	phase     []bool   // which of them are phases
	index     map[string]int32
	inGo      int // states 0 to inGo-1 are the program's
	inSPIN    []bool
	labels    map[string]uint16
	names     []string // of the labels
	goEdges   adjacency
	spinEdges adjacency
	initial   int32 // the model's initial state
	partial   bool  // the model has more states than were looked at
}

// adjacency is a graph's edges by the state that they leave.
type adjacency map[int32][]half

// half is an edge without its beginning.
type half struct {
	label uint16
	to    int32
}

// phases are the names of an mtype that the program numbers from 0.
var phases = []string{"IDLE", "WAIT", "CS"}

// someStates is how many states more than the program's are enough of a model.
const someStates = 1000

func (x *comparer) compare(ctx context.Context, job *runner.Job, edges bool, limits process.Limits) error {
	const large = 100_000 // edges, from which on optimising pays
	g, err := job.Graph(ctx, runner.GraphOptions{
		Edges: edges, Large: x.program.Transitions() > large,
		MaxStates: x.program.States() + someStates, // what has more is different
	}, limits)
	if blocked := (*runner.BlockedError)(nil); errors.As(err, &blocked) {
		x.result.Edges, x.result.Difference = EdgesCompared, &Difference{
			Only: "spin", Path: blocked.Events,
			Text: "the model blocks in the middle of the event that follows: " + blocked.Reason,
		}
		return nil
	}
	if err != nil {
		return err
	}
	r := x.result
	x.partial = !g.Complete
	r.States = Sides{int64(g.States), int64(x.program.States())}
	r.Transitions = Sides{g.Transitions, x.program.Transitions()}
	r.Edges = EdgesCounted
	r.Difference, r.Labels = nil, nil
	if err := x.programStates(); err != nil {
		return err
	}
	numbers, hidden, err := x.modelStates(g)
	if err != nil {
		return err
	}
	r.Labels = x.labelCounts(g)
	r.Equal = g.Complete && hidden == "" && len(r.Labels) == 0 && len(x.index) == x.inGo && !slices.Contains(x.inSPIN, false)
	if hidden != "" {
		r.Difference = &Difference{Only: "spin", Text: hidden}
		return nil
	}
	if !edges {
		return nil
	}
	r.Edges = EdgesCompared
	if err := x.readEdges(g, numbers); err != nil {
		return err
	}
	// Sets of edges count: an option that stands there twice changes nothing.
	r.Difference = x.nearest()
	if r.Equal = r.Difference == nil; r.Equal {
		r.Labels = nil
	}
	return nil
}

// key packs values, four bytes each.
func key(buffer []byte, values []int) []byte {
	for _, v := range values {
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(v))
	}
	return buffer
}

// programStates numbers the states of the program.
func (x *comparer) programStates() error {
	x.variables, x.phase = nil, nil
	for _, v := range x.program.System().Variables() {
		x.variables, x.phase = append(x.variables, v.Name), append(x.phase, v.Phase)
	}
	x.index = make(map[string]int32, x.program.States())
	var buffer []byte
	err := x.program.Each(func(_ explore.State, values []int) error {
		buffer = key(buffer[:0], values)
		if _, twice := x.index[string(buffer)]; twice {
			return fmt.Errorf("internal: two states of the program have the same compared values %v", values)
		}
		x.index[string(buffer)] = int32(len(x.index))
		return nil
	})
	x.inGo = len(x.index)
	return err
}

// modelStates numbers the states of the model, those that the program has as
// well by its numbers.  hidden tells of a variable of the model that the
// program lacks and that is not constant.
func (x *comparer) modelStates(g *graph.Graph) (numbers []int32, hidden string, err error) {
	cells := make([]graph.Cell, len(x.variables))
	var others []graph.Cell
	for _, c := range g.Cells {
		if at := slices.Index(x.variables, c.Name); at >= 0 {
			cells[at] = c
		} else {
			others = append(others, c)
		}
	}
	for at, c := range cells {
		if c.Name == "" {
			return nil, "the model has no variable " + x.variables[at], nil
		}
	}
	constant := make([]uint64, len(others))
	x.inSPIN = make([]bool, x.inGo)
	values := make([]int, len(cells))
	var buffer []byte
	err = g.EachState(func(number int, state []byte) error {
		for k, c := range others {
			switch value := c.Value(state); {
			case number == 0:
				constant[k] = value
			case value != constant[k] && hidden == "":
				hidden = fmt.Sprintf("variable %s of the model is not constant, and the program has none of that name", c.Name)
			}
		}
		buffer = key(buffer[:0], x.values(g, cells, state, values))
		at, known := x.index[string(buffer)]
		if !known {
			at = int32(len(x.index))
			x.index[string(buffer)] = at
		} else if int(at) < x.inGo {
			x.inSPIN[at] = true
		}
		if number == 0 {
			x.initial = at
		}
		numbers = append(numbers, at)
		return nil
	})
	return numbers, hidden, err
}

// values reads the compared variables from a state of the model.
func (x *comparer) values(g *graph.Graph, cells []graph.Cell, state []byte, values []int) []int {
	for k, c := range cells {
		v := c.Value(state)
		values[k] = int(v)
		if x.phase[k] {
			values[k] = slices.Index(phases, g.Mtypes[v])
		}
	}
	return values
}

// labelCounts returns the labels that do not occur equally often.
func (x *comparer) labelCounts(g *graph.Graph) []LabelCount {
	program := x.program.Counts()
	var different []LabelCount
	for label, n := range program {
		if g.Counts[label] != n {
			different = append(different, LabelCount{label, Sides{g.Counts[label], n}})
		}
	}
	for label, n := range g.Counts {
		if program[label] == 0 {
			different = append(different, LabelCount{label, Sides{n, 0}})
		}
	}
	slices.SortFunc(different, func(a, b LabelCount) int { return strings.Compare(a.Label, b.Label) })
	return different
}

func (x *comparer) label(name string) uint16 {
	n, known := x.labels[name]
	if !known {
		n = uint16(len(x.names))
		x.labels[name] = n
		x.names = append(x.names, name)
	}
	return n
}

// readEdges collects the edges of both sides.
func (x *comparer) readEdges(g *graph.Graph, numbers []int32) error {
	x.labels, x.names = map[string]uint16{}, nil
	x.goEdges, x.spinEdges = adjacency{}, adjacency{}
	// The program's states are numbered in the order of Each, which is ascending.
	position := map[explore.State]int32{}
	if err := x.program.Each(func(s explore.State, _ []int) error {
		position[s] = int32(len(position))
		return nil
	}); err != nil {
		return err
	}
	labels := x.program.Labels()
	if err := x.program.Edges(func(e explore.Edge) error {
		from := position[e.From]
		x.goEdges[from] = append(x.goEdges[from], half{x.label(labels[e.Label].String()), position[e.To]})
		return nil
	}); err != nil {
		return err
	}
	cells := make([]graph.Cell, len(x.variables))
	for _, c := range g.Cells {
		if at := slices.Index(x.variables, c.Name); at >= 0 {
			cells[at] = c
		}
	}
	values := make([]int, len(cells))
	var buffer []byte
	return g.EachEdge(func(from, label int, to []byte) error {
		buffer = key(buffer[:0], x.values(g, cells, to, values))
		at, known := x.index[string(buffer)]
		if !known && !x.partial {
			return fmt.Errorf("internal: an edge %q of the model leads to a state that was not stored", g.Labels[label])
		}
		if !known {
			at = int32(len(x.index))
			x.index[string(buffer)] = at
		}
		x.spinEdges[numbers[from]] = append(x.spinEdges[numbers[from]], half{x.label(g.Labels[label]), at})
		return nil
	})
}
