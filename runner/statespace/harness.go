package statespace

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/graph"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

//go:embed graph.c.txt
var graphSource []byte

// graphSearch visits all states and checks nothing.
var graphSearch = runner.Search{
	Want:      pan.Want{CyclesOnly: true}, // assertions off
	ClaimsOff: true, EndStatesOff: true, Reduction: runner.NoReduction, VectorSize: 8192,
}

// harness is graph.c, compiled with the model.
type harness struct {
	binary     *runner.Binary
	mtypes     []string // variables that are mtypes
	stateBytes int      // of the global variables, in a state
}

func newHarness(ctx context.Context, j *runner.Job, c toolchain.Compiler, defines []string, limits process.Limits) (*harness, error) {
	mtypes, err := writeCells(j)
	if err != nil {
		return nil, err
	}
	size, err := j.GlobalsSize(ctx, graphDefines(), limits)
	if err != nil {
		return nil, err
	}
	defines = append(append([]string{"-DPRINTF", "-DC_EXIT=mx_walk()"}, graphDefines()...), defines...)
	if mb := limits.Memory >> 20; mb > 0 {
		defines = append(defines, fmt.Sprintf("-DMEMLIM=%d", mb))
	}
	binary, err := j.CompileHarness(ctx, "graph.c", graphSource, c, defines, limits)
	return &harness{binary, mtypes, size}, err
}

// run executes the harness and opens the graph that it writes.  before, unless it is nil,
// prepares the directory in which the harness runs.
func (h *harness) run(ctx context.Context, edges bool, depth int, limits process.Limits, before func(dir string) error) (*graph.Graph, runner.Run, error) {
	args := []string{fmt.Sprintf("-m%d", depth), fmt.Sprintf("-w%d", tableFor(depth)), "-n", "-p" + strconv.Itoa(h.stateBytes)}
	run, err := h.binary.Run(ctx, graphSearch, args, limits, before)
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
	if blocks(run.Output) {
		return nil, run, blocked(ctx, run, limits)
	}
	if c := pan.Conclude(run.Output, pan.Want{}); c.Cause == pan.CauseSelfLoop {
		return nil, run, &UnreadableError{selfLoop(h.binary.Job(), c.Reason)}
	}
	g, err := graph.Open(graph.Files{Dir: run.Dir, States: runner.ModelFile + ".svd", StateBytes: h.stateBytes, Mtypes: h.mtypes}, edges)
	if format := (*graph.FormatError)(nil); errors.As(err, &format) {
		reason := format.Reason
		if run.Exit.Killed != process.NotKilled {
			reason = run.Exit.String() + ": the graph is too large, or a loop in a step does not end"
		}
		err = &process.ToolError{Step: "graph", Reason: reason, Killed: run.Exit.Killed}
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

// panSelfLoop matches what pan says of an option that does nothing.
var panSelfLoop = regexp.MustCompile(`proctype '([^']+)' line (\d+), state (\d+): has unconditional self-loop`)

// selfLoop is the option that does nothing, with its line; pan tells that of the loop.
func selfLoop(j *runner.Job, said string) string {
	m := panSelfLoop.FindStringSubmatch(said)
	if m == nil {
		return said
	}
	line := m[2]
	if code, err := j.Code().Statements(); err == nil {
		state, _ := strconv.Atoi(m[3]) // digits
		options, _ := code.Waiting(m[1], state)
		for _, s := range options {
			if s.Text == "(1)" && s.Line > 0 { // skip
				line = strconv.Itoa(s.Line)
			}
		}
	}
	return "line " + line + ": an option that does nothing, for ever, is no event (pan: unconditional self-loop)"
}

func blocks(o pan.Output) bool {
	return len(o.ErrorLines) > 0 && strings.Contains(o.ErrorLines[0].Text, "in d_step")
}

// blocked is the error for a run that has stopped inside a d_step, with the events before.
func blocked(ctx context.Context, run runner.Run, limits process.Limits) error {
	replayed, err := panreplay.Trail(ctx, run, limits)
	if err != nil {
		return err
	}
	return &BlockedError{run.Output.ErrorLines[0].Text, replayed.Events}
}

// tableFor is the size of pan's hash table, in bits of the number of its slots, for so many states.  Clearing a
// larger one would take most of the time that a search of a small model takes.
func tableFor(states int) int { return min(max(bits.Len(uint(states)), 10), 20) }

// graphDefines are those that the layout of the state depends on.
func graphDefines() []string {
	return append(graphSearch.Defines(), "-DSVDUMP")
}

// graphCompiler is the compiler for the harness.
func graphCompiler(t toolchain.Tools, large bool) toolchain.Compiler {
	if large {
		return t.Optimising()
	}
	return t.Fast()
}

// mtypeVariable matches the code in pan.c that prints a variable as an mtype.
var mtypeVariable = regexp.MustCompile(`(?m)^\s*printf\("\tmtype  (\w+)\[%d\]:`)

// writeCells writes graph.h, with the names of all cells.  It returns which variables are mtypes.
func writeCells(j *runner.Job) (mtypes []string, err error) {
	globals, err := j.Code().Globals()
	if err != nil {
		return nil, err
	}
	list := "#define MX_CELLS"
	for _, name := range pancode.Cells("", globals) {
		list += " \\\n\tM(" + name + ")"
	}
	code, err := os.ReadFile(filepath.Join(j.Dir(), "pan.c"))
	if err != nil {
		return nil, err
	}
	for _, v := range mtypeVariable.FindAllSubmatch(code, -1) {
		mtypes = append(mtypes, string(v[1]))
	}
	return mtypes, os.WriteFile(filepath.Join(j.Dir(), "graph.h"), []byte(list+"\n"), 0o600)
}
