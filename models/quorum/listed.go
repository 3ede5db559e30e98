package quorum

import (
	"fmt"
	"slices"
	"strconv"
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
		i, err := node(name, r.n)
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

// node reads the name of a node.
func node(name string, n int) (int, *config.Error) {
	i, err := strconv.Atoi(name)
	if err != nil || strconv.Itoa(i) != name {
		return 0, &config.Error{Reason: fmt.Sprintf("%.20q is not a node", name), Remedy: fmt.Sprintf("nodes are the numbers 1 to %d", n)}
	}
	if i < 1 || i > n {
		return 0, &config.Error{Reason: fmt.Sprintf("node %d: nodes are 1 to %d", i, n), Remedy: "--n says how many there are"}
	}
	return i, nil
}
