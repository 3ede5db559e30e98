package main

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/report/github"
	"github.com/mxgen/mxgen/results/report/gitlab"
	"github.com/mxgen/mxgen/results/report/html"
	"github.com/mxgen/mxgen/results/report/junit"
	"github.com/mxgen/mxgen/results/report/sarif"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/scene"
)

// reportFormats are the formats of --report that are written to a file.
var reportFormats = map[string]func(io.Writer, results.Report, report.Places) error{
	"junit":  junit.Write,
	"sarif":  sarif.Write,
	"gitlab": gitlab.Write,
	"html":   htmlReport(runPages{}, "."),
	"github": func(w io.Writer, r results.Report, _ report.Places) error {
		return github.Summary(w, r, sentMessages)
	},
}

// htmlReport writes the page of --report html=FILE, which leads from each run to its page: FILE is in the directory from.
func htmlReport(pages runPages, from string) func(io.Writer, results.Report, report.Places) error {
	return func(w io.Writer, r results.Report, p report.Places) error {
		return html.Write(w, r, p, runPictures(), func(r results.Result) string { return pages.link(r, from) })
	}
}

// mostPictures bounds the drawings of one page.
const mostPictures = 100

// runPictures draws the runs of results as space-time diagrams, the first mostPictures of them.
func runPictures() html.Picture {
	drawn := 0
	return func(r results.Result) template.HTML {
		if drawn == mostPictures {
			return ""
		}
		d, err := book.OfResult(context.Background(), r, book.Window{})
		if err != nil {
			return "" // the text of the run is there
		}
		drawn++
		return template.HTML(diagram.Draw(d.Chart).SVG(scene.Standalone)) // scene escapes all texts
	}
}

// reportFlags are the reports that --report asks for.
type reportFlags struct {
	texts []string
	pages runPages // to which the page of html links
}

// oneReport is a value of --report.
type oneReport struct {
	format, path string // path "": of github, the places that GitHub names
}

func (f *reportFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.texts, "report", nil, "write a report: junit=FILE, sarif=FILE, html=FILE, gitlab=FILE or github[=FILE]; may be repeated")
	_ = c.RegisterFlagCompletionFunc("report", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"github", "gitlab=", "html=", "junit=", "sarif="}, cobra.ShellCompDirectiveNoSpace
	})
}

// check refuses wrong values, before anything is verified.
func (f *reportFlags) check() error {
	_, err := f.all()
	return err
}

// all returns the reports to write.  In a job of GitHub Actions, that of GitHub is among them.
func (f *reportFlags) all() ([]oneReport, error) {
	var all []oneReport
	for _, text := range f.texts {
		format, path, hasPath := strings.Cut(text, "=")
		bad := func(reason, remedy string) error {
			return &config.Error{Operand: fmt.Sprintf("report %.60q", text), Reason: reason, Remedy: remedy}
		}
		switch {
		case reportFormats[format] == nil:
			return nil, bad("unknown format", "there are github, gitlab=FILE, html=FILE, junit=FILE and sarif=FILE")
		case path == "" && (hasPath || format != "github"):
			return nil, bad("names no file", format+"=FILE")
		case path == "-":
			return nil, bad("standard output has the results", "name a file")
		case slices.ContainsFunc(all, func(r oneReport) bool { return path != "" && filepath.Clean(r.path) == filepath.Clean(path) }):
			return nil, bad("two reports in one file", "name another file")
		}
		all = append(all, oneReport{format, path})
	}
	if inGitHub() && !slices.ContainsFunc(all, func(r oneReport) bool { return r.format == "github" }) {
		all = append(all, oneReport{format: "github"})
	}
	return all, nil
}

// inGitHub tells whether mxgen runs in a job of GitHub Actions.
func inGitHub() bool { return os.Getenv("GITHUB_ACTIONS") == "true" }

// write writes every report.  A report that cannot be written is named on standard error, the others are written; the
// error is then the exit code.
func (f *reportFlags) write(c *cobra.Command, r results.Report) error {
	all, err := f.all()
	if err != nil {
		return err
	}
	places := reportPlaces()
	failed := false
	for _, one := range all {
		if err := one.write(c.ErrOrStderr(), r, places, f.pages); err != nil {
			fmt.Fprintln(c.ErrOrStderr(), "mxgen: "+errorLine(err))
			failed = true
		}
	}
	if failed {
		return outcome(exitTool)
	}
	return nil
}

// orFailed returns the exit code of a command whose reports have an exit code of their own, the one that counts first.
func orFailed(code, reports error) error {
	if reports == nil || exitCode(code) == exitUsage {
		return code
	}
	return reports
}

func (one oneReport) write(stderr io.Writer, r results.Report, places report.Places, pages runPages) error {
	if one.format == "github" {
		// To standard error: standard output may be the JSON that a later step reads.
		if err := github.Annotations(stderr, r, places); err != nil {
			return err
		}
		if one.path == "" {
			return appendSummary(os.Getenv("GITHUB_STEP_SUMMARY"), r)
		}
	}
	write := reportFormats[one.format]
	if one.format == "html" {
		write = htmlReport(pages, filepath.Dir(one.path))
	}
	var out bytes.Buffer
	if err := write(&out, r, places); err != nil {
		return fmt.Errorf("report %s=%s: %w", one.format, one.path, err)
	}
	if err := writeOutput(one.path, out.Bytes()); err != nil {
		return unwritableReport(one.format+"="+one.path, err)
	}
	return nil
}

// appendSummary appends to the summary of the step, to which other commands of the step may have written.
func appendSummary(path string, r results.Report) error {
	if path == "" {
		return nil
	}
	var out bytes.Buffer
	if err := github.Summary(&out, r, sentMessages); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = file.Write(out.Bytes())
		if closed := file.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		return unwritableReport("github", err)
	}
	return nil
}

// unwritableReport describes a report that cannot be written.
func unwritableReport(text string, err error) error {
	return &config.Error{Operand: "report " + text, Reason: "cannot be written: " + outputReason(err), Remedy: "name another file, or make room"}
}

// outputReason is the reason of writeOutput, without what it says about the operand.
func outputReason(err error) string {
	if bad, is := err.(*config.Error); is {
		return strings.TrimPrefix(bad.Reason, "cannot be written: ")
	}
	return reasonOfPath(err)
}

// sentMessages are the messages of a result's run, nil where nobody knows them.
func sentMessages(r results.Result) *results.Messages {
	m, err := replay.Messages(r.Configuration, r.Counterexample)
	if err != nil {
		return nil // a seeded bug is in the model alone
	}
	return m
}

// reportPlaces are the places of a report that is written in the current directory: names of files are relative to
// the repository that it is in.
func reportPlaces() report.Places {
	here, err := os.Getwd()
	if err != nil {
		return report.Places{}
	}
	p := report.Places{Root: here, Current: here}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			p.Root = dir
			break
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	p.Exists = func(path string) bool {
		info, err := os.Lstat(filepath.Join(p.Root, path))
		return err == nil && info.Mode().IsRegular()
	}
	return p
}
