package verify

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/report"
)

// explainKept writes the README of the directory that has a directory of files
// for each decision on one configuration.  One that cannot be written is a
// warning.
func (d *decision) explainKept(rs []results.Result) {
	if d.Keep == "" || len(rs) == 0 {
		return
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "What mxgen %s found with %s on\n\n", models.Version(), d.Tools.Spin.Version)
	err := report.Configuration(&text, rs)
	fmt.Fprint(&text, "\nEach directory has one model with all that was done to it: its README says how to\ndo that again without mxgen.  "+
		"safety/ has every safety property at once, unless one\nof them is violated: then each has a directory of its own.\n")
	if err == nil {
		err = writeWhole(filepath.Join(d.Keep, "README"), text.Bytes())
	}
	if err != nil {
		notKept(&rs[0], "README", err)
	}
}

// explainKept writes the README of the directory that has one for each form of the
// model, and beside it the runs that violate a property.
func (m *modelDecision) explainKept(rs []results.Result) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "What mxgen %s found with %s on\n\n", models.Version(), m.Tools.Spin.Version)
	err := report.Model(&text, rs)
	fmt.Fprint(&text, "\nEach directory has one form of the model with all that was done to it: its README says\nhow to do that again without mxgen.  "+
		"In -exact no steps are merged, as it is for claims\nand cycles; -without-... leaves out what would end the search first.\n")
	for _, r := range rs {
		if r.Counterexample == nil || err != nil {
			continue
		}
		name := "events-" + strings.Trim(notInNames.ReplaceAllString(r.Property, "-"), "-") + ".txt"
		fmt.Fprintf(&text, "%s: the run that violates %s\n", name, r.Property)
		err = writeWhole(filepath.Join(m.Keep, name), []byte(report.EventText(r)))
	}
	if err == nil {
		err = writeWhole(filepath.Join(m.Keep, "README"), text.Bytes())
	}
	if err != nil && len(rs) > 0 {
		notKept(&rs[0], "README and events", err)
	}
}

// notInNames is what names of files are better without.
var notInNames = regexp.MustCompile(`\W+`)

// explainSuite writes the README of the directory that has one for each case.
func (v *Verifier) explainSuite(rs []results.Result) {
	if v.Keep == "" || len(rs) == 0 {
		return
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "What mxgen %s found with %s, in the order of the suite; each\nconfiguration has a directory.\n\n", models.Version(), v.Tools.Spin.Version)
	err := report.Suite(&text, rs)
	if err == nil {
		err = writeWhole(filepath.Join(v.Keep, "README"), text.Bytes())
	}
	if err != nil {
		notKept(&rs[0], "README", err)
	}
}

// notKept records that something is missing in the directory of kept files.
func notKept(r *results.Result, what string, err error) {
	r.NotKept = true
	r.Warnings = append(r.Warnings, what+" not kept: "+err.Error())
}

// writeWhole makes a new file, as a whole or not at all.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".mxgen-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Link(f.Name(), path) // which replaces nothing
	}
	os.Remove(f.Name())
	return err
}
