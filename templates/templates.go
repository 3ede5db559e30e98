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
	"strings"
	"sync"
	"text/template"

	"github.com/Masterminds/sprig/v3"
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

var parsed = sync.OnceValues(func() (*template.Template, error) {
	all := template.New("").Option("missingkey=error").Funcs(sprig.HermeticTxtFuncMap()).Funcs(functions)
	return all.ParseFS(files, "*.pml.tmpl", "common/*.pml.tmpl")
})

// Execute writes an algorithm's model.  data is a models.View.
func Execute(w io.Writer, algorithm string, data any) error {
	all, err := parsed()
	if err != nil {
		return err
	}
	return all.ExecuteTemplate(w, algorithm+".pml.tmpl", data)
}
