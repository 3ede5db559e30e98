package page

import (
	_ "embed" // the template
	"html/template"
	"io"
)

//go:embed contents.html.tmpl
var contentsText string

var contents = template.Must(template.New("contents").Parse(contentsText))

// Contents is a page that leads to others: a table with a link in each row.
type Contents struct {
	Title string
	Heads []string // of the columns, the last one of the links
	Rows  []Row
}

// Row is a row of a contents page.
type Row struct {
	Cells []string
	Link  string // a file in the same directory, "": none
	Text  string // of the link
}

// WriteContents writes a contents page.
func WriteContents(w io.Writer, c *Contents) error {
	return contents.Execute(w, map[string]any{"Title": c.Title, "Heads": c.Heads, "Rows": c.Rows, "Policy": Policy(), "Style": template.CSS(Style())})
}
