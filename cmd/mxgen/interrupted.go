package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/results/verify"
)

// errInterrupted ends a command after a signal.
var errInterrupted = errors.New("interrupted; no process was left behind")

// cancelled says in one line that there is no report because of a signal.
func cancelled(c *cobra.Command, err error) error {
	if c.Context().Err() != nil && !errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return err
}

// stopped is cancelled that says as well what was decided by then, if there is
// more than one thing to decide, and what becomes of it.
func (f verifyFlags) stopped(c *cobra.Command, v *verify.Verifier, err error, decided string) error {
	if c.Context().Err() == nil {
		return err
	}
	if decided != "" {
		decided += "; "
	}
	return fmt.Errorf("%w; %s%s", errInterrupted, decided, f.kept(v))
}

// kept says what another run of the same command will find.
func (f verifyFlags) kept(v *verify.Verifier) string {
	switch {
	case v.Cache == nil:
		return "nothing is remembered without a cache"
	case f.keep != "":
		return "with --keep, everything is decided anew next time"
	case v.Cache.Warning() != "": // which is printed
		return "not everything could be remembered"
	}
	return "what passed, and confirmed failures, are remembered: the same command goes on from there"
}
