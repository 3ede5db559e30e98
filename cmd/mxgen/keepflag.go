package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// keepFlag is the directory for the files of the runs.
type keepFlag struct{ keep string }

func (f *keepFlag) add(c *cobra.Command) {
	c.Flags().StringVar(&f.keep, "keep", "", "write models, commands, output, trails and events to this new or empty directory")
}

// prepareKeepDirectory makes the directory and locks it before any work begins.  It
// refuses a directory that has files or that another mxgen has locked.
func prepareKeepDirectory(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(dir, err)
	}
	// The descriptor stays open: the kernel releases the lock when mxgen ends, even if it
	// is killed.  On a file system without locks, two processes are not kept apart.
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return unwritable(dir, err)
	}
	if unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK {
		return &config.Error{Operand: "keep " + dir, Reason: "another mxgen writes to it", Remedy: "name a new directory"}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	if len(entries) > 0 {
		return &config.Error{Operand: "keep " + dir, Reason: "is not empty", Remedy: "name a new directory"}
	}
	probe, err := os.CreateTemp(dir, ".mxgen-*")
	if err != nil {
		return unwritable(dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// failUnlessKept returns the outcome of a command, or an error where some file could not
// be written to the directory of --keep.
func (f keepFlag) failUnlessKept(rs []results.Result, outcome error) error {
	if results.KeptAll(rs) {
		return outcome
	}
	return fmt.Errorf("keep %s: some files could not be written: see the warnings", f.keep)
}
