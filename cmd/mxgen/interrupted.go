package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/results/verify"
)

// errInterrupted ends a command after a signal.
var errInterrupted = errors.New("interrupted; all child processes have ended")

// cancelled replaces the error of a command that a signal ended by one line that says so.
func cancelled(c *cobra.Command, err error) error {
	if c.Context().Err() != nil && !errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return err
}

// interruptedWithProgress does the same, and adds how much was finished, where progress
// is not empty, and which results the cache has.
func (f verifyFlags) interruptedWithProgress(c *cobra.Command, v *verify.Verifier, err error, progress string) error {
	if c.Context().Err() == nil {
		return err
	}
	if progress != "" {
		progress += "; "
	}
	return fmt.Errorf("%w; %s%s", errInterrupted, progress, f.rememberedResults(v))
}

// rememberedResults says which results the next run of the same command takes from the
// cache.
func (f verifyFlags) rememberedResults(v *verify.Verifier) string {
	switch {
	case v.Cache == nil:
		return "no results are cached, because there is no cache"
	case f.keep != "":
		return "with --keep, the next run does not use the cache"
	case v.Cache.Warning() != "": // the warning itself is printed elsewhere
		return "some results could not be cached"
	}
	return "finished passes and confirmed failures are cached: the same command continues from there"
}
