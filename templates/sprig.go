//go:build !js

package templates

import (
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

// hermetic are sprig's hermetic functions.
func hermetic() template.FuncMap { return sprig.HermeticTxtFuncMap() }
