package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/page"
	"github.com/mxgen/mxgen/results/show/raster"
	"github.com/mxgen/mxgen/results/show/scene"
)

// showFlags are the flags of show.
type showFlags struct {
	traceInputFlags
	output string
	window book.Window
	state  int
}

// showForms are the forms by the ends of file names.
var showForms = map[string]string{".html": "html", ".svg": "svg", ".png": "png", ".mmd": "mermaid",
	".txt": "text", ".json": "itf", ".log": "shiviz", ".jsonl": "trace"}

func newShow() *cobra.Command {
	f := showFlags{}
	c := &cobra.Command{
		Use:   "show TRACE | RESULTS | TRAIL | DIR | LOG | SCENARIO | - ... -o FILE",
		Short: "Draw a run: a page to step through it, or a picture",
		Long: `Draws a run: a space-time diagram with a line for each node and an arrow for each
message, the variables of all nodes after each event, and the picture that the
sources of the algorithm draw, such as the virtual queue or the tree.

Operands are those of mxgen trace: traces, results of mxgen verify --json, logs
with vector clocks; and a SPIN trail beside its generated model, a directory
that verify --keep wrote, or a scenario of a paper (results/scenarios).  The end of the file's name says what is written:

  .html   one page that needs no network: step with the arrow keys or a mouse
  .svg    the diagram; with --state K the algorithm's picture after K events
  .png    the same as pixels
  .mmd    a Mermaid sequence diagram
  .txt    a line for each event, a column for each node
  .json   states in Apalache's Informal Trace Format
  .log    events with vector clocks, for ShiViz
  .jsonl  a trace
  DIR/    (a new or empty directory) a page for each counterexample of results,
          and index.html with all verdicts

A page has at most 400 events, unless --events says otherwise: the last ones of a
counterexample, the first ones of another run.  --from chooses where it begins.

Exit codes: 0 written, 2 wrong usage or input, 4 a tool failed or is missing.`,
		Example: `  mxgen run ricart-agrawala --n 3 --entries 2 -o trace.jsonl && mxgen show trace.jsonl -o run.html
  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --json | mxgen show - -o runs/
  mxgen show trace.jsonl --from 20 --events 30 -o part.svg
  mxgen show trace.jsonl --state 12 -o queue.png
  mxgen show results/scenarios/mk-1.yaml -o deadlock.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVarP(&f.output, "output", "o", "", "write to this file or directory")
	c.Flags().IntVar(&f.window.From, "from", 0, "the first event that is drawn, from 1")
	c.Flags().IntVar(&f.window.Events, "events", 0, fmt.Sprintf("draw at most so many events, at most %d", book.Limit))
	c.Flags().IntVar(&f.state, "state", 0, "draw the algorithm's picture of the state after so many events, instead of the diagram")
	f.add(c)
	return c
}

func (f *showFlags) run(c *cobra.Command, args []string) error {
	form, err := f.check(c)
	if err != nil {
		return err
	}
	in, remove, err := f.input(c, args)
	defer remove()
	if err != nil {
		return cancelled(c, err)
	}
	stop := terminal.StartSpinner(progressTo(c), "drawing "+strings.Join(args, " ")).Stop
	err = f.write(c, in, form)
	stop()
	return cancelled(c, err)
}

// check checks the flags, and returns the form of the output.
func (f *showFlags) check(c *cobra.Command) (form string, err error) {
	remedy := "name a file that ends in .html, .svg, .png, .mmd, .txt, .json, .log or .jsonl, or a directory DIR/"
	if f.output == "" {
		return "", &config.Error{Operand: "show", Reason: "no output", Remedy: "-o run.html; " + remedy}
	}
	form = showForms[filepath.Ext(f.output)]
	if info, err := os.Stat(f.output); strings.HasSuffix(f.output, "/") || err == nil && info.IsDir() {
		form = "pages"
	}
	changed := c.Flags().Changed
	switch {
	case form == "":
		return "", &config.Error{Operand: "output " + f.output, Reason: "its end names no form", Remedy: remedy}
	case changed("from") && f.window.From < 1:
		return "", &config.Error{Operand: fmt.Sprintf("from %d", f.window.From), Reason: "needs at least 1"}
	case changed("events") && (f.window.Events < 1 || f.window.Events > book.Limit):
		return "", &config.Error{Operand: fmt.Sprintf("events %d", f.window.Events), Reason: fmt.Sprintf("needs 1 to %d", book.Limit)}
	case changed("state") && f.state < 0:
		return "", &config.Error{Operand: fmt.Sprintf("state %d", f.state), Reason: "needs at least 0"}
	}
	for _, name := range []string{"from", "events", "state"} {
		drawn := form == "svg" || form == "png" || name != "state" && (form == "html" || form == "pages")
		if changed(name) && !drawn {
			return "", &config.Error{Operand: "--" + name, Reason: "says nothing about " + f.output, Remedy: "leave it out"}
		}
	}
	if changed("state") && (changed("from") || changed("events")) {
		return "", &config.Error{Operand: "--state", Reason: "draws one state", Remedy: "leave out --from and --events"}
	}
	return form, nil
}

// input reads the operands.  remove removes the copy of standard input.
func (f *showFlags) input(c *cobra.Command, args []string) (in *openedTrace, remove func(), err error) {
	if len(args) == 1 && args[0] != "-" && hasTrails(args[0]) {
		in, err = f.trails(c, args[0])
		return in, func() {}, err
	}
	var logs []check.Log
	if len(args) == 1 && isSuite(args[0]) {
		logs, remove, err = openScenario(args[0])
	} else {
		logs, remove, err = openLogs(c, args)
	}
	if err != nil {
		return nil, remove, err
	}
	in, err = f.open(c, logs)
	return in, remove, err
}

// openScenario writes the trace of a scenario's run to a temporary file, which remove removes.
func openScenario(path string) (logs []check.Log, remove func(), err error) {
	remove = func() {}
	start, err := readScenario(path)
	if err != nil {
		return nil, remove, err
	}
	session, err := start.Open(explore.Limits{})
	if err != nil {
		return nil, remove, err
	}
	text, err := session.Trace()
	if err != nil {
		return nil, remove, err
	}
	copied, err := spool(bytes.NewReader(text))
	log := check.File(copied)
	log.Name = path
	return []check.Log{log}, func() { os.Remove(copied) }, err
}

// hasTrails tells whether an operand is a trail, or a directory without logs.
func hasTrails(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return strings.HasSuffix(path, ".trail")
	}
	_, err = logsIn(path)
	return err != nil
}

// trails are the runs of SPIN's trails, executed by the program.
func (f *showFlags) trails(c *cobra.Command, path string) (*openedTrace, error) {
	found, err := findTrails(path)
	if err != nil {
		return nil, err
	}
	limits := defaultLimits
	replayer, err := limits.replayer(c)
	if err != nil {
		return nil, err
	}
	in := &openedTrace{form: convert.ResultsForm}
	for _, one := range found {
		r, err := replayTrail(c, replayer, one)
		if err != nil {
			return nil, err
		}
		in.results = append(in.results, results.Result{Algorithm: r.Configuration.Algorithm, Configuration: r.Configuration, Property: r.Property, Counterexample: r.Run, Verdict: results.Fail})
	}
	return in, nil
}

func (f *showFlags) write(c *cobra.Command, in *openedTrace, form string) error {
	switch form {
	case "pages":
		if in.form != convert.ResultsForm {
			return &config.Error{Operand: "output " + f.output, Reason: "a directory is for results", Remedy: "name a file that ends in .html"}
		}
		return writePages(c.Context(), f.output, "Counterexamples", in.results, f.window)
	case "html", "svg", "png":
		return f.draw(c, in, form)
	case "mermaid":
		return f.mermaid(c, in)
	}
	convertFlags := traceConvertFlags{traceInputFlags: f.traceInputFlags, to: form, output: f.output}
	return convertFlags.commit(c, in, func() {})
}

// document is the page of the one run.
func (f *showFlags) document(c *cobra.Command, in *openedTrace, window book.Window) (*page.Document, error) {
	if in.form == convert.ResultsForm {
		r, err := one(in.runsOfResults(), "output "+f.output, "--property selects one, and -o DIR/ writes a page of each")
		if err != nil {
			return nil, err
		}
		return book.OfResult(c.Context(), r, window)
	}
	runs, err := in.runs(c, false)
	if err != nil {
		return nil, err
	}
	return book.OfRun(c.Context(), runs[0], window)
}

// one is the only one of several runs.
func one(runs []results.Result, operand, remedy string) (results.Result, error) {
	if len(runs) > 1 {
		return results.Result{}, &config.Error{Operand: operand, Reason: fmt.Sprintf("draws one run, and there are %d", len(runs)), Remedy: remedy}
	}
	return runs[0], nil
}

// draw writes a page or a picture.
func (f *showFlags) draw(c *cobra.Command, in *openedTrace, form string) error {
	window := f.window
	state := c.Flags().Changed("state")
	if state {
		window = book.Window{From: max(f.state, 1), Events: 1}
	}
	if form != "html" && window.Events == 0 {
		window.Events = book.Limit
	}
	d, err := f.document(c, in, window)
	if err != nil {
		if wrong := (*config.Error)(nil); state && errors.As(err, &wrong) && strings.HasPrefix(wrong.Operand, "from ") {
			wrong.Operand = fmt.Sprintf("state %d", f.state)
		}
		return err
	}
	var text bytes.Buffer
	switch {
	case form == "html":
		err = page.Write(&text, d)
	case state:
		err = f.writeState(&text, d)
	case d.Chart.First+d.Chart.Cut > 0 && f.window == book.Window{}:
		return &config.Error{Operand: "output " + f.output, Reason: fmt.Sprintf("the run has %d events, and a picture at most %d", d.Chart.First+d.Chart.Cut+len(d.Chart.Events), book.Limit),
			Remedy: "--from and --events choose a part, or -o run.html"}
	default:
		d.Chart.Title = d.Title
		err = f.writeScene(&text, diagram.Draw(d.Chart))
	}
	if err != nil {
		return err
	}
	return writeOutput(f.output, text.Bytes())
}

// writeState writes the algorithm's picture of a state.
func (f *showFlags) writeState(w *bytes.Buffer, d *page.Document) error {
	if d.Picture == nil {
		return &config.Error{Operand: "--state", Reason: "no program executes this run, and there is no picture of a state", Remedy: "leave --state out"}
	}
	return f.writeScene(w, d.Picture(min(f.state, 1))) // of the one event, or before it
}

// writeScene writes a drawing as SVG or PNG.
func (f *showFlags) writeScene(w *bytes.Buffer, s *scene.Scene) error {
	if filepath.Ext(f.output) == ".svg" {
		w.WriteString(s.SVG(scene.Standalone))
		return nil
	}
	if err := raster.PNG(w, s, 2); err != nil {
		return &config.Error{Operand: "output " + f.output, Reason: err.Error(), Remedy: "--events draws fewer, or -o run.svg"}
	}
	return nil
}

// mermaid writes the one run as a Mermaid text.
func (f *showFlags) mermaid(c *cobra.Command, in *openedTrace) error {
	shown, err := in.asResults(c)
	if err != nil {
		return err
	}
	if n := shown[0].Length(); n > book.Limit {
		return &config.Error{Operand: "output " + f.output, Reason: fmt.Sprintf("the run has %d events, and a picture at most %d", n, book.Limit), Remedy: "-o run.html or run.txt"}
	}
	text, err := mermaidOf(shown, "output "+f.output)
	if err != nil {
		return err
	}
	return writeOutput(f.output, []byte(text))
}

// writePages writes the pages of results to a new or empty directory: all of them, or nothing.
func writePages(ctx context.Context, dir, title string, rs []results.Result, window book.Window) error {
	dir = filepath.Clean(dir)
	if err := preparePages(dir); err != nil {
		return err
	}
	files, err := book.OfResults(ctx, title, rs, window)
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), ".mxgen-*")
	if err != nil {
		return unwritable(dir, err)
	}
	defer os.RemoveAll(temporary)
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(temporary, file.Name), file.Text, 0o644); err != nil {
			return unwritable(dir, err)
		}
	}
	if err := os.Chmod(temporary, 0o755); err != nil {
		return unwritable(dir, err)
	}
	if err := os.Rename(temporary, dir); err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// preparePages refuses a directory for pages that has files, or that cannot be made.
func preparePages(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		probe, err := os.MkdirTemp(filepath.Dir(dir), ".mxgen-*")
		if err != nil {
			return unwritable(dir, err)
		}
		return os.Remove(probe)
	case err != nil:
		return unwritable(dir, err)
	case len(entries) > 0:
		return &config.Error{Operand: "output " + dir, Reason: "is not empty", Remedy: "name a new directory"}
	}
	return nil
}

// runsOfResults are the runs of the results.
func (in *openedTrace) runsOfResults() (all []results.Result) {
	for _, r := range in.results {
		all = append(all, r.EachRun()...)
	}
	return slices.Clip(all)
}
