package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of mxgen",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "mxgen "+models.Version())
			return err
		},
	}
}
