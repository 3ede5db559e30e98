package panreplay

import (
	"context"
	_ "embed"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

//go:embed division.c.txt
var divisionSource []byte

// DividedByZero is the statement that divided by zero in a search that ended with pan.CauseDivision; it has no line where it is
// not known.  pan writes no trail when it crashes: a verifier that does so, compiled by gcc, searches once more.
func DividedByZero(ctx context.Context, r runner.Result, gcc toolchain.Compiler, limits process.Limits) pancode.Statement {
	bin, err := r.Binary.Job().CompileHarness(ctx, "division.c", divisionSource, gcc, r.Defines, toolchain.Limits)
	if err != nil {
		return pancode.Statement{}
	}
	r.Run, err = bin.Run(ctx, r.Search, r.Args[:2], limits, nil) // its sizes
	if err != nil {
		return pancode.Statement{}
	}
	return r.LastStatement()
}
