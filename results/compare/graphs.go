package compare

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/notation"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/statespace"
)

// ErrTooLarge says that a graph did not fit into the limits.
var ErrTooLarge = errors.New("too large to compare within the limits")

// graphs has both graphs in one form.  A state is a key made of the values of the
// compared variables.  States are numbered in the order in which they are found,
// those of the program first.
type graphs struct {
	program *explore.Graph
	result  *Comparison

	variables []reference.Variable // that are compared
	index     map[string]int32     // numbers of states by key
	inGo      int                  // the program's states have the numbers 0 to inGo-1
	inSPIN    []bool               // which of the program's states the model has
	labels    map[string]uint16    // numbers of labels
	names     []string             // labels by number
	goEdges   adjacency
	spinEdges adjacency
	initial   int32 // the model's initial state
	partial   bool  // the model has more states than were stored
	silent    []int // transitions of the model that print nothing and change nothing, by pan's numbers
}

// adjacency has a graph's edges by the state that they leave.
type adjacency map[int32][]edge

// edge leads from the state that adjacency has it under to another.
type edge struct {
	label uint16
	to    int32
}

// extraStates is how many states more than the program has are searched in a model,
// to find the nearest difference among them.
const extraStates = 1000

// compare searches the model, and fills in the result.
func (x *graphs) compare(ctx context.Context, job *runner.Job, edges bool, limits process.Limits) error {
	const large = 100_000 // edges, from which on an optimising compiler pays
	g, err := statespace.Graph(ctx, job, statespace.GraphOptions{
		Edges: edges, Large: x.program.Transitions() > large,
		MaxStates: x.program.States() + extraStates, // a model with more states is different
	}, limits)
	if blocked := (*statespace.BlockedError)(nil); errors.As(err, &blocked) {
		x.result.States.Go, x.result.Transitions.Go = int64(x.program.States()), x.program.Transitions()
		x.result.Edges, x.result.Difference = EdgesCompared, &Difference{
			Only: "spin", Path: blocked.Events,
			Text: "the model blocks in the middle of the event that follows: " + blocked.Reason,
		}
		return nil
	}
	if unreadable := (*statespace.UnreadableError)(nil); errors.As(err, &unreadable) {
		return &config.Error{Operand: "model", Reason: unreadable.Reason, Remedy: "make each event one d_step that prints one line"}
	}
	if err != nil {
		return err
	}
	r := x.result
	x.partial, x.silent = !g.Complete, g.Silent
	x.result.Partial = x.partial
	r.States = results.Sides{SPIN: int64(g.States), Go: int64(x.program.States())}
	r.Transitions = results.Sides{SPIN: g.Transitions, Go: x.program.Transitions()}
	r.Edges = EdgesHashed
	r.Difference, r.Labels = nil, nil
	if err := x.programStates(ctx); err != nil {
		return err
	}
	numbers, hidden, err := x.modelStates(ctx, g)
	if err != nil {
		return err
	}
	if distinct := x.distinct(numbers); hidden == "" && g.Complete && distinct != g.States {
		hidden = fmt.Sprintf("the model has %d states, of which only %d differ in what is compared: it keeps state elsewhere", g.States, distinct)
	}
	r.Labels = x.labelCounts(g)
	r.Equal = g.Complete && hidden == "" && len(r.Labels) == 0 && len(x.index) == x.inGo && !slices.Contains(x.inSPIN, false)
	if hidden != "" {
		r.Difference = &Difference{Only: "spin", Path: []string{}, Text: hidden}
		return nil
	}
	if !edges {
		if r.Equal {
			hash, err := x.programHash(ctx, g)
			r.Equal = hash == g.Hash
			return err
		}
		return nil
	}
	r.Edges = EdgesCompared
	if err := x.readEdges(ctx, g, numbers); err != nil {
		return err
	}
	// The graphs have sets of edges: an option that the model has twice changes nothing.
	r.Difference = x.nearest()
	if r.Equal = r.Difference == nil; r.Equal {
		r.Labels = nil
	}
	return nil
}

// silentSteps are the steps of the model that print nothing and change nothing.
func (x *graphs) silentSteps(job *runner.Job) (all []pancode.Statement, err error) {
	if len(x.silent) == 0 {
		return nil, nil
	}
	code, err := job.Code().Statements()
	for _, number := range x.silent {
		all = append(all, code.OfTransition(number))
	}
	return all, err
}

// checking returns a function for loops over states and edges, which returns ctx's error once in a while.
func checking(ctx context.Context) func() error {
	n := 0
	return func() error {
		if n++; n%1000 == 0 {
			return ctx.Err()
		}
		return nil
	}
}

// key appends values to a buffer, four bytes each.
func key(buffer []byte, values []int) []byte {
	for _, v := range values {
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(v))
	}
	return buffer
}

// programStates numbers the states of the program.
func (x *graphs) programStates(ctx context.Context) error {
	x.variables = x.program.System().Variables()
	x.index = make(map[string]int32, x.program.States())
	var buffer []byte
	check := checking(ctx)
	err := x.program.Each(func(_ explore.State, values []int) error {
		buffer = key(buffer[:0], values)
		if _, twice := x.index[string(buffer)]; twice {
			return fmt.Errorf("internal: two states of the program have the same compared values %v", values)
		}
		x.index[string(buffer)] = int32(len(x.index))
		return check()
	})
	x.inGo = len(x.index)
	return err
}

// modelStates numbers the states of the model; a state that the program has as well
// keeps the program's number.  hidden names a variable of the model that the program
// does not have and that is not constant: the comparison would not see it.
func (x *graphs) modelStates(ctx context.Context, g *graph.Graph) (numbers []int32, hidden string, err error) {
	cells, others := x.cells(g)
	for at, c := range cells {
		if c.Name == "" {
			return nil, "the model has no variable " + x.variables[at].Name, nil
		}
	}
	constant := make([]uint64, len(others))
	x.inSPIN = make([]bool, x.inGo)
	values := make([]int, len(cells))
	var buffer []byte
	check := checking(ctx)
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
		return check()
	})
	return numbers, hidden, err
}

// distinct is how many of the model's states differ in the compared variables.
func (x *graphs) distinct(numbers []int32) int {
	n := len(x.index) - x.inGo
	for _, both := range x.inSPIN {
		if both {
			n++
		}
	}
	return min(n, len(numbers))
}

// cells finds the places of the compared variables in the model's states, and the
// other places.
func (x *graphs) cells(g *graph.Graph) (cells, others []graph.Cell) {
	cells = make([]graph.Cell, len(x.variables))
	for _, c := range g.Cells {
		if at := slices.IndexFunc(x.variables, func(v reference.Variable) bool { return v.Name == c.Name }); at >= 0 {
			cells[at] = c
		} else {
			others = append(others, c)
		}
	}
	return cells, others
}

// values reads the compared variables from a state of the model, as the program
// writes them.
func (x *graphs) values(g *graph.Graph, cells []graph.Cell, state []byte, values []int) []int {
	for k, c := range cells {
		v := c.Value(state)
		values[k] = int(v)
		if x.variables[k].Phase {
			values[k] = notation.Phase(g.Mtypes[v])
		}
	}
	return values
}

// labelCounts returns the labels of which the graphs have different numbers of edges.
func (x *graphs) labelCounts(g *graph.Graph) []LabelCount {
	program := x.program.Counts()
	var different []LabelCount
	for label, n := range program {
		if g.Counts[label] != n {
			different = append(different, LabelCount{label, results.Sides{SPIN: g.Counts[label], Go: n}})
		}
	}
	for label, n := range g.Counts {
		if program[label] == 0 {
			different = append(different, LabelCount{label, results.Sides{SPIN: n}})
		}
	}
	slices.SortFunc(different, func(a, b LabelCount) int { return strings.Compare(a.Label, b.Label) })
	return different
}

// programHash is the hash of the program's edges, with cells and numbers of phases as in the
// model.
func (x *graphs) programHash(ctx context.Context, g *graph.Graph) (sum [2]uint64, err error) {
	check := checking(ctx)
	var constant graph.StateHash // of the cells that are not compared
	cells, others := x.cells(g)
	if err := g.EachState(func(number int, state []byte) error {
		if number == 0 {
			for _, c := range others {
				constant.Add(graph.NameHash(c.Name), c.Value(state))
			}
		}
		return check()
	}); err != nil {
		return sum, err
	}
	names, phases := make([]uint64, len(cells)), map[int]uint64{}
	for k, c := range cells {
		names[k] = graph.NameHash(c.Name)
	}
	for number, name := range g.Mtypes {
		if phase := notation.Phase(name); phase >= 0 {
			phases[phase] = number
		}
	}
	var states []graph.StateHash // by number
	if err := x.program.Each(func(s explore.State, values []int) error {
		h := constant
		for k, v := range values {
			value := uint64(v)
			if x.variables[k].Phase {
				value = phases[v]
			}
			h.Add(names[k], value)
		}
		for int(s) >= len(states) {
			states = append(states, graph.StateHash{})
		}
		states[s] = h
		return check()
	}); err != nil {
		return sum, err
	}
	var labels []uint64
	for _, e := range x.program.Labels() {
		labels = append(labels, graph.NameHash(e.String()))
	}
	err = x.program.Edges(func(e explore.Edge) error {
		h := graph.EdgeHash(states[e.From], labels[e.Label], states[e.To])
		sum[0], sum[1] = sum[0]+h[0], sum[1]+h[1]
		return check()
	})
	return sum, err
}

// label is the number of a label.
func (x *graphs) label(name string) uint16 {
	n, known := x.labels[name]
	if !known {
		n = uint16(len(x.names))
		x.labels[name] = n
		x.names = append(x.names, name)
	}
	return n
}

// readEdges collects the edges of both sides.
func (x *graphs) readEdges(ctx context.Context, g *graph.Graph, numbers []int32) error {
	x.labels, x.names = map[string]uint16{}, nil
	x.goEdges, x.spinEdges = adjacency{}, adjacency{}
	position := map[explore.State]int32{}
	for s := range x.program.All() { // the order in which programStates has numbered them
		position[s] = int32(len(position))
	}
	check := checking(ctx)
	labels := x.program.Labels()
	if err := x.program.Edges(func(e explore.Edge) error {
		from := position[e.From]
		x.goEdges[from] = append(x.goEdges[from], edge{x.label(labels[e.Label].String()), position[e.To]})
		return check()
	}); err != nil {
		return err
	}
	cells, _ := x.cells(g)
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
		x.spinEdges[numbers[from]] = append(x.spinEdges[numbers[from]], edge{x.label(g.Labels[label]), at})
		return check()
	})
}
