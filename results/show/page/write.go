package page

import (
	"crypto/sha256"
	_ "embed" // the files below
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/mxgen/mxgen/results/show/diagram"
	"github.com/mxgen/mxgen/results/show/scene"
)

// The parts of the page that are the same for all runs.
var (
	//go:embed page.html.tmpl
	templateText string
	//go:embed page.css
	styleText string
	//go:embed causes.js
	causes string
	//go:embed page.js
	steps string

	script = causes + steps

	layout = template.Must(template.New("page").Parse(templateText))
)

// Style is the style sheet of a page with its drawings.
func Style() string { return styleText + scene.CSS() }

// Script is the script of a page.
func Script() string { return script }

// Causes is the part of the script that marks what an event follows from.
func Causes() string { return causes }

// Policy is the content security policy of a page that has the style and the script, and nothing from
// elsewhere: not even what a text of the run could smuggle in would be executed.
func Policy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(Style()), hash(script))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Write writes a page.  Texts of the document may be hostile: all are escaped.
func Write(w io.Writer, d *Document) error {
	steps := len(d.Chart.Events)
	content := map[string]any{
		"Title": d.Title, "Lead": d.Lead, "Bad": d.Bad, "Notes": d.Notes, "Processes": d.Processes,
		"Policy": Policy(),
		"Style":  template.CSS(Style()),
		"Script": template.JS(script),
		// The drawings are SVG with all text escaped (scene.Escape).
		"Diagram": template.HTML(diagram.Draw(d.Chart).SVG(scene.Inline)),
		"Steps":   steps, "After": d.Chart.First + steps,
		"Table": d.Table(steps),
		"Data":  DataOf(d),
	}
	if d.Picture != nil {
		content["Picture"] = template.HTML(d.Picture(steps).SVG(scene.Inline))
	}
	return layout.Execute(w, content)
}
