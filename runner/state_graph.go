package runner

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

//go:embed graph.c.txt
var graphSource []byte

// GraphOptions say how much of a graph Job.Graph returns.
type GraphOptions struct {
	Edges     bool // with the edges, not only their numbers by label and their hash
	Large     bool // many states are expected: the optimising compiler is used
	MaxStates int  // only so many states, the nearest ones; 0: all, and else an error
}

// graphSearch visits all states and checks nothing.
var graphSearch = Search{
	Want:      pan.Want{CyclesOnly: true}, // assertions off
	ClaimsOff: true, EndStatesOff: true, Reduction: NoReduction,
}

// Graph searches the model completely, assertions off, and executes every transition of
// every state.
//
// The error is a *process.ToolError if spin's or the compiler's output is not as expected, or if
// the search was not complete; it is a *BlockedError if the model stops in the middle of an event,
// and an *UnreadableError if its steps are no events.
func (j *Job) Graph(ctx context.Context, o GraphOptions, limits process.Limits) (*graph.Graph, error) {
	most, depth := uint64(math.MaxInt64), graphDepth
	if o.MaxStates > 0 {
		most, depth = uint64(o.MaxStates), o.MaxStates+100
	}
	defines := []string{fmt.Sprintf("-DMX_MAX=%dUL", most)}
	if o.Edges {
		defines = append(defines, "-DMX_EDGES")
	} else {
		defines = append(defines, "-DMX_HASH")
	}
	h, err := j.harness(ctx, graphCompiler(j.tools, o.Large), defines, limits)
	if err != nil {
		return nil, err
	}
	g, run, err := h.run(ctx, o.Edges, depth, limits, nil)
	if err != nil {
		return nil, err
	}
	g.Complete = sawEveryState(run)
	if !g.Complete && (o.MaxStates == 0 || g.States < o.MaxStates) {
		why := pan.Conclude(run.Output, pan.Want{}).Reason
		return nil, &process.ToolError{Step: "pan", Reason: "the search for all states is not complete: " + why, Killed: run.Exit.Killed}
	}
	return g, nil
}

// harness is graph.c, compiled with the model.
type harness struct {
	binary     *Binary
	mtypes     []string // variables that are mtypes
	stateBytes int      // of the global variables, in a state
}

func (j *Job) harness(ctx context.Context, c toolchain.Compiler, defines []string, limits process.Limits) (*harness, error) {
	mtypes, err := j.writeGraphSource()
	if err != nil {
		return nil, err
	}
	size, err := j.globalsSize(ctx, limits)
	if err != nil {
		return nil, err
	}
	defines = append(append([]string{"-DPRINTF", "-DC_EXIT=mx_walk()"}, graphDefines()...), defines...)
	if mb := limits.Memory >> 20; mb > 0 {
		defines = append(defines, fmt.Sprintf("-DMEMLIM=%d", mb))
	}
	binary, err := j.compileWith(ctx, c, defines, limits)
	return &harness{binary, mtypes, size}, err
}

// run executes the harness and opens the graph that it writes.  before, unless it is nil,
// prepares the directory in which the harness runs.
func (h *harness) run(ctx context.Context, edges bool, depth int, limits process.Limits, before func(dir string) error) (*graph.Graph, Run, error) {
	args := append([]string{fmt.Sprintf("-m%d", depth), fmt.Sprintf("-w%d", tableFor(depth)), "-n", "-p" + strconv.Itoa(h.stateBytes)}, graphSearch.args()...)
	run, err := h.binary.runIn(ctx, args, limits, nil, before)
	if err != nil {
		return nil, run, err
	}
	for _, line := range run.Output.Unknown {
		if why, said := strings.CutPrefix(line, "graph: model: "); said {
			return nil, run, &UnreadableError{why}
		}
		if why, said := strings.CutPrefix(line, "graph: "); said {
			return nil, run, &process.ToolError{Step: "graph", Reason: why, Killed: run.Exit.Killed}
		}
	}
	switch {
	case run.Exit.Signal == syscall.SIGFPE:
		return nil, run, &UnreadableError{"a step divides by zero"}
	case run.Exit.Signal != 0 && run.Exit.Killed == process.NotKilled:
		return nil, run, &process.ToolError{Step: "pan", Reason: run.Exit.String()}
	}
	run.trailArgs = graphSearch.replayArgs()
	if blocks(run.Output) {
		return nil, run, h.blocked(ctx, run, limits)
	}
	g, err := graph.Open(graph.Files{Dir: run.Dir, States: modelFile + ".svd", StateBytes: h.stateBytes, Mtypes: h.mtypes}, edges)
	if format := (*graph.FormatError)(nil); errors.As(err, &format) {
		err = &process.ToolError{Step: "graph", Reason: format.Reason, Killed: run.Exit.Killed}
	}
	return g, run, err
}

// UnreadableError says that a model is none whose steps are events.
type UnreadableError struct{ Reason string }

func (e *UnreadableError) Error() string { return "model: " + e.Reason }

// BlockedError says that a model blocks inside a d_step, in the middle of an event.
type BlockedError struct {
	Reason string
	Events []string // that lead to it; the last one blocks
}

func (e *BlockedError) Error() string { return "pan: " + e.Reason }

func blocks(o pan.Output) bool {
	return len(o.ErrorLines) > 0 && strings.Contains(o.ErrorLines[0].Text, "in d_step")
}

// blocked is the error for a run that has stopped inside a d_step, with the events before.
func (h *harness) blocked(ctx context.Context, run Run, limits process.Limits) error {
	replay, err := h.binary.Replay(ctx, run, limits)
	if err != nil {
		return err
	}
	return &BlockedError{run.Output.ErrorLines[0].Text, replay.Events}
}

// graphDepth is pan's search depth where the number of states is not bounded.  A step of
// depth takes some 80 bytes of stack.
const graphDepth = 4_000_000

// tableFor is the size of pan's hash table, in bits of the number of its slots, for so many states.  Clearing a
// larger one would take most of the time that a search of a small model takes.
func tableFor(states int) int { return min(max(bits.Len(uint(states)), 10), 20) }

// graphDefines are those that the layout of the state depends on.
func graphDefines() []string {
	return append(graphSearch.ownDefines(), "-DSVDUMP", "-DVECTORSZ=8192")
}

// sawEveryState tells whether a search that checks nothing has visited every state.
func sawEveryState(r Run) bool {
	o := r.Output
	return r.OK() && o.Completed && o.Errors == 0 && o.Store == pan.StoreFull &&
		len(o.Incomplete) == 0 && len(o.Aborted) == 0 && o.UnknownCount == 0
}

// graphCompiler is the compiler for the harness, which includes pan.c.
func graphCompiler(t toolchain.Tools, large bool) toolchain.Compiler {
	c := t.Fast()
	if large {
		c = t.Optimising()
	}
	c.Source = "graph.c"
	return c
}

// mtypeVariable matches the code in pan.c that prints a variable as an mtype.
var mtypeVariable = regexp.MustCompile(`(?m)^\s*printf\("\tmtype  (\w+)\[%d\]:`)

// writeGraphSource writes graph.c beside pan.c, and graph.h with the names of all cells.  It
// returns which variables are mtypes.
func (j *Job) writeGraphSource() (mtypes []string, err error) {
	globals, err := j.Code().Globals()
	if err != nil {
		return nil, err
	}
	list := "#define MX_CELLS"
	for _, name := range pancode.Cells("", globals) {
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

// stateSizes are the sizes that compilers have said, by compiler and declarations: the models of a batch often differ in
// their handlers alone.
var stateSizes sync.Map

// globalsSize is how many bytes of a state are global variables, compiled as the search will be.
func (j *Job) globalsSize(ctx context.Context, limits process.Limits) (int, error) {
	declared, err := j.Code().StateDeclarations()
	if err != nil {
		return 0, err
	}
	key := sha256.Sum256([]byte(j.tools.Fast().Tool.Path + "\n" + declared))
	if size, known := stateSizes.Load(key); known {
		return size.(int), nil
	}
	size, err := j.askGlobalsSize(ctx, limits)
	if err == nil {
		stateSizes.Store(key, size)
	}
	return size, err
}

// askGlobalsSize asks the compiler.
func (j *Job) askGlobalsSize(ctx context.Context, limits process.Limits) (int, error) {
	const probe = "#include <stdio.h>\n#include <stddef.h>\n#include \"pan.h\"\n" +
		"int main(void) { printf(\"%lu\\n\", (unsigned long) offsetof(State, sv)); return 0; }\n"
	if err := os.WriteFile(filepath.Join(j.dir, "prefix.c"), []byte(probe), 0o600); err != nil {
		return 0, err
	}
	var text process.PrefixBuffer
	args := append(append([]string{"-w"}, graphDefines()...), "-o", "prefix", "prefix.c")
	step, err := j.exec(ctx, j.tools.Fast().Tool, args, limits, &text)
	if err != nil {
		return 0, err
	}
	if !step.OK() {
		return 0, &process.ToolError{Step: "gcc", Reason: complaint(text.String(), step), Killed: step.Exit.Killed}
	}
	var out process.PrefixBuffer
	tool := toolchain.Tool{Name: "./prefix", Path: filepath.Join(j.dir, "prefix")}
	step, err = j.captured(ctx, process.Command{Path: tool.Path, Dir: j.dir, Limits: limits}, j.name("prefix"), "./prefix", &out, &out)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil || !step.OK() || n < 1 || n > 1<<16 {
		return 0, &process.ToolError{Step: "./prefix", Reason: "no size of the state: " + out.String(), Killed: step.Exit.Killed}
	}
	return n, nil
}
