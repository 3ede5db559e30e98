//go:build js

package templates

import "text/template"

// hermetic is empty in a browser, where no model is rendered (results/explore/wasm): sprig and the
// cryptography below it would make the program there twice as large.
func hermetic() template.FuncMap { return nil }
