package runner

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// ImpossibleError says that a model cannot do an event.
type ImpossibleError struct {
	Number   int      // of the event, counted from 1
	Event    string   // its label
	Possible []string // the labels of what it could do instead
}

func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("event %d, %q: the model cannot do it; possible are %q", e.Number, e.Event, e.Possible)
}

// maxLabel is the length of a label in the harness.
const maxLabel = 250

// Drive has the compiled model execute events by their labels, from the initial
// state, and calls each with all variables: first, with n = 0, in the initial
// state, then after event n.  It stops at the first error of each.
//
// The error is an *ImpossibleError at the first event that the model cannot do,
// after each has been called for those before it.
func (j *Job) Drive(ctx context.Context, events iter.Seq[string], each func(n int, variables []Variable) error, limits process.Limits) error {
	h, err := j.harness(ctx, j.tools.graphCompiler(false), []string{"-DMX_MAX=1000000UL", "-DMX_EDGES", "-DMX_DRIVE"}, limits)
	if err != nil {
		return err
	}
	g := &Graph{HasEdges: true}
	if err := h.run(ctx, g, 1, limits, func(dir string) error { return writeScript(filepath.Join(dir, "script"), events) }); err != nil {
		return err
	}
	if err := g.eachDriven(each); err != nil {
		return err
	}
	if g.impossible < 0 {
		return nil
	}
	event, err := scriptLine(filepath.Join(g.dir, "script"), g.impossible)
	if err != nil {
		return err
	}
	return &ImpossibleError{g.impossible + 1, event, g.possible}
}

// writeScript writes the events, one a line.
func writeScript(path string, events iter.Seq[string]) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for e := range events {
		if strings.ContainsAny(e, "\n\x00") || e == "" || len(e) > maxLabel {
			return fmt.Errorf("event %.60q: not a label", e)
		}
		if _, err := out.WriteString(e + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// scriptLine is line n of a script, counted from 0.
func scriptLine(path string, n int) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for k := 0; lines.Scan(); k++ {
		if k == n {
			return lines.Text(), nil
		}
	}
	return "", fmt.Errorf("the script has no line %s: %w", strconv.Itoa(n), lines.Err())
}

// eachDriven reads the states that the driven model went through.
func (g *Graph) eachDriven(each func(n int, variables []Variable) error) error {
	file, err := os.Open(filepath.Join(g.dir, "edges.bin"))
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	state := make([]byte, g.prefix)
	variables := make([]Variable, len(g.Cells))
	for n := 0; ; n++ {
		if _, err := io.ReadFull(in, state); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("state %d: %w", n, err)
		}
		for k, c := range g.Cells {
			variables[k] = Variable{c.Name, g.text(c, state)}
		}
		if err := each(n, variables); err != nil {
			return err
		}
	}
}

// text is a cell's value as pan would print it, an mtype's by its name.
func (g *Graph) text(c Cell, state []byte) string {
	v := c.Value(state)
	if name := g.Mtypes[v]; c.Mtype && name != "" {
		return name
	}
	return strconv.FormatUint(v, 10)
}
