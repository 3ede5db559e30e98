package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/cache"
)

// cacheFlags say where results are remembered.
type cacheFlags struct {
	dir string
	off bool
}

func (f *cacheFlags) add(c *cobra.Command) {
	cacheFlag(c, &f.dir)
	c.Flags().BoolVar(&f.off, "no-cache", false, "decide everything anew and remember nothing")
	c.MarkFlagsMutuallyExclusive("cache", "no-cache")
}

func cacheFlag(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "cache", "", "directory of remembered results (default: $MXGEN_CACHE, or mxgen in the user's cache)")
}

// cacheDir is the directory that a flag, the environment or the system names.
func cacheDir(flag string) (string, error) {
	for _, dir := range []string{flag, os.Getenv("MXGEN_CACHE")} {
		if dir != "" {
			return filepath.Abs(dir)
		}
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return "", &config.Error{Operand: "cache", Reason: err.Error(), Remedy: "use --cache DIR or set MXGEN_CACHE"}
	}
	return filepath.Join(user, "mxgen"), nil
}

// open returns the cache, nil if none is wanted or there is no place for one.
func (f cacheFlags) open(warnings io.Writer) (*cache.Cache, error) {
	if f.off {
		return nil, nil
	}
	dir, err := cacheDir(f.dir)
	if err != nil { // without a home: no reason not to verify
		warn(warnings, err.Error())
		return nil, nil
	}
	return cache.New(dir), nil
}

// warn writes what is wrong but changes no result, "" nothing.
func warn(w io.Writer, what string) {
	if what != "" {
		fmt.Fprintln(w, "mxgen: warning: "+what)
	}
}
