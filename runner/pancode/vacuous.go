package pancode

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// claimGraph has the states of one claim with their successors, as pan.t lists them.
type claimGraph struct {
	next map[int][]int
	ends map[int]bool // where the claim is at its end
}

var (
	firstTransition = regexp.MustCompile(`^\t(?:T = )?trans\[ ?(\d+)\]\[(\d+)\]\s*= settr\(\d+,\d+,(\d+),\d+,\d+,"(.*)",`)
	nextTransition  = regexp.MustCompile(`^\s*(?:T = )?T->nxt\s*= settr\(\d+,\d+,(\d+),`)
)

// cannotFail tells whether neither the end of a claim nor an acceptance cycle can be reached in it, whatever the
// model does.  accept are its states with acceptance labels.
func (d Dir) cannotFail(proctype int, accept map[int]bool) (bool, error) {
	table, err := os.ReadFile(filepath.Join(string(d), "pan.t"))
	if err != nil {
		return false, err
	}
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return false, err
	}
	start := regexp.MustCompile(fmt.Sprintf(`(?m)^#define _start%d\t(\d+)`, proctype)).FindSubmatch(header)
	if start == nil {
		return false, nil
	}
	first, _ := strconv.Atoi(string(start[1])) // digits
	g := readClaimGraph(string(table), proctype)
	reached := g.from(first)
	reached[first] = true
	for s := range reached {
		if g.ends[s] || accept[s] && g.from(s)[s] {
			return false, nil
		}
	}
	return true, nil
}

// marked are the states of a claim at which a cycle may be one through an acceptance label.  accept are its states with
// acceptance labels.  pan never sees a claim at the first statement of an option, and gives such a label to states after it.
func (d Dir) marked(proctype int, accept map[int]bool) ([]int, error) {
	if len(accept) == 0 {
		return nil, nil
	}
	table, err := os.ReadFile(filepath.Join(string(d), "pan.t"))
	if err != nil {
		return nil, err
	}
	g := readClaimGraph(string(table), proctype)
	all := maps.Clone(accept)
	for _, next := range g.next {
		if next[0] != 0 { // no choice
			continue
		}
		for _, option := range next {
			if accept[option] {
				maps.Copy(all, g.from(option))
			}
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

func readClaimGraph(table string, proctype int) claimGraph {
	g := claimGraph{map[int][]int{}, map[int]bool{}}
	state, inside := 0, false
	for line := range strings.Lines(table) {
		if m := firstTransition.FindStringSubmatch(line); m != nil {
			if inside = m[1] == strconv.Itoa(proctype); inside {
				state, _ = strconv.Atoi(m[2]) // digits, as below
				to, _ := strconv.Atoi(m[3])
				g.next[state] = append(g.next[state], to)
				g.ends[state] = m[4] == "-end-"
			}
		} else if m := nextTransition.FindStringSubmatch(line); m != nil && inside {
			to, _ := strconv.Atoi(m[1])
			g.next[state] = append(g.next[state], to)
		}
	}
	return g
}

// from are the states that one step or more lead to.
func (g claimGraph) from(s int) map[int]bool {
	seen := map[int]bool{}
	todo := slices.Clone(g.next[s])
	for len(todo) > 0 {
		s, todo = todo[0], todo[1:]
		if !seen[s] {
			seen[s] = true
			todo = append(todo, g.next[s]...)
		}
	}
	maps.DeleteFunc(seen, func(s int, _ bool) bool { return s == 0 }) // of a choice as a whole
	return seen
}
