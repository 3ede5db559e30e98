package main

import (
	"encoding/json"
	"io"
)

// writeJSON writes indented JSON.  Characters of formulas such as < are not escaped.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
