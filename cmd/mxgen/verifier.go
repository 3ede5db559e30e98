package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner/process"
)

// verifier returns a verifier with the limits, the cache and the directory of the flags.
func (f verifyFlags) verifier(c *cobra.Command) (*verify.Verifier, error) {
	spin, err := f.setUpSPIN(c)
	if err != nil {
		return nil, err
	}
	store, err := f.openCache(c.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	if err := prepareKeepDirectory(f.keep); err != nil { // last, because it makes the directory
		return nil, err
	}
	v := &verify.Verifier{
		Tools: spin.tools, Limits: spin.limits, Slots: spin.slots, Keep: f.keep, NormalForm: f.raw, CounterexampleOptions: f.counterexamples, Seeds: f.seeds(),
	}
	if store != nil && v.Seeds == nil {
		v.Cache, err = engine.NewCache(c.Context(), store, spin.tools)
	}
	// The keys of the cache need the bytes of the tools.  A tool that can be executed but
	// not read works without the cache, but only the user can decide to go without it.
	if path := (*fs.PathError)(nil); errors.As(err, &path) && c.Context().Err() == nil {
		remedy := "use --no-cache"
		if process.OutOfResources(path.Err) {
			remedy = process.LimitsRemedy
		}
		err = fmt.Errorf("%s: cannot be read, and the keys of the cache depend on its bytes: %w; %s", path.Path, path.Err, remedy)
	}
	return v, err
}

// decider returns the function that verifies a task with the engine of --engine, and the
// verifier, nil for an engine that has none.
func (f verifyFlags) decider(c *cobra.Command) (func(context.Context, verify.Task) ([]results.Result, error), *verify.Verifier, error) {
	switch f.engine {
	case results.EngineSPIN:
		v, err := f.verifier(c)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, t verify.Task) ([]results.Result, error) {
			defer func() { warn(c.ErrOrStderr(), v.Cache.Warning()) }()
			return v.Verify(ctx, t)
		}, v, nil
	case results.EngineGo:
		if f.keep != "" {
			return nil, nil, &config.Error{Operand: "keep " + f.keep, Reason: "cannot be combined with --engine go, which writes no files"}
		}
		memory, err := config.ParseMemory("memory", f.memory)
		return func(ctx context.Context, t verify.Task) ([]results.Result, error) {
			return verify.Explore(ctx, t, f.raw, f.timeout, memory)
		}, nil, err
	}
	return nil, nil, &config.Error{Operand: fmt.Sprintf("engine %.40q", f.engine), Reason: "unknown", Remedy: "there are spin and go"}
}
