package config

import (
	"fmt"
	"strconv"
)

// Node reads the number of one of n nodes, as in a file of edges or of quorum sets.
func Node(text string, n int) (int, *Error) {
	i, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(i) != text {
		return 0, &Error{Reason: fmt.Sprintf("%.20q is not a node", text), Remedy: fmt.Sprintf("nodes are the numbers 1 to %d", n)}
	}
	if i < 1 || i > n {
		return 0, &Error{Reason: fmt.Sprintf("node %d: nodes are 1 to %d", i, n), Remedy: "--n says how many there are"}
	}
	return i, nil
}
