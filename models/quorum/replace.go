package quorum

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Replacement has another node take over the role of one that failed.
type Replacement struct {
	Failed int `json:"failed"`
	By     int `json:"by"`
}

// ParseReplacements reads 6=4,7=5: node 4 takes over the role of 6, and 5 that
// of 7.  The error is a *config.Error.
func ParseReplacements(text string, n int) ([]Replacement, error) {
	bad := func(reason, remedy string) ([]Replacement, error) {
		return nil, &config.Error{Operand: fmt.Sprintf("replace %.60q", text), Reason: reason, Remedy: remedy}
	}
	var all []Replacement
	for item := range strings.SplitSeq(text, ",") {
		left, right, both := strings.Cut(item, "=")
		if !both {
			return bad(fmt.Sprintf("%.20q is no replacement", item), "write it as 7=5, if node 5 takes over from 7")
		}
		failed, err := config.Node(left, n)
		by, second := config.Node(right, n)
		if err == nil {
			err = second
		}
		switch {
		case err != nil:
			return bad(err.Reason, err.Remedy)
		case failed == by:
			return bad(fmt.Sprintf("node %d is to replace itself", by), "name another node")
		case slices.ContainsFunc(all, func(r Replacement) bool { return r.Failed == failed }):
			return bad(fmt.Sprintf("node %d is replaced twice", failed), "name one node that takes over")
		}
		all = append(all, Replacement{failed, by})
	}
	for _, r := range all {
		if slices.ContainsFunc(all, func(s Replacement) bool { return s.Failed == r.By }) {
			return bad(fmt.Sprintf("node %d takes over from %d, and is replaced itself", r.By, r.Failed), "name a node that stays")
		}
	}
	return all, nil
}

// Replace removes failed nodes (Maekawa 1985, section 9): those that take over
// stand in their places in all sets, and the sets that were theirs are dropped.
// What two sets shared they still share, if under another name.
//
// The nodes that stay are numbered anew from 1 on, in their order; stay has the
// numbers they had.
func Replace(sets [][]int, replacements []Replacement) (result [][]int, stay []int) {
	role := make([]int, len(sets)+1) // who has the role of each node now
	for i := range role {
		role[i] = i
	}
	for _, r := range replacements {
		role[r.Failed] = r.By
	}
	number := make([]int, len(sets)+1)
	for i := 1; i <= len(sets); i++ {
		if role[i] == i {
			stay = append(stay, i)
			number[i] = len(stay)
		}
	}
	result = each(len(stay), func(k int) []int {
		var set []int
		for _, j := range sets[stay[k-1]-1] {
			set = append(set, number[role[j]])
		}
		return ascending(set)
	})
	return result, stay
}
