package main

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/mxgen/mxgen/runner/progress"
	"github.com/spf13/cobra"
)

// outputFlags adds the flags of all verbs about what goes to standard error.
func outputFlags(root *cobra.Command) {
	root.PersistentFlags().BoolP("quiet", "q", false, "show no progress")
	root.PersistentFlags().BoolP("verbose", "v", false, "print each command before it is executed")
}

// progressTo is where progress is shown: nowhere with --quiet.
func progressTo(c *cobra.Command) io.Writer {
	if quiet, err := c.Flags().GetBool("quiet"); err == nil && quiet {
		return io.Discard
	}
	return c.ErrOrStderr()
}

// leastSeconds is how long a search goes on before its figures are shown.
const leastSeconds = 2

// observed returns a context whose searches tell their figures to note, and whose commands are
// printed with --verbose.
func observed(c *cobra.Command, ctx context.Context, note func(string)) context.Context {
	o := progress.Observer{Figures: func(f progress.Figures) {
		if f.Seconds >= leastSeconds {
			note(figuresText(f))
		}
	}}
	if verbose, err := c.Flags().GetBool("verbose"); err == nil && verbose {
		var mu sync.Mutex
		w := c.ErrOrStderr()
		o.Command = func(line string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintln(w, "+ "+line)
		}
	}
	return progress.Observe(ctx, o)
}

// figuresText is the state of a search in a few words.
func figuresText(f progress.Figures) string {
	text := fmt.Sprintf("%.3g million states, %.2g million/s, depth %d, %.0f MB", f.States/1e6, f.States/1e6/f.Seconds, f.Depth, f.Memory)
	if f.Limit > 0 {
		text += fmt.Sprintf(" of %d", f.Limit>>20)
	}
	return text
}
