//go:build embedwasm

package site

import _ "embed"

//go:embed embedded/explore.wasm.gz
var embeddedWasm []byte

//go:embed embedded/wasm_exec.js
var embeddedScript []byte

// embedded is the program, which make standalone has compiled.
var embedded = Program{Wasm: embeddedWasm, Script: embeddedScript}
