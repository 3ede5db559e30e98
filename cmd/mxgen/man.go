package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/mxgen/mxgen/models"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of mxgen and of its verbs",
		Long: `Writes a manual page (mxgen.1, mxgen-verify.1 ...) of mxgen and of each verb to the
directory DIR, which is made if there is none.  The pages say what --help says.`,
		Example: `  mxgen man OUT && man -l OUT/mxgen-verify.1`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return writeManual(c.Root(), args[0])
		},
	}
}

// writeManual writes the pages, each as a whole.
func writeManual(root *cobra.Command, dir string) error {
	pages, err := os.MkdirTemp("", ".mxgen-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(pages)
	root.DisableAutoGenTag = true // it has the date
	date := time.Unix(0, 0).UTC() // the same pages of the same version
	header := doc.GenManHeader{Title: "MXGEN", Section: "1", Source: "mxgen " + models.Version(), Manual: "mxgen", Date: &date}
	if err := doc.GenManTree(root, &header, pages); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(dir, err)
	}
	files, err := os.ReadDir(pages)
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(pages, f.Name()))
		if err != nil {
			return err
		}
		if err := writeOutput(filepath.Join(dir, f.Name()), text); err != nil {
			return err
		}
	}
	return nil
}
