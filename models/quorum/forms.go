package quorum

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// all has every node ask every node, as Ricart and Agrawala's algorithm does.
func all(n int) [][]int {
	everybody := make([]int, n)
	for k := range everybody {
		everybody[k] = k + 1
	}
	return each(n, func(int) []int { return everybody })
}

// majority is i and the next half of the nodes, in cyclic order.
func majority(n int) [][]int {
	return each(n, func(i int) []int {
		var set []int
		for d := 0; d <= n/2; d++ {
			set = append(set, (i-1+d)%n+1)
		}
		return set
	})
}

// singleton has one node, 1 unless the parameter names it, decide alone.
func singleton(parameter string, n int) ([][]int, error) {
	centre := 1
	if parameter != "" {
		c, err := config.Node(parameter, n)
		if err != nil {
			return nil, err
		}
		centre = c
	}
	return each(n, func(int) []int { return []int{centre} }), nil
}

// tree is the path from the root 1 through i to a leaf of the complete binary
// tree, the leftmost below i (Agrawal and El Abbadi, without failures).
func tree(n int) [][]int {
	return each(n, func(i int) []int {
		var path []int
		for j := i; j >= 1; j /= 2 {
			path = append(path, j)
		}
		for j := 2 * i; j <= n; j *= 2 {
			path = append(path, j)
		}
		return path
	})
}

// grid is Maekawa's method 2: the nodes row by row on a square, and all those in
// the row or the column of i.  Where N is not a square the last row is short.
// The sets intersect as they are, since a full row meets every column.  Maekawa
// completes the short row with the nodes above the cells that it lacks.
func grid(parameter string, n int) ([][]int, error) {
	if parameter != "" && parameter != "completed" {
		return nil, &config.Error{Reason: fmt.Sprintf("parameter %.20q: not known", parameter), Remedy: "write grid or grid:completed"}
	}
	columns := 1
	for columns*columns < n {
		columns++
	}
	row := func(i int) int { return (i - 1) / columns }
	column := func(i int) int { return (i - 1) % columns }
	return each(n, func(i int) []int {
		var set []int
		for j := 1; j <= n; j++ {
			missing := parameter != "" && j+columns > n && row(j)+1 == row(n) && row(i) == row(n)
			if row(j) == row(i) || column(j) == column(i) || missing {
				set = append(set, j)
			}
		}
		return set
	}), nil
}

// maxVotes keeps the sum of all votes far from where integers end.
const maxVotes = 1_000_000

// weighted gives node i the votes Vi.  Its set is itself and then the nodes with
// the most votes, until they have more than half of all (Gifford).
func weighted(parameter string, n int) ([][]int, error) {
	votes, err := readVotes(parameter, n)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, v := range votes {
		total += v
	}
	if total == 0 {
		return nil, &config.Error{Reason: "the votes add up to 0, so that there is no majority", Remedy: "give a node a vote"}
	}
	heaviest := all(n)[0]
	slices.SortStableFunc(heaviest, func(a, b int) int { return votes[b-1] - votes[a-1] })
	return each(n, func(i int) []int {
		set, sum := []int{i}, votes[i-1]
		for k := 0; 2*sum <= total; k++ {
			if j := heaviest[k]; j != i {
				set, sum = append(set, j), sum+votes[j-1]
			}
		}
		return set
	}), nil
}

func readVotes(parameter string, n int) ([]int, error) {
	remedy := fmt.Sprintf("write a number of votes for each of %d nodes, separated by commas", n)
	if parameter == "" {
		return nil, &config.Error{Reason: "no votes", Remedy: remedy}
	}
	var votes []int
	for text := range strings.SplitSeq(parameter, ",") {
		v, err := strconv.Atoi(text)
		switch {
		case err != nil || strconv.Itoa(v) != text:
			return nil, &config.Error{Reason: fmt.Sprintf("%.20q is not a number of votes", text), Remedy: remedy}
		case v < 0:
			return nil, &config.Error{Reason: fmt.Sprintf("votes %d: must not be negative", v), Remedy: fmt.Sprintf("write 0 to %d", maxVotes)}
		case v > maxVotes:
			return nil, &config.Error{Reason: fmt.Sprintf("votes %d: too many", v), Remedy: fmt.Sprintf("write 0 to %d", maxVotes)}
		case len(votes) == n:
			return nil, &config.Error{Reason: fmt.Sprintf("votes of more than %d nodes", n), Remedy: remedy}
		}
		votes = append(votes, v)
	}
	if len(votes) < n {
		return nil, &config.Error{Reason: fmt.Sprintf("votes of %d nodes, not of %d", len(votes), n), Remedy: remedy}
	}
	return votes, nil
}
