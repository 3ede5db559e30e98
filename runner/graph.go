package runner

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

//go:embed graph.c.txt
var graphSource []byte

// Graph is the reachable part of a model as pan's own code makes it: the
// states that a complete search stored, and the labelled edges between them.
// It reads from files of its Job, and is valid until that is closed.
type Graph struct {
	Run         Run               // of the search
	Complete    bool              // every reachable state was stored
	Cells       []Cell            // of a state, by name
	Mtypes      map[uint64]string // names of the mtype values
	States      int
	Labels      []string         // what the model prints, in the order of Edge.Label
	Counts      map[string]int64 // edges by label
	Transitions int64            // edges in all
	HasEdges    bool             // the edges were written, not only counted

	dir        string
	prefix     int      // bytes of a state in the files
	impossible int      // of a driven model: how many events came before the one it cannot do, -1: none
	possible   []string // what it could do instead
}

// Cell is one byte-sized place of a state: a variable or an array's element.
type Cell struct {
	Name   string // as in Promela: next[2], request_net[1].to[2]
	Mtype  bool
	offset int
	size   int
}

// Value is the cell's value in a state.
func (c Cell) Value(state []byte) uint64 {
	var value uint64
	for k := c.size - 1; k >= 0; k-- { // the machines of SPIN's users are little-endian
		value = value<<8 | uint64(state[c.offset+k])
	}
	return value
}

// maxGraphBytes bounds the files that hold the states and the edges.
const maxGraphBytes = 16 << 30

// GraphOptions say how much of a graph is wanted.
type GraphOptions struct {
	Edges     bool // keep the edges, not only their number by label
	Large     bool // expect many states: let the compiler optimise
	MaxStates int  // stop after so many, the nearest ones; 0: only a complete graph will do
}

// Graph searches the model completely, assertions off, and executes every
// transition of every state.
//
// The error is a *ToolError if spin's or the compiler's output is not as
// expected, or if the search was not complete.
func (j *Job) Graph(ctx context.Context, o GraphOptions, limits process.Limits) (*Graph, error) {
	most, depth := uint64(math.MaxInt64), graphDepth
	if o.MaxStates > 0 {
		most, depth = uint64(o.MaxStates), o.MaxStates+100
	}
	defines := []string{fmt.Sprintf("-DMX_MAX=%dUL", most)}
	if o.Edges {
		defines = append(defines, "-DMX_EDGES")
	}
	h, err := j.harness(ctx, j.tools.graphCompiler(o.Large), defines, limits)
	if err != nil {
		return nil, err
	}
	g := &Graph{HasEdges: o.Edges}
	if err := h.run(ctx, g, depth, limits, nil); err != nil {
		return nil, err
	}
	g.Complete = complete(g.Run)
	if !g.Complete && (o.MaxStates == 0 || g.States < o.MaxStates) {
		why := pan.Conclude(g.Run.Output, pan.Want{}).Reason
		return nil, &ToolError{"pan", "the search for all states is not complete: " + why, g.Run.Exit.Killed}
	}
	return g, nil
}

// harness is graph.c, compiled with the model.
type harness struct {
	binary *Binary
	mtypes []string // variables that are mtypes
	prefix int      // bytes of a state that are global variables
}

func (j *Job) harness(ctx context.Context, c Compiler, defines []string, limits process.Limits) (*harness, error) {
	mtypes, err := j.writeGraphSource()
	if err != nil {
		return nil, err
	}
	prefix, err := j.graphPrefix(ctx, limits)
	if err != nil {
		return nil, err
	}
	defines = append(append([]string{"-DPRINTF", "-DC_EXIT=mx_walk()"}, graphDefines...), defines...)
	if mb := limits.Memory >> 20; mb > 0 {
		defines = append(defines, fmt.Sprintf("-DMEMLIM=%d", mb))
	}
	binary, err := j.Compile(ctx, c, defines, limits)
	return &harness{binary, mtypes, prefix}, err
}

// run executes the harness and reads its text into g.  before, if there is
// one, prepares the directory it runs in.
func (h *harness) run(ctx context.Context, g *Graph, depth int, limits process.Limits, before func(dir string) error) error {
	args := []string{fmt.Sprintf("-m%d", depth), "-w20", "-A", "-E", "-n", "-p" + strconv.Itoa(h.prefix)}
	run, err := h.binary.runIn(ctx, args, limits, nil, before)
	if err != nil {
		return err
	}
	for _, line := range run.Output.Unknown {
		if why, said := strings.CutPrefix(line, "graph: "); said {
			return &ToolError{"graph", why, run.Exit.Killed}
		}
	}
	if blocks(run.Output) {
		return h.blocked(ctx, run, limits)
	}
	g.Run, g.dir, g.prefix = run, run.Dir, h.prefix
	g.impossible = -1
	g.Counts, g.Mtypes = map[string]int64{}, map[uint64]string{}
	return g.read(h.mtypes)
}

// BlockedError says that a model stops in the middle of an event, where it can
// neither go on nor back.
type BlockedError struct {
	Reason string
	Events []string // that lead to it; the last one blocks
}

func (e *BlockedError) Error() string { return "pan: " + e.Reason }

func blocks(o pan.Output) bool {
	return len(o.ErrorLines) > 0 && strings.Contains(o.ErrorLines[0].Text, "in d_step")
}

// blocked finds the events that lead to where a run has stopped.
func (h *harness) blocked(ctx context.Context, run Run, limits process.Limits) error {
	replay, err := h.binary.Replay(ctx, run, limits)
	if err != nil {
		return err
	}
	return &BlockedError{run.Output.ErrorLines[0].Text, replay.Events}
}

// graphDepth is pan's search depth, some 80 bytes of stack a step, where the
// number of states, which no path is longer than, is not bounded.
const graphDepth = 4_000_000

// graphDefines are what the layout of the state depends on.
var graphDefines = []string{"-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DSVDUMP", "-DVECTORSZ=8192"}

// complete tells whether a search without anything to decide has seen every state.
func complete(r Run) bool {
	o := r.Output
	return r.OK() && o.Completed && o.Errors == 0 && o.Store == pan.StoreFull &&
		len(o.Incomplete) == 0 && len(o.Aborted) == 0 && o.UnknownCount == 0
}

// graphCompiler compiles the harness, which includes pan.c.
func (t Tools) graphCompiler(large bool) Compiler {
	c := t.Fast()
	if large {
		c = t.Optimising()
	}
	c.source = "graph.c"
	return c
}

// mtypeVariable finds the variables that pan prints as mtypes.
var mtypeVariable = regexp.MustCompile(`(?m)^\s*printf\("\tmtype  (\w+)\[%d\]:`)

// writeGraphSource puts graph.c beside pan.c, and in graph.h the names of all
// cells.  It returns which variables are mtypes.
func (j *Job) writeGraphSource() (mtypes []string, err error) {
	globals, err := j.globals()
	if err != nil {
		return nil, err
	}
	list := "#define MX_CELLS"
	for _, name := range cells("", globals) {
		list += " \\\n\tM(" + name + ")"
	}
	code, err := os.ReadFile(filepath.Join(j.dir, "pan.c"))
	if err != nil {
		return nil, err
	}
	for _, v := range mtypeVariable.FindAllSubmatch(code, -1) {
		mtypes = append(mtypes, string(v[1]))
	}
	return mtypes, errors.Join(
		os.WriteFile(filepath.Join(j.dir, "graph.h"), []byte(list+"\n"), 0o600),
		os.WriteFile(filepath.Join(j.dir, "graph.c"), graphSource, 0o600))
}

// graphPrefix asks the compiler how many bytes of a state are global variables,
// compiled as the search will be.
func (j *Job) graphPrefix(ctx context.Context, limits process.Limits) (int, error) {
	const probe = "#include <stdio.h>\n#include <stddef.h>\n#include \"pan.h\"\n" +
		"int main(void) { printf(\"%lu\\n\", (unsigned long) offsetof(State, sv)); return 0; }\n"
	if err := os.WriteFile(filepath.Join(j.dir, "prefix.c"), []byte(probe), 0o600); err != nil {
		return 0, err
	}
	var text process.PrefixBuffer
	args := append(append([]string{"-w"}, graphDefines...), "-o", "prefix", "prefix.c")
	step, err := j.exec(ctx, j.tools.Fast().Tool, args, limits, &text)
	if err != nil {
		return 0, err
	}
	if !step.OK() {
		return 0, &ToolError{"gcc", complaint(text.String(), step), step.Exit.Killed}
	}
	var out process.PrefixBuffer
	tool := Tool{Name: "./prefix", Path: filepath.Join(j.dir, "prefix")}
	step, err = j.captured(ctx, process.Command{Path: tool.Path, Dir: j.dir, Limits: limits}, j.name("prefix"), "./prefix", &out, &out)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil || !step.OK() || n < 1 || n > 1<<16 {
		return 0, &ToolError{"./prefix", "no size of the state: " + out.String(), step.Exit.Killed}
	}
	return n, nil
}

// read takes in the layout, the labels and the counts.
func (g *Graph) read(mtypes []string) error {
	info, err := os.Stat(filepath.Join(g.dir, modelFile+".svd"))
	if err != nil {
		return err
	}
	if info.Size()%int64(g.prefix) != 0 || info.Size() > maxGraphBytes {
		return &ToolError{"pan", fmt.Sprintf("%d bytes of states of %d bytes", info.Size(), g.prefix), process.NotKilled}
	}
	g.States = int(info.Size()) / g.prefix
	file, err := os.Open(filepath.Join(g.dir, "edges"))
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	ended := false
	for lines.Scan() && !ended {
		if ended, err = g.line(lines.Text(), mtypes); err != nil {
			return &ToolError{"graph", fmt.Sprintf("%q: %s", lines.Text(), err), process.NotKilled}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if !ended {
		return &ToolError{"graph", "the list of labels has no end", process.NotKilled}
	}
	return nil
}

// line reads one line of the harness's text; see graph.c.
func (g *Graph) line(line string, mtypes []string) (end bool, err error) {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "c":
		return false, g.cell(rest, mtypes)
	case "m":
		number, name, _ := strings.Cut(rest, " ")
		value, err := strconv.ParseUint(number, 10, 16)
		g.Mtypes[value] = name
		return false, err
	case "l":
		g.Labels = append(g.Labels, rest)
		return false, nil
	case "n":
		number, label, _ := strings.Cut(rest, " ")
		count, err := strconv.ParseInt(number, 10, 63)
		g.Counts[label] = count
		g.Transitions += count
		return false, err
	case "x":
		g.impossible, err = strconv.Atoi(rest)
		return false, err
	case "p":
		g.possible = append(g.possible, rest)
		return false, nil
	case ".":
		return true, nil
	}
	return false, errors.New("not a line of graph.c")
}

// cell reads where a cell is.
func (g *Graph) cell(text string, mtypes []string) error {
	var c Cell
	if n, err := fmt.Sscan(text, &c.Name, &c.offset, &c.size); n != 3 || err != nil {
		return errors.New("not a name, an offset and a size")
	}
	if c.offset < 0 || c.size < 1 || c.size > 8 || c.offset+c.size > g.prefix {
		return errors.New("lies outside the state")
	}
	variable, _, _ := strings.Cut(c.Name, "[")
	c.Mtype = slices.Contains(mtypes, variable)
	g.Cells = append(g.Cells, c)
	return nil
}

// EachState calls f with every state, in the order of their numbers.  The
// bytes are valid until f returns.
func (g *Graph) EachState(f func(number int, state []byte) error) error {
	file, err := os.Open(filepath.Join(g.dir, modelFile+".svd"))
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	state := make([]byte, g.prefix)
	for k := range g.States {
		if _, err := io.ReadFull(in, state); err != nil {
			return fmt.Errorf("state %d: %w", k, err)
		}
		if err := f(k, state); err != nil {
			return err
		}
	}
	return nil
}

// EachEdge calls f with every edge: the number of the state it leaves, the
// number of its label, and the state it leads to, valid until f returns.
func (g *Graph) EachEdge(f func(from, label int, to []byte) error) error {
	file, err := os.Open(filepath.Join(g.dir, "edges.bin"))
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	record := make([]byte, 6+g.prefix)
	for k := range g.Transitions {
		if _, err := io.ReadFull(in, record); err != nil {
			return fmt.Errorf("edge %d: %w", k, err)
		}
		from := int(binary.LittleEndian.Uint32(record))
		label := int(binary.LittleEndian.Uint16(record[4:]))
		if from >= g.States || label >= len(g.Labels) {
			return fmt.Errorf("edge %d: leaves state %d by label %d, which are not there", k, from, label)
		}
		if err := f(from, label, record[6:]); err != nil {
			return err
		}
	}
	return nil
}
