package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/cache"
)

func newCache() *cobra.Command {
	c := &cobra.Command{
		Use:   "cache list | prune | clear | path",
		Short: "List and remove the cached results of mxgen verify",
		Long: `mxgen verify caches passes and confirmed failures.  The key of an entry is the hash
of everything that the result depends on: the model, the memory limit, and the
versions and bytes of spin, gcc, tcc and mxgen.  The key omits the time limit;
results cut short by a limit are never cached.  A damaged entry is ignored, and
its property is verified again.

The directory of the cache is that of --cache, or $MXGEN_CACHE, or mxgen in the
user's cache directory.  It can be removed at any time.`,
		Example: `  mxgen cache list
  mxgen cache prune --age 720h --size 500MB
  mxgen cache clear
  MXGEN_CACHE=DIR mxgen cache path`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return &config.Error{Operand: fmt.Sprintf("cache %.40q", args[0]), Reason: "unknown", Remedy: "there are list, prune, clear and path"}
		},
	}
	var dir string
	c.PersistentFlags().StringVar(&dir, "cache", "", "directory of the cache (default: $MXGEN_CACHE, or mxgen in the user's cache directory)")
	c.AddCommand(cacheVerb("path", "Print the directory of the cache", &dir, func(out io.Writer, store *cache.Cache) error {
		_, err := fmt.Fprintln(out, store.Dir())
		return err
	}))
	c.AddCommand(cacheVerb("list", "List the entries, the most recently used first", &dir, listCache))
	c.AddCommand(cacheVerb("clear", "Remove all entries", &dir, func(out io.Writer, store *cache.Cache) error {
		return prune(out, store, 0, 0)
	}))
	c.AddCommand(newPrune(&dir))
	return c
}

// cacheVerb returns a command that works on the cache.
func cacheVerb(name, short string, dir *string, do func(io.Writer, *cache.Cache) error) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		commandStarted = true
		path, err := cacheDir(*dir)
		if err != nil {
			return err
		}
		return do(c.OutOrStdout(), cache.New(path))
	}}
}

// newPrune returns the command cache prune.
func newPrune(dir *string) *cobra.Command {
	var age time.Duration
	var size string
	c := cacheVerb("prune", "Remove damaged and old entries, and the least recently used ones above a size", dir, func(out io.Writer, store *cache.Cache) error {
		most := int64(-1)
		if size != "" {
			var err error
			if most, err = config.ParseBytes("size", size, 1<<10, "1KB"); err != nil {
				return err
			}
		}
		if age < 0 {
			return &config.Error{Operand: "age " + age.String(), Reason: "is negative", Remedy: "write it as 720h"}
		}
		return prune(out, store, age, most)
	})
	c.Flags().DurationVar(&age, "age", 720*time.Hour, "remove entries that were not used for this time")
	c.Flags().StringVar(&size, "size", "", "keep at most this size, such as 500MB, of the most recently used entries")
	return c
}

// prune removes entries, and prints how many.
func prune(out io.Writer, store *cache.Cache, age time.Duration, most int64) error {
	removed, err := store.Prune(age, most)
	var bytes int64
	for _, item := range removed {
		bytes += item.Bytes
	}
	fmt.Fprintf(out, "%d entries removed, %d KB\n", len(removed), (bytes+1023)>>10)
	return unusable(store, err)
}

// unusable describes an error of the directory of the cache.
func unusable(store *cache.Cache, err error) error {
	if err == nil {
		return nil
	}
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
		if reason.Path != store.Dir() {
			err = fmt.Errorf("%s: %w", filepath.Base(reason.Path), err)
		}
	}
	return &config.Error{Operand: "cache " + store.Dir(), Reason: err.Error(), Remedy: "name another directory"}
}

// listCache prints one line for each entry.
func listCache(out io.Writer, store *cache.Cache) error {
	items, err := store.List()
	if err != nil {
		return unusable(store, err)
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "KEY\tBYTES\tUSED\tABOUT")
	var bytes int64
	for _, item := range items {
		about, key := item.About, item.Key.String()[:12]
		if item.Broken != "" {
			about, key = "damaged: "+item.Broken, "-"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", key, item.Bytes, item.Used.Format(time.DateOnly), about)
		bytes += item.Bytes
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d entries, %d KB\n", len(items), (bytes+1023)>>10)
	return err
}
