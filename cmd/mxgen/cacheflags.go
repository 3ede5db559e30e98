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

// cacheFlags name the directory of the cache, or switch the cache off.
type cacheFlags struct {
	dir     string
	noCache bool
}

func (f *cacheFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "cache", "", "directory of the cache (default: $MXGEN_CACHE, or mxgen in the user's cache directory)")
	c.Flags().BoolVar(&f.noCache, "no-cache", false, "neither read nor write cached results")
	c.MarkFlagsMutuallyExclusive("cache", "no-cache")
}

// cacheDir returns the directory of the cache: the flag counts before the environment,
// and the environment before the user's cache directory.
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

// openCache returns the cache, nil with --no-cache.  Where the system names no directory,
// it warns and returns nil, because verification works without a cache.
func (f cacheFlags) openCache(warnings io.Writer) (*cache.Cache, error) {
	if f.noCache {
		return nil, nil
	}
	dir, err := cacheDir(f.dir)
	if err != nil {
		warn(warnings, err.Error())
		return nil, nil
	}
	return cache.New(dir), nil
}

// warn prints a warning, nothing for "".
func warn(w io.Writer, text string) {
	if text != "" {
		fmt.Fprintln(w, "mxgen: warning: "+text)
	}
}
