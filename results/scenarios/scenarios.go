// Package scenarios holds the scenarios of the sources as data, one a file;
// package scenario reads and runs them.
package scenarios

import "embed"

// FS has every scenario.
//
//go:embed *.yaml
var FS embed.FS
