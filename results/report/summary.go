package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/results"
)

// mostReasons is how many notes of steps are repeated before the first step.
const mostReasons = 3

// summary says what a run comes to, before its steps: who starves, or what on the way
// is likely to be the reason.  nil: the steps say it.
func summary(r results.Result) []string {
	c := r.Counterexample
	switch {
	case c.Node > 0:
		return []string{starves(*c)}
	case r.Model == "" && r.Property == "deadlock":
		return blocked(*c)
	}
	var lines []string
	for _, s := range c.Suspects() {
		if len(lines) < mostReasons {
			lines = append(lines, fmt.Sprintf("%s, in step %d: %s", s.Role(), stepNumber(*c, s.Index), s.Note))
		}
	}
	return lines
}

// blocked says which nodes wait at the end of a run that ends in a deadlock.
func blocked(c results.Counterexample) []string {
	waits := map[string]bool{}
	for _, s := range c.Steps {
		if m := local.FindStringSubmatch(s.Event); m != nil {
			waits[m[2]] = m[1] == "request"
		}
	}
	var nodes []int
	for text, waiting := range waits {
		if i, err := strconv.Atoi(text); err == nil && waiting {
			nodes = append(nodes, i)
		}
	}
	slices.Sort(nodes)
	switch len(nodes) {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf("node %d waits for its critical section, and no message and no entry can change that", nodes[0])}
	}
	return []string{fmt.Sprintf("nodes %s wait for their critical sections, and no message and no entry can change that", and(nodes))}
}

// starves says who waits for ever, since when, and what happens meanwhile.
func starves(c results.Counterexample) string {
	asks := fmt.Sprintf("request %d", c.Node)
	since := 0
	for k, s := range c.Steps[:max(c.Cycle, 0)] {
		if s.Event == asks || strings.HasPrefix(s.Event, asks+" ") {
			since = k + 1
		}
	}
	text := fmt.Sprintf("node %d starves: it requests in event %d and waits for its critical section for ever, ", c.Node, since)
	if c.Cycle >= len(c.Steps) {
		return text + "and nothing else needs to happen"
	}
	var others []int
	for _, s := range c.Steps[max(c.Cycle, 0):] {
		if m := local.FindStringSubmatch(s.Event); m != nil && m[1] == "enter" {
			i, _ := strconv.Atoi(m[2]) // digits
			others = append(others, i)
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	switch len(others) {
	case 0:
		return text + "while nobody enters"
	case 1:
		return text + fmt.Sprintf("while node %d enters again and again", others[0])
	}
	return text + fmt.Sprintf("while nodes %s enter again and again", and(others))
}

// and lists numbers: "1, 2 and 3".
func and(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
