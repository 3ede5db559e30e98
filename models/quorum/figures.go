package quorum

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// figures are the systems that are printed in Maekawa 1985.  Figure 2a has the
// sets of figure 1c; section 7 has the example of method 1 for five nodes.
var figures = map[string][][]int{
	"maekawa-fig-1a":    {{1, 2}, {2, 3}, {1, 3}},
	"maekawa-fig-1b":    {{1, 2, 3}, {2, 4, 6}, {3, 5, 6}, {1, 4, 5}, {2, 5, 7}, {1, 6, 7}, {3, 4, 7}},
	"maekawa-fig-1c":    thirteen,
	"maekawa-fig-2a":    thirteen,
	"maekawa-fig-1d":    twentyOne,
	"maekawa-section-7": {{1, 2, 3}, {2, 4}, {3, 4, 5}, {1, 4, 5}, {2, 5}},
}

var thirteen = [][]int{
	{1, 2, 3, 4}, {2, 5, 8, 11}, {3, 6, 8, 13}, {4, 6, 10, 11}, {1, 5, 6, 7}, {2, 6, 9, 12}, {2, 7, 10, 13},
	{1, 8, 9, 10}, {3, 7, 9, 11}, {3, 5, 10, 12}, {1, 11, 12, 13}, {4, 7, 8, 12}, {4, 5, 9, 13},
}

var twentyOne = [][]int{
	{1, 2, 3, 4, 5}, {2, 6, 10, 14, 18}, {3, 7, 10, 16, 21}, {4, 7, 13, 14, 20}, {5, 7, 12, 17, 18},
	{1, 6, 7, 8, 9}, {2, 7, 11, 15, 19}, {2, 8, 12, 16, 20}, {2, 9, 13, 17, 21}, {1, 10, 11, 12, 13},
	{3, 6, 11, 17, 20}, {3, 9, 12, 14, 19}, {3, 8, 13, 15, 18}, {1, 14, 15, 16, 17}, {4, 6, 12, 15, 21},
	{4, 9, 11, 16, 18}, {4, 8, 10, 17, 19}, {1, 18, 19, 20, 21}, {5, 6, 13, 16, 19}, {5, 9, 10, 15, 20},
	{5, 8, 11, 14, 21},
}

// figure is the builder of a printed system, which has its own number of nodes.
func figure(sets [][]int) builder {
	return func(parameter string, n int) ([][]int, error) {
		switch {
		case parameter != "":
			return nil, fmt.Errorf("the form takes no parameter")
		case n != len(sets):
			return nil, &config.Error{Operand: fmt.Sprintf(", n %d", n), Reason: fmt.Sprintf("the system has %d nodes", len(sets)), Remedy: fmt.Sprintf("needs n %d", len(sets))}
		}
		return each(n, func(i int) []int { return sets[i-1] }), nil
	}
}
