package main

import (
	"context"
	"path/filepath"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/bounds"
	"github.com/mxgen/mxgen/results/compare"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/sweep"
	"github.com/mxgen/mxgen/results/verify"
)

// comparer compares with the tools, limits and slots of a verifier.
func comparer(v *verify.Verifier) compare.Comparer {
	return compare.Comparer{Tools: v.Tools, Limits: v.Limits, Slots: v.Slots}
}

// boundsFinder finds bounds with the tools, limits and slots of a verifier.
func boundsFinder(v *verify.Verifier) bounds.Finder {
	return bounds.Finder{Tools: v.Tools, Limits: v.Limits, Slots: v.Slots}
}

// replayer replays with the tools and limits of a verifier.
func replayer(v *verify.Verifier) replay.Replayer {
	return replay.Replayer{Tools: v.Tools, Limits: v.Limits}
}

// numberings verifies a sweep's configurations.  Each keeps its files in a directory of
// its own.
func numberings(v *verify.Verifier) sweep.Verify {
	return func(ctx context.Context, c config.Config, properties []string, name string) ([]results.Result, error) {
		one := *v
		if v.Keep != "" {
			one.Keep = filepath.Join(v.Keep, name)
		}
		return one.Verify(ctx, verify.Task{Config: c, Properties: properties})
	}
}
