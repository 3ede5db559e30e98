package runner

import (
	_ "embed"
	"slices"
)

//go:embed stopped.c.txt
var stoppedSource []byte

// stoppedFile is its name in a job's directory.
const stoppedFile = "stopped.c"

// compiler is what compiles the verifier of a search.
func (s Search) compiler(c Compiler) Compiler {
	if s.Stopped {
		c.source = stoppedFile
	}
	return c
}

// fairly tells whether only fair runs violate what a search was for.  One in which
// nobody can go on is.
func (r Result) fairly() bool {
	return slices.Contains(r.Args, "-f") || r.Compiler.source == stoppedFile
}
