package verify

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// keep copies the runs' files to --keep's directory, and writes its README and the
// runs that violate a property.
func (c *configuration) keep(rs []results.Result) {
	err := c.engine.KeepJobs()
	for _, r := range rs {
		if r.Counterexample != nil {
			err = errors.Join(err, writeNew(filepath.Join(c.Keep, r.Property, "events.txt"), []byte(report.EventText(r, true))))
		}
	}
	err = errors.Join(err, c.writeReadme(rs, "What mxgen %s found with %s on\n\n", report.Configuration,
		"\nEach directory has one model with all that was done to it: its README says how to\ndo that again without mxgen.  "+
			"safety/ has every safety property at once, unless one\nof them is violated: then each has a directory of its own.\n"))
	notKept(rs, err)
}

// writeFileReadme writes the README of a file's directory, and beside it the runs that
// violate a property.
func (f *file) writeFileReadme(rs []results.Result) error {
	about := "\nEach directory has one form of the model with all that was done to it: its README says\nhow to do that again without mxgen.  " +
		"In -unmerged every step is one of its own, as it\nis for claims and cycles; -every-value keeps the values of variables that nobody reads any\nmore, to show runs; -without-... leaves out what would end the search first.\n"
	var all error
	for _, r := range rs {
		if r.Counterexample == nil {
			continue
		}
		name := "events-" + strings.Trim(notInNames.ReplaceAllString(r.Property, "-"), "-") + ".txt"
		about += fmt.Sprintf("%s: the run that violates %s\n", name, r.Property)
		all = errors.Join(all, writeNew(filepath.Join(f.Keep, name), []byte(report.EventText(r, true))))
	}
	return errors.Join(all, f.writeReadme(rs, "What mxgen %s found with %s on\n\n", report.Model, about))
}

// notInNames is what names of files are better without.
var notInNames = regexp.MustCompile(`\W+`)

// keepSuiteReadme writes the README of the directory that has a directory for each case.
func (v *Verifier) keepSuiteReadme(rs []results.Result) {
	if v.Keep == "" || len(rs) == 0 {
		return
	}
	notKept(rs[:1], v.writeReadme(rs, "What mxgen %s found with %s, in the order of the suite; each\nconfiguration has a directory.\n\n", report.Suite, ""))
}

// writeReadme writes a README with a heading, which names the versions of mxgen and
// SPIN, a table of the results, and what the directory has.
func (v *Verifier) writeReadme(rs []results.Result, heading string, table func(w io.Writer, rs []results.Result) error, about string) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, heading, models.Version(), v.Tools.Spin.Version)
	if err := table(&text, rs); err != nil {
		return err
	}
	text.WriteString(about)
	return writeNew(filepath.Join(v.Keep, "README"), text.Bytes())
}

// notKept warns that --keep's directory lacks files.
func notKept(rs []results.Result, err error) {
	if err == nil {
		return
	}
	for k := range rs {
		rs[k].NotKept = true
		rs[k].Warnings = append(rs[k].Warnings, "files not kept: "+err.Error())
	}
}

// writeNew writes a file to the directory of --keep, which was empty when mxgen began.
func writeNew(path string, data []byte) error {
	return os.WriteFile(path, data, 0o644)
}
