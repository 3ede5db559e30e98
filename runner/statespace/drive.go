package statespace

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

// ImpossibleError says that a model cannot do an event in the state that it is in.
type ImpossibleError struct {
	Number   int      // of the event, counted from 1
	Event    string   // its label
	Possible []string // the labels of the events that it could do instead
}

func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("event %d, %q: the model cannot do it; possible are %q", e.Number, e.Event, e.Possible)
}

// Again is what stands for an event where Drive goes back to the initial state: a run begins
// there.  No model prints it.
const Again = "again"

// scriptFile has the events, for the harness.
const scriptFile = "script"

// maxLabel is how many bytes of a label the harness has room for.
const maxLabel = 250

// Drive makes the compiled model execute events, which are named by what the model prints,
// from the initial state.  A name that ends in * stands for each one that begins so and goes
// on with a space, if at all: "receive 1<-2 REQUEST*" for any numbers.  It calls each with the values of all variables: first, with n =
// 0, in the initial state, then after event n.  Several runs are driven at once with Again
// between them, which counts as an event.  The variables are valid until each returns.
// Drive stops at the first error of each.
//
// The error is an *ImpossibleError if the model cannot do an event; each has then been called
// for the events before it.  It is an *UnreadableError if an event may lead to two states.
func Drive(ctx context.Context, j *runner.Job, events iter.Seq[string], each func(n int, variables []trail.Variable) error, limits process.Limits) error {
	h, err := newHarness(ctx, j, graphCompiler(j.Tools(), false), []string{"-DMX_MAX=1000000UL", "-DMX_EDGES", "-DMX_DRIVE"}, limits)
	if err != nil {
		return err
	}
	g, run, err := h.run(ctx, true, 1, limits, func(dir string) error { return writeScript(filepath.Join(dir, scriptFile), events) })
	if err != nil {
		return err
	}
	variables := make([]trail.Variable, len(g.Cells))
	if err := g.EachDriven(func(n int, state []byte) error {
		for k, c := range g.Cells {
			variables[k] = trail.Variable{Name: c.Name, Value: g.Text(c, state)}
		}
		return each(n, variables)
	}); err != nil {
		return err
	}
	if g.Impossible < 0 {
		return nil
	}
	event, err := scriptLine(filepath.Join(run.Dir, scriptFile), g.Impossible)
	if err != nil {
		return err
	}
	return &ImpossibleError{g.Impossible + 1, event, g.Possible}
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
