package quorum

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// listed reads the sets of the nodes 1, 2 and so on: 1,2/2,3/1,3.
func listed(parameter string, n int) ([][]int, error) {
	if parameter == "" {
		return nil, &config.Error{Reason: "no sets", Remedy: "write one for each node, as sets:1,2/2,3/1,3"}
	}
	r := reader{n: n}
	for text := range strings.SplitSeq(parameter, "/") {
		if err := r.add(strings.Split(text, ",")); err != nil {
			err.Operand = fmt.Sprintf(", set %d", len(r.sets)+1)
			return nil, err
		}
	}
	return r.complete()
}

// reader gathers the sets of the nodes 1..n one after another.
type reader struct {
	n    int
	sets [][]int
}

// add reads the next set from the names of its nodes.
func (r *reader) add(names []string) *config.Error {
	if len(r.sets) == r.n {
		return &config.Error{Reason: fmt.Sprintf("more sets than %d", r.n), Remedy: "each node has one; --n says how many nodes there are"}
	}
	if len(names) == 1 && names[0] == "" {
		return &config.Error{Reason: "empty, so that nobody is asked", Remedy: "a set has one node at least"}
	}
	var set []int
	for _, name := range names {
		i, err := config.Node(name, r.n)
		if err != nil {
			return err
		}
		if slices.Contains(set, i) {
			return &config.Error{Reason: fmt.Sprintf("node %d stands there twice", i), Remedy: "name each node once"}
		}
		set = append(set, i)
	}
	r.sets = append(r.sets, set)
	return nil
}

// complete returns the sets if every node has one.
func (r *reader) complete() ([][]int, error) {
	if len(r.sets) < r.n {
		return nil, &config.Error{Reason: fmt.Sprintf("has %d of %d sets", len(r.sets), r.n), Remedy: "each node has one; --n says how many nodes there are"}
	}
	return r.sets, nil
}
