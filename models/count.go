package models

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Measure is what is counted for a request.
type Measure string

// The measures.
const (
	MeasureMessages Measure = "messages" // sent for the request, from its first to its last
	MeasureBypass   Measure = "bypass"   // entries, while the request waits, of other nodes that know of it
)

// Load is what else goes on while requests are counted.
type Load string

// The loads.
const (
	LoadAny   Load = "any"   // whatever can happen
	LoadAlone Load = "alone" // a node requests only while all are idle and nothing is under way
	LoadRun   Load = "run"   // complete runs in which each node requests as often as it may: all of the run's messages
)

// Count asks for a model that counts, and what it asserts of the number once
// the request is over.
type Count struct {
	Measure Measure
	Load    Load
	Node    int    // whose requests are watched, 0 with LoadRun
	Least   int    // asserted lower bound, -1: none
	Most    int    // asserted upper bound, -1: none
	Never   string // numbers asserted not to come out, such as 1+2; empty: none
}

// Run reports whether all messages of complete runs are counted.
func (c Count) Run() bool { return c.Load == LoadRun }

// Bound is what a source claims of a measure for each request.
type Bound struct {
	Measure Measure
	Load    Load   // under which it is claimed
	Lower   bool   // a lower bound; else an upper one
	Formula string // as the source writes it: 2(N-1)
	// OneOf are all numbers that a request may cost; Lower and Value are nothing then.
	OneOf func(config.Config) []int
	Value func(config.Config) int
	// NodeValue is the bound for node i's requests, where nodes differ; Value is nil then.
	NodeValue func(c config.Config, i int) int
	Source    string
	Only      func(config.Config) bool // configurations of which it is claimed, nil: all
}

// Of is the bound for node i's requests, or, for node 0, that of a complete run.
func (b Bound) Of(c config.Config, i int) int {
	one := b.NodeValue
	if one == nil {
		one = func(c config.Config, _ int) int { return b.Value(c) }
	}
	if i > 0 {
		return one(c, i)
	}
	sum := 0
	for i := 1; i <= c.N; i++ {
		sum += c.Entries(i) * one(c, i)
	}
	return sum
}

// counting is which loads an algorithm's messages can be counted under, the
// standard one first.  LoadAny needs that each message serves one request, and
// is sent before that request's node makes its next one.
func (a *Algorithm) counting(c config.Config) []Load {
	if a.Loads != nil {
		return a.Loads(c)
	}
	return []Load{LoadAny, LoadAlone, LoadRun}
}

// Counting resolves what to count: an empty load is the algorithm's standard
// one.  The error is a *config.Error.
func (a *Algorithm) Counting(c config.Config, m Measure, l Load) (Load, error) {
	loads := a.counting(c)
	if m == MeasureBypass {
		loads = []Load{LoadAny}
	}
	if l == "" {
		l = loads[0]
	}
	switch {
	case m != MeasureMessages && m != MeasureBypass:
		return "", &config.Error{Operand: fmt.Sprintf("measure %.40q", m), Reason: "unknown", Remedy: "there are messages and bypass"}
	case m == MeasureBypass && !a.Overtaking:
		return "", &config.Error{Operand: a.Name + ": measure bypass", Reason: "a node's REQUEST does not go to all whom it concerns"}
	case !slices.Contains(loads, l):
		names := make([]string, len(loads))
		for k, load := range loads {
			names[k] = string(load)
		}
		return "", &config.Error{
			Operand: fmt.Sprintf("%s: load %.40q", a.Name, l),
			Reason:  fmt.Sprintf("%s cannot be counted so here", m),
			Remedy:  "there are " + strings.Join(names, ", "),
		}
	case l == LoadRun && c.Rounds == 0:
		return "", &config.Error{
			Operand: a.Name + ": load run",
			Reason:  "a run is complete when each node has requested as often as it may",
			Remedy:  "needs --rounds R",
		}
	}
	return l, nil
}

// BoundsOf returns what the sources claim of a measure under a load.
func (a *Algorithm) BoundsOf(c config.Config, m Measure, l Load) []Bound {
	return slices.DeleteFunc(slices.Clone(a.Bounds), func(b Bound) bool {
		// what is claimed of any load is claimed of a lonely request as well, and of
		// the average over a run
		return b.Measure != m || b.Load != l && b.Load != LoadAny || b.OneOf != nil && l == LoadRun || b.Only != nil && !b.Only(c)
	})
}

// perEntry are an upper and a lower bound of messages per entry.
func perEntry(load Load, source, least string, low func(config.Config) int, most string, high func(config.Config) int) []Bound {
	return []Bound{
		{Measure: MeasureMessages, Load: load, Lower: true, Formula: least, Value: low, Source: source},
		{Measure: MeasureMessages, Load: load, Formula: most, Value: high, Source: source},
	}
}

func zero(config.Config) int { return 0 }

// freeOrAll is the claim that a request costs nothing or N messages.
func freeOrAll(source string) Bound {
	return Bound{Measure: MeasureMessages, Load: LoadAny, Formula: "0 or N", Source: source,
		OneOf: func(c config.Config) []int { return []int{0, c.N} }}
}

// timesOthers is factor (N-1).
func timesOthers(factor int) func(config.Config) int {
	return func(c config.Config) int { return factor * (c.N - 1) }
}

func nodes(c config.Config) int { return c.N }

// counts reports whether templates must note what is counted.
func (v View) counts(m Measure) bool { return v.Count != nil && v.Count.Measure == m }

// CountsMessages reports whether each sending must be noted.
func (v View) CountsMessages() bool { return v.counts(MeasureMessages) }

// CountsBypass reports whether entries of others must be noted.
func (v View) CountsBypass() bool { return v.counts(MeasureBypass) }

// PassesAtArbiters reports whether entries of others are noted at each arbiter.
func (v View) PassesAtArbiters() bool { return v.CountsBypass() && v.Algorithm.PassedAt != "" }

// Alone reports whether requests are made one at a time.
func (v View) Alone() bool { return v.Count != nil && v.Count.Load == LoadAlone }

// properties are what the model asserts.
func (c Count) properties() []Property {
	what := "messages sent for one request"
	switch {
	case c.Measure == MeasureBypass: // at one arbiter, where there are such
		what = "entries of others while one request waits"
	case c.Run():
		what = "messages sent in a complete run"
	}
	var all []Property
	if c.Least >= 0 {
		all = append(all, Property{Name: "at-least", Kind: State, Gloss: fmt.Sprintf("%d %s", c.Least, what)})
	}
	if c.Most >= 0 {
		all = append(all, Property{Name: "at-most", Kind: State, Gloss: fmt.Sprintf("%d %s", c.Most, what)})
	}
	if c.Never != "" {
		all = append(all, Property{Name: "at-none", Kind: State, Gloss: fmt.Sprintf("never %s %s", strings.ReplaceAll(c.Never, "+", ", "), what)})
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

// gapList is what Never may be.
var gapList = regexp.MustCompile(`^\d{1,3}(\+\d{1,3}){0,254}$`)

// ParseCount reads MEASURE[,load=LOAD][,watch=NODE][,least=X][,most=Y][,never=A+B].  The
// error is a *config.Error.
func ParseCount(c config.Config, text string) (Count, error) {
	a, err := Lookup(c.Algorithm)
	if err != nil {
		return Count{}, err
	}
	bad := func(reason, remedy string) (Count, error) {
		return Count{}, &config.Error{Operand: fmt.Sprintf("count %.60q", text), Reason: reason, Remedy: remedy}
	}
	measure, rest, _ := strings.Cut(text, ",")
	numbers := map[string]int{"watch": 0, "least": -1, "most": -1}
	var load Load
	var never string
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(part, "=")
		_, isNumber := numbers[name]
		switch n, err := strconv.Atoi(value); {
		case part == "" && rest == "":
		case name == "load":
			load = Load(value)
		case name == "never":
			if never = value; !gapList.MatchString(value) {
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
	if load, err = a.Counting(c, Measure(measure), load); err != nil {
		return Count{}, err
	}
	node := numbers["watch"]
	switch {
	case load == LoadRun && node != 0:
		return bad("complete runs watch no node", "leave watch out")
	case load != LoadRun && (node < 1 || node > c.N):
		return bad(fmt.Sprintf("watch %d is not a node", node), fmt.Sprintf("needs 1 to %d", c.N))
	}
	return Count{Measure: Measure(measure), Load: load, Node: node, Least: numbers["least"], Most: numbers["most"], Never: never}, nil
}
