package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// newCacheExport returns the command cache export.
func newCacheExport(dir *string) *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE.tar.gz",
		Short: "Write the cached results into an archive",
		Long: `Writes the cached results into an archive, which mxgen cache import adds to another
cache.  Digests of the tools' files are about this machine and stay here.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			store, err := openStore(*dir)
			if err != nil {
				return err
			}
			if _, err := store.List(); err != nil {
				return unusable(store, err)
			}
			count := 0
			err = process.ReplaceFile(args[0], func(w io.Writer) (err error) {
				count, err = store.Export(w, func(i cache.Item) bool { return !strings.HasPrefix(i.About, toolchain.DigestOf) })
				return err
			})
			if err != nil {
				return unwritable(args[0], err)
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d entries exported\n", count)
			return err
		},
	}
}

// newCacheImport returns the command cache import.
func newCacheImport(dir *string) *cobra.Command {
	var size string
	c := &cobra.Command{
		Use:   "import FILE.tar.gz",
		Short: "Add the cached results of an archive",
		Long: `Adds the results of an archive that mxgen cache export has written.  What the cache
has already stays as it is.  A cached result is believed, as a file of the
cache's directory is: import only archives that may decide your verdicts.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			store, err := openStore(*dir)
			if err != nil {
				return err
			}
			most, err := config.ParseBytes("size", size, 1<<20, "1MB")
			if err != nil {
				return err
			}
			about := config.Error{Operand: fmt.Sprintf("archive %q", args[0]), Remedy: "name a file that mxgen cache export has written"}
			file, err := config.OpenFile(args[0], about)
			if err != nil {
				return err
			}
			defer file.Close()
			count, err := store.Import(file, most)
			if bad := (*cache.ArchiveError)(nil); errors.As(err, &bad) {
				about.Reason = fmt.Sprintf("%s (after %d entries)", bad, count.New+count.Known)
				return &about
			}
			if path := (*fs.PathError)(nil); errors.As(err, &path) {
				return unusable(store, path)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d entries imported, %d known\n", count.New, count.Known)
			return err
		},
	}
	c.Flags().StringVar(&size, "size", "4GB", "refuse an archive that is larger than this when it is unpacked")
	return c
}

// openStore returns the cache of the flag.
func openStore(dir string) (*cache.Cache, error) {
	commandStarted = true
	path, err := cacheDir(dir)
	if err != nil {
		return nil, err
	}
	return cache.New(path), nil
}
