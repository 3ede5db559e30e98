package report

import (
	"path/filepath"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// Places says where in a repository results belong.  The zero value leaves names of files as
// they are.
type Places struct {
	Root    string // of the repository; names of files in reports are relative to it
	Current string // the directory that relative names are relative to
	// Exists tells whether the repository has a file; nil: it has all.  A template of mxgen is in
	// mxgen's own repository alone.
	Exists func(path string) bool
}

// Of returns the places of a result, the nearest to its reason first: the last statement of the run in
// the user's file, the template or the log, then the entry of the suite.  Lines are at least 1.
func (p Places) Of(r results.Result) []results.Place {
	var all []results.Place
	if c := r.Counterexample; c != nil {
		for k := len(c.Steps) - 1; k >= 0; k-- {
			if place, ok := p.Step(r, c.Steps[k]); ok {
				all = append(all, place)
				break
			}
		}
	}
	if len(all) == 0 && r.Model != "" {
		all = append(all, results.Place{File: p.File(modelPath(r)), Line: 1})
	}
	if e := r.Entry; e != nil {
		all = append(all, results.Place{File: p.File(e.File), Line: max(1, e.Line)})
	}
	return all
}

// Step is the place of a step of a result's run.
func (p Places) Step(r results.Result, s results.Step) (results.Place, bool) {
	if s.Place == nil || s.Place.Line < 1 || s.Place.File == "" {
		return results.Place{}, false
	}
	place := *s.Place
	switch {
	case place.ModelLine > 0: // in a template, whose name is relative to the root
		return place, p.Exists == nil || p.Exists(place.File)
	case r.Model == "": // in a log
	case place.File == r.Model:
		place.File = modelPath(r)
	case !filepath.IsAbs(place.File): // included, from the directory of the model
		place.File = filepath.Join(filepath.Dir(modelPath(r)), place.File)
	}
	place.File = p.File(place.File)
	return place, true
}

// modelPath is where the user's file is.
func modelPath(r results.Result) string {
	if r.Path != "" {
		return r.Path
	}
	return r.Model
}

// File is the name of a file in reports: relative to the root of the repository, with slashes,
// if it is below it.
func (p Places) File(path string) string {
	clean := filepath.Clean(path)
	if p.Root == "" {
		return filepath.ToSlash(clean)
	}
	full := clean
	if !filepath.IsAbs(full) {
		full = filepath.Join(p.Current, full)
	}
	if relative, err := filepath.Rel(p.Root, full); err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(relative)
	}
	return filepath.ToSlash(clean)
}
