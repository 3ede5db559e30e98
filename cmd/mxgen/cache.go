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
		Short: "Show and remove what mxgen verify remembers",
		Long: `mxgen verify remembers passes and confirmed failures in files that are named
after the hash of all that they depend on: the models, the limits, the versions
and the bytes of spin, gcc, tcc and mxgen itself.  A file that is damaged is no
entry, and what it was about is decided again.

The directory is that of --cache, or $MXGEN_CACHE, or mxgen in the user's cache.
Removing it loses nothing but time.`,
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
	c.PersistentFlags().StringVar(&dir, "cache", "", "directory (default: $MXGEN_CACHE, or mxgen in the user's cache)")
	c.AddCommand(cacheVerb("path", "Print the directory", &dir, func(out io.Writer, store *cache.Cache) error {
		_, err := fmt.Fprintln(out, store.Dir())
		return err
	}))
	c.AddCommand(cacheVerb("list", "List the entries, the one used last first", &dir, listCache))
	c.AddCommand(cacheVerb("clear", "Remove all entries", &dir, func(out io.Writer, store *cache.Cache) error {
		return prune(out, store, 0, 0)
	}))
	c.AddCommand(newPrune(&dir))
	return c
}

// cacheVerb is a command that needs nothing but the cache.
func cacheVerb(name, short string, dir *string, do func(io.Writer, *cache.Cache) error) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		running = true
		path, err := cacheDir(*dir)
		if err != nil {
			return err
		}
		return do(c.OutOrStdout(), cache.New(path))
	}}
}

func newPrune(dir *string) *cobra.Command {
	var age time.Duration
	var size string
	c := cacheVerb("prune", "Remove damaged entries, old ones, and as many as make the rest small enough", dir, func(out io.Writer, store *cache.Cache) error {
		most := int64(-1)
		if size != "" {
			var err error
			if most, err = parseBytes("size", size, 1<<10, "1KB"); err != nil {
				return err
			}
		}
		if age < 0 {
			return &config.Error{Operand: "age " + age.String(), Reason: "is negative", Remedy: "write it as 720h"}
		}
		return prune(out, store, age, most)
	})
	c.Flags().DurationVar(&age, "age", 720*time.Hour, "remove what was not used for so long")
	c.Flags().StringVar(&size, "size", "", "keep at most so much, such as 500MB, what was used last")
	return c
}

func prune(out io.Writer, store *cache.Cache, age time.Duration, most int64) error {
	removed, err := store.Prune(age, most)
	var bytes int64
	for _, item := range removed {
		bytes += item.Bytes
	}
	fmt.Fprintf(out, "%d entries removed, %d KB\n", len(removed), (bytes+1023)>>10)
	return unusable(store, err)
}

// unusable says what is wrong with the cache's directory.
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
			about, key = "no entry: "+item.Broken, "-"
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
