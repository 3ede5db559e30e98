// Package templates holds the Promela of each algorithm as a Go template, and
// once, in common.pml.tmpl, what all of them share.
package templates

import "embed"

// FS has one file for each algorithm, named after it, common.pml.tmpl, and where an
// algorithm has several parts, a file for each of these.
//
//go:embed *.pml.tmpl
var FS embed.FS
