// Package templates holds the Promela of each algorithm as a Go template.
//
// NAME.pml.tmpl is the template of the algorithm NAME; where an algorithm has several
// parts, NAME-PART.pml.tmpl holds a part.  The directory common has the blocks that
// several algorithms include, one subject a file: header, clients, network, checks,
// counting, bypass, called-token, processes.
package templates

import (
	"embed"
	"io"
	"io/fs"
	"strings"
	"sync"
	"text/template"
)

//go:embed *.pml.tmpl common/*.pml.tmpl
var files embed.FS

// functions are what templates call besides sprig's hermetic functions.
var functions = template.FuncMap{
	"over":      over,
	"initially": initially,
	"lower":     strings.ToLower,
	"paragraph": paragraph,
	"item":      item,
}

// Set is the templates of all algorithms.
type Set struct{ all *template.Template }

// Own returns the templates of this program.
var Own = sync.OnceValues(func() (*Set, error) { return Parse(files) })

// Parse reads the templates of a directory such as this one.
func Parse(dir fs.FS) (*Set, error) {
	all := template.New("").Option("missingkey=error").Funcs(hermetic()).Funcs(functions)
	all, err := all.ParseFS(dir, "*.pml.tmpl", "common/*.pml.tmpl")
	return &Set{all}, err
}

// Execute writes an algorithm's model.  data is a models.View.
func (s *Set) Execute(w io.Writer, algorithm string, data any) error {
	return s.all.ExecuteTemplate(w, algorithm+".pml.tmpl", data)
}
