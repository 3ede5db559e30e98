// Package quorum makes the quorum systems on which Maekawa's algorithm runs
// (docs/algorithms.md, section 3; Maekawa 1985, sections 2, 3 and 7): a set S[i] of nodes for
// each node i, whose permission i needs.  Any two sets must share a node, which
// then lets one of the two in at a time.
//
// A system is a list of sets, that of node i at i-1, each ascending.
package quorum

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Forms lists every specification that Parse takes, for help and errors.
const Forms = "fpp, fpp:gf, method1, grid, grid:completed, majority, weighted:V1,V2,.., singleton:C, all, tree, " +
	"sets:1,2/2,3/.., file:PATH, maekawa-fig-1a to -1d, maekawa-fig-2a, maekawa-section-7"

// MaxN is how many nodes a system may have.
const MaxN = 255

// maxText bounds the text of a system, as a specification or a file, and so the
// memory and the time to read it.  The largest system takes a little less.
const maxText = 1 << 18

// A builder makes the sets for the nodes 1..n from the parameter behind the
// colon.  If its error is a *config.Error, the operand of that goes on from the
// specification, as in ", line 3".
type builder func(parameter string, n int) ([][]int, error)

var builders = map[string]builder{
	"fpp":       fpp,
	"method1":   plain(method1),
	"grid":      grid,
	"majority":  plain(majority),
	"weighted":  weighted,
	"singleton": singleton,
	"all":       plain(all),
	"tree":      plain(tree),
	"sets":      listed,
	"file":      file,
}

func init() {
	for name, sets := range figures {
		builders[name] = figure(sets)
	}
}

// Parse returns the sets of the nodes 1..n that spec names, each ascending.
// Whether they share nodes is not asked here, but by Check.
//
// The error is a *config.Error: an unknown form, a parameter out of range, a
// file that cannot be read, or what is not a set for each node.
func Parse(spec string, n int) ([][]int, error) {
	form, parameter, _ := strings.Cut(spec, ":")
	build, known := builders[form]
	operand := fmt.Sprintf("quorum %.100q", spec)
	switch {
	case n < 1 || n > MaxN:
		return nil, &config.Error{Operand: fmt.Sprintf("quorum: n %d", n), Reason: fmt.Sprintf("needs 1 to %d", MaxN)}
	case len(spec) > maxText:
		return nil, &config.Error{Operand: operand, Reason: fmt.Sprintf("longer than %d characters", maxText), Remedy: "n sets of n nodes are shorter"}
	case !known || strings.HasSuffix(spec, ":"):
		return nil, &config.Error{Operand: operand, Reason: "no such form", Remedy: "the forms are " + Forms}
	}
	sets, err := build(parameter, n)
	if bad := (*config.Error)(nil); errors.As(err, &bad) {
		return nil, &config.Error{Operand: operand + bad.Operand, Reason: bad.Reason, Remedy: bad.Remedy}
	}
	if err != nil {
		return nil, &config.Error{Operand: operand, Reason: err.Error()}
	}
	for k, set := range sets {
		sets[k] = ascending(set)
	}
	return sets, nil
}

// Default is the form of the system that n nodes have when none is named: the
// plane where there is one, else the method that makes do without.
func Default(n int) string {
	if differences[n] != nil {
		return "fpp"
	}
	return "method1"
}

// Portable returns a specification of the same system that needs nothing but
// itself: spec, unless that names a file, instead of which the sets stand.
func Portable(spec string, sets [][]int) string {
	if form, _, _ := strings.Cut(spec, ":"); form != "file" {
		return spec
	}
	return Listed(sets)
}

// Listed is the specification that lists the sets.
func Listed(sets [][]int) string {
	texts := make([]string, len(sets))
	for k, set := range sets {
		texts[k] = join(set)
	}
	return "sets:" + strings.Join(texts, "/")
}

func join(set []int) string {
	texts := make([]string, len(set))
	for k, i := range set {
		texts[k] = strconv.Itoa(i)
	}
	return strings.Join(texts, ",")
}

// ascending is a set in order, each node once.
func ascending(set []int) []int {
	set = slices.Clone(set)
	slices.Sort(set)
	return slices.Compact(set)
}

// plain is a builder without a parameter.
func plain(build func(n int) [][]int) builder {
	return func(parameter string, n int) ([][]int, error) {
		if parameter != "" {
			return nil, fmt.Errorf("the form takes no parameter")
		}
		return build(n), nil
	}
}

// each makes the sets one by one.
func each(n int, set func(i int) []int) [][]int {
	sets := make([][]int, n)
	for i := 1; i <= n; i++ {
		sets[i-1] = set(i)
	}
	return sets
}
