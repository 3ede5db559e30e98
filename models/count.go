package models

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// Count asks for a model that counts, and what it asserts of the number once
// the request is over.
type Count struct {
	Measure registry.Measure
	Load    registry.Load
	Node    int    // whose requests are watched, 0 with LoadRun
	Least   int    // asserted lower bound, -1: none
	Most    int    // asserted upper bound, -1: none
	Never   string // numbers asserted not to come out, such as 1+2; empty: none
}

// Run reports whether all messages of complete runs are counted.
func (c Count) Run() bool { return c.Load == registry.LoadRun }

// counts reports whether templates must note what is counted.
func (v View) counts(m registry.Measure) bool { return v.Count != nil && v.Count.Measure == m }

// CountsMessages reports whether each sending must be noted.
func (v View) CountsMessages() bool { return v.counts(registry.MeasureMessages) }

// CountsBypass reports whether entries of others must be noted.
func (v View) CountsBypass() bool { return v.counts(registry.MeasureBypass) }

// PassesAtArbiters reports whether entries of others are noted at each arbiter.
func (v View) PassesAtArbiters() bool { return v.CountsBypass() && v.Algorithm.Counting.PassedAt != "" }

// Alone reports whether requests are made one at a time.
func (v View) Alone() bool { return v.Count != nil && v.Count.Load == registry.LoadAlone }

// properties are what the model asserts.
func (c Count) properties() []registry.Property {
	what := "messages sent for one request"
	switch {
	case c.Measure == registry.MeasureBypass: // at one arbiter, where there are such
		what = "entries of others while one request waits"
	case c.Run():
		what = "messages sent in a complete run"
	}
	var all []registry.Property
	if c.Least >= 0 {
		all = append(all, registry.Property{Name: "at-least", Kind: registry.State, Gloss: fmt.Sprintf("%d %s", c.Least, what)})
	}
	if c.Most >= 0 {
		all = append(all, registry.Property{Name: "at-most", Kind: registry.State, Gloss: fmt.Sprintf("%d %s", c.Most, what)})
	}
	if c.Never != "" {
		all = append(all, registry.Property{Name: "at-none", Kind: registry.State, Gloss: fmt.Sprintf("never %s %s", strings.ReplaceAll(c.Never, "+", ", "), what)})
	}
	return all
}

// Gaps are the numbers of Never.
func (c Count) Gaps() []int {
	var gaps []int
	for part := range strings.SplitSeq(c.Never, "+") {
		if n, err := strconv.Atoi(part); err == nil {
			gaps = append(gaps, n)
		}
	}
	return gaps
}

// NeverBetween is what Never says where these are all numbers, ascending, that
// come out.
func NeverBetween(values []int) string {
	var gaps []string
	for k := 1; k < len(values); k++ {
		for n := values[k-1] + 1; n < values[k]; n++ {
			gaps = append(gaps, strconv.Itoa(n))
		}
	}
	return strings.Join(gaps, "+")
}

// String is the count as ParseCount reads it.
func (c Count) String() string {
	text := fmt.Sprintf("%s,load=%s", c.Measure, c.Load)
	for _, part := range []struct {
		name  string
		value int
		given bool
	}{{"watch", c.Node, c.Node > 0}, {"least", c.Least, c.Least >= 0}, {"most", c.Most, c.Most >= 0}} {
		if part.given {
			text += fmt.Sprintf(",%s=%d", part.name, part.value)
		}
	}
	if c.Never != "" {
		text += ",never=" + c.Never
	}
	return text
}

// maxCounted is what the model's counter holds.
const maxCounted = 1<<15 - 1

// maxGaps is how many numbers Never may have.
const maxGaps = 255

// gapList is what Never may be.  The bound is not in the expression: with it, compiling takes
// longer than all else that mxgen does when it starts.
var gapList = regexp.MustCompile(`^\d{1,3}(\+\d{1,3})*$`)

// ParseCount reads MEASURE[,load=LOAD][,watch=NODE][,least=X][,most=Y][,never=A+B].  The
// error is a *config.Error.
func ParseCount(c config.Config, text string) (Count, error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return Count{}, err
	}
	bad := func(reason, remedy string) (Count, error) {
		return Count{}, &config.Error{Operand: fmt.Sprintf("count %.60q", text), Reason: reason, Remedy: remedy}
	}
	measure, rest, _ := strings.Cut(text, ",")
	if m := registry.Measure(measure); slices.Contains(registry.Measures, m) && m != registry.MeasureMessages && m != registry.MeasureBypass {
		return bad("a model counts messages and bypass only", "there are messages and bypass")
	}
	numbers := map[string]int{"watch": 0, "least": -1, "most": -1}
	var load registry.Load
	var never string
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(part, "=")
		_, isNumber := numbers[name]
		switch n, err := strconv.Atoi(value); {
		case part == "" && rest == "":
		case name == "load":
			load = registry.Load(value)
		case name == "never":
			if never = value; !gapList.MatchString(value) || strings.Count(value, "+") >= maxGaps {
				return bad(fmt.Sprintf("%.20q is not a list of numbers", value), "needs up to 255 numbers such as 1+2+5")
			}
		case !isNumber:
			return bad(fmt.Sprintf("%.20q is unknown", name), "there are load, watch, least, most and never")
		case err != nil || n < 0 || n > maxCounted:
			return bad(fmt.Sprintf("%.20q is not a number", value), fmt.Sprintf("needs 0 to %d", maxCounted))
		default:
			numbers[name] = n
		}
	}
	if load, err = a.LoadFor(c, registry.Measure(measure), load); err != nil {
		return Count{}, err
	}
	if after := a.Counting.After; measure == string(registry.MeasureMessages) && load == registry.LoadAny && after != nil && after(c) {
		return bad("a model does not tell messages for one request from those for the next", "use load=run, load=alone or one request each, or mxgen bounds")
	}
	node := numbers["watch"]
	switch {
	case load == registry.LoadRun && node != 0:
		return bad("complete runs watch no node", "leave watch out")
	case load != registry.LoadRun && (node < 1 || node > c.N):
		return bad(fmt.Sprintf("watch %d is not a node", node), fmt.Sprintf("needs 1 to %d", c.N))
	}
	return Count{Measure: registry.Measure(measure), Load: load, Node: node, Least: numbers["least"], Most: numbers["most"], Never: never}, nil
}
