package common

import (
	"fmt"

	"github.com/mxgen/mxgen/reference"
)

// The methods Lacks say what an entry condition still needs, for people whose trace has an
// entry that cannot happen (check.Lacks).

// Others lists the nodes of 1..n without i and without those of a set.
func Others(n, i int, without reference.Set) string {
	var all []int
	for j := 1; j <= n; j++ {
		if j != i && !without.Has(j) {
			all = append(all, j)
		}
	}
	return fmt.Sprint(all)
}
