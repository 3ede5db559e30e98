package compare

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/testenv"
)

// macro is a #define of a model.
type macro struct{ name, parameters, body string }

var (
	defineLine = regexp.MustCompile(`(?m)^#define (\w+)(\([\w, ]*\))?\s+((?:.*\\\n)*.*)$`)
	identifier = regexp.MustCompile(`\w+`)
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// macros returns the macros of a model by name.
func macros(source string) map[string]macro {
	all := map[string]macro{}
	for _, m := range defineLine.FindAllStringSubmatch(comment.ReplaceAllString(source, ""), -1) {
		body := strings.Join(strings.Fields(strings.ReplaceAll(m[3], "\\\n", " ")), " ")
		all[m[1]] = macro{m[1], m[2], body}
	}
	return all
}

// closure returns the macros that an expression is made of.
func closure(all map[string]macro, expression string) map[string]macro {
	found := map[string]macro{}
	for queue := identifier.FindAllString(expression, -1); len(queue) > 0; queue = queue[1:] {
		m, is := all[queue[0]]
		if _, known := found[m.name]; is && !known {
			found[m.name] = m
			queue = append(queue, identifier.FindAllString(m.body, -1)...)
		}
	}
	return found
}

// weakened returns bodies that differ from one in one place: a conjunct or disjunct is
// missing, a comparison is another one, or a count may have one more value.
func weakened(body string) (all []string) {
	for from := range len(body) {
		if from > 0 && body[from-1] != '(' {
			continue
		}
		to := groupEnd(body, from)
		for _, rest := range shortened(body[from:to], operators) {
			all = append(all, body[:from]+rest+body[to:])
		}
	}
	for k := range len(body) {
		for from, others := range map[string][]string{" < ": {" <= "}, " <= ": {" < "}, " == ": {" <= ", " >= "}, " != ": {" < ", " > "}, " > ": {" >= "}, " >= ": {" > "}} {
			if strings.HasPrefix(body[k:], from) {
				for _, to := range others {
					all = append(all, body[:k]+to+body[k+len(from):])
				}
				all = append(all, moreCounts(body, k, from)...)
			}
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(all)))
}

// moreCounts returns bodies in which the comparison of a count with a small bound, at a place, has one more value: such as
// one on which only a state shows in which every node is inside, or three tokens are.
func moreCounts(body string, at int, operator string) (all []string) {
	end := at + len(operator)
	to := end + len(smallBound.FindString(body[end:]))
	if to == end {
		return nil
	}
	from := at
	for depth := 0; from > 0; from-- {
		switch body[from-1] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth < 0 || depth == 0 && endsOperand.MatchString(body[:from]) {
			break
		}
	}
	count, bound := body[from:at], body[end:to]
	var others []string
	switch operator {
	case " <= ":
		others = []string{count + " != " + bound + " + 1", "(" + count + " <= " + bound + " || " + count + " == 3)"}
	case " == ":
		others = []string{"(" + count + ") % 2 == " + bound, "(" + count + " == " + bound + " || " + count + " == 3)"}
	}
	for _, other := range others {
		all = append(all, body[:from]+other+body[to:])
	}
	return all
}

var (
	smallBound  = regexp.MustCompile(`^(1|K)\b`)         // of a count
	endsOperand = regexp.MustCompile(`(&&|\|\||->|:) $`) // what is before a comparison
)

// groupEnd is the end of the parenthesised group, or of the text, that begins at a place.
func groupEnd(text string, from int) int {
	depth := 0
	for k := from; k < len(text); k++ {
		switch text[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return k
			}
		}
	}
	return len(text)
}

// operators outside of parentheses, the weakest first.
var operators = []string{" -> ", " : ", " || ", " && ", " == ", " != ", " <= ", " >= ", " < ", " > ", " + "}

// shortened returns a text without each of its conjuncts, disjuncts and summands, of those outside of parentheses.
func shortened(text string, operators []string) (all []string) {
	if len(operators) == 0 {
		return nil
	}
	operator := operators[0]
	parts := splitOutside(text, operator)
	for k, part := range parts {
		before, after := slices.Clone(parts[:k]), parts[k+1:]
		for _, rest := range shortened(part, operators[1:]) {
			all = append(all, strings.Join(slices.Concat(before, []string{rest}, after), operator))
		}
		if len(parts) > 1 && slices.Contains([]string{" || ", " && ", " + "}, operator) {
			all = append(all, strings.Join(slices.Concat(before, after), operator))
		}
	}
	return all
}

// splitOutside splits at an operator outside of parentheses.
func splitOutside(text, operator string) (parts []string) {
	depth, start := 0, 0
	for k := 0; k < len(text); k++ {
		switch text[k] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && strings.HasPrefix(text[k:], operator) {
			parts, start = append(parts, text[start:k]), k+len(operator)
		}
	}
	return append(parts, text[start:])
}

// weakening is an expression with one macro weakened.
type weakening struct {
	name       string
	property   int
	expression string
}

// weakenings returns the text of macros to add to a model, and expressions over them: each
// predicate with each of its macros weakened in each place.
func weakenings(source string, all []predicate) (text string, found []weakening) {
	defined := macros(source)
	var b strings.Builder
	for p, one := range all {
		own := closure(defined, one.expression)
		for _, name := range slices.Sorted(maps.Keys(own)) {
			for _, body := range weakened(own[name].body) {
				if countsInside.MatchString(body) && defined["N"].body == "2" {
					continue // there are not three
				}
				suffix := fmt.Sprintf("_w%d", len(found))
				renamed := func(text string) string {
					return identifier.ReplaceAllStringFunc(text, func(word string) string {
						if _, is := own[word]; is {
							return word + suffix
						}
						return word
					})
				}
				for _, m := range own {
					if m.name == name {
						m.body = body
					}
					fmt.Fprintf(&b, "#define %s%s\t%s\n", m.name+suffix, m.parameters, renamed(m.body))
				}
				found = append(found, weakening{fmt.Sprintf("%s: %s: %s => %s", one.name, name, own[name].body, body), p, renamed(one.expression)})
			}
		}
	}
	return b.String(), found
}

// sameMeaning lists the weakenings that mean the same, with the reason.
var sameMeaning = []struct{ weakening, why string }{
	{`\(phase\[i\] == CS\) => \(phase\[i\] <= CS\)`, "CS is the smallest number of the mtype"},
	{`\(phase\[i\] == IDLE\) => \(phase\[i\] >= IDLE\)`, "IDLE is the largest number of the mtype"},
	{`deadlock: waiting: .* => \(phase\[i\] <= WAIT\)`, "a node inside can leave: there is no deadlock"},
	{`S: .*\(i <= 1\)|S: .*\(i >= 3\)|first_of_all: .*(i <= 1|i >= 2)`, "nodes are 1 to N"},
	{`holder\[1\] <= 1|holder\[3\] >= 3`, "nodes are 1 to N, and a holder is the node itself or a neighbour"},
	{`(>= S\(i\)|>= all_but\(i\)|>= N-1)`, "no set is larger than all it may have"},
	{`!= 0.*=>.* > 0`, "no number is negative"},
	{`\(token_at (!=|>) 0\) \+ \(token_to (!=|>) 0\).*(== 3|% 2)`, "there are not more than two: 2 % 2 is 0"},
	{`mutex: .*how_many_inside != K \+ 1`, "K is 2 of three nodes"},
	{`first_of_all: .*(\(i == 1 \|\| i == 3\)|\(i\) % 2 == 1)`, "nodes are 1 and 2"},
	{`holder\[1\] == 1 \|\| holder\[1\] == 3|\(holder\[1\]\) % 2`, "a holder is the node itself or a neighbour, 2"},
	{`>= EXECUTING|>= HOLDING`, "these are the largest states"},
	{`succeeded: .* => \(members_locked\[i\] == S\(i\)\)`, "m is a member of i's set"},
	{`deferred_rightly: .* lock\[m\] == i\)$`, "m is locked for i and i has deferred INQUIRE: unless m has asked, there are more questions than it has asked"},
	{`before: .* => .*\(j\) <= \(i\)`, "j and i are two nodes"},
	{`before: .* => .*\(a\) <= \(b\)`, "that a is less than b is the other disjunct"},
	{`marks_added(\(i\))? <= marks_joined`, "a sum is not less than the union"},
	{`holder: at_token:`, "two nodes that point to each other are each the end of a walk"},
	{`queue: queued: .*queue\[2\] >= \(i\)\)$`, "with a node in the third place, all nodes are in the queue, or one is there twice"},
	{`^deadlock: (token_on|token_under_way|may_receive_(request|token|ack|release)): `, "a message of which the guard now says something else is under way all the same: this or another message can arrive"},
	{`grant: size: .* => \(has\(set, 2\)`, "the coordinator sends no message to itself"},
	{`deferral: deferral: .* rightly\(3, 2\)\)$`, "who defers precedes whom it defers: three nodes cannot defer in a circle"},
	{`lemma-2: lemma_2|holder: holder_leads`, "two nodes, at least, are on a circle, and each sees it"},
	{`edge: (on_)?edge:`, "N-1 edges and N nodes: one edge less has one sink more"},
}

// meansTheSame is which of the list says why a weakening means the same, -1: none.
func meansTheSame(name string) int {
	for k, s := range sameMeaning {
		if regexp.MustCompile(s.weakening).MatchString(name) {
			return k
		}
	}
	return -1
}

// Every weakening of a property in a model is noticed, in one of the configurations at
// least: the program says otherwise of some state.
func TestWeakenedPropertiesAreNoticed(t *testing.T) {
	if testenv.Racing {
		return // TestPropertiesMeanTheSame shares what this shares between goroutines
	}
	x := testComparer(t)
	used := make([]atomic.Bool, len(sameMeaning))
	t.Cleanup(func() {
		for k := range used {
			if !used[k].Load() && !t.Failed() {
				t.Errorf("every one is noticed: %s", sameMeaning[k].weakening)
			}
		}
	})
	for algorithm, configurations := range propertied {
		t.Run(algorithm, func(t *testing.T) {
			t.Parallel()
			noticed := map[string]bool{}
			for _, flags := range configurations {
				maps.Copy(noticed, x.noticed(t, testenv.Config(t, algorithm, flags), noticed))
			}
			same := 0
			for name, seen := range noticed {
				switch k := meansTheSame(name); {
				case seen:
				case k >= 0:
					used[k].Store(true)
					same++
				default:
					t.Errorf("not noticed: %s", name)
				}
			}
			t.Logf("%d weakenings, %d mean the same", len(noticed), same)
		})
	}
}

// countsInside matches the weakenings of mutex that three nodes inside tell from it.
var countsInside = regexp.MustCompile(`how_many_inside (!= 1 \+ 1|== 3)`)

// countedEverywhere are macros whose weakenings must be noticed in every configuration: those that count.
var countedEverywhere = regexp.MustCompile(`^(mutex: mutex|token: one_token): .*(!= [1K] \+ 1|% 2|== 3)\)+$`)

// noticed tells of each weakening whether it is noticed in a configuration, or was before.
func (x Comparer) noticed(t *testing.T, c config.Config, before map[string]bool) map[string]bool {
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := explored(t.Context(), c, x.Limits)
	if err != nil {
		t.Fatal(err)
	}
	all := predicates(c, g.System())
	states, err := sampleStates(t.Context(), g, all, mostPerturbed)
	if err != nil {
		t.Fatal(err)
	}
	text, found := weakenings(string(m.Source), all)
	var expressions []string
	for _, w := range found {
		expressions = append(expressions, w.expression)
	}
	truths, err := x.evaluate(t.Context(), append(m.Source, text...), expressions, states)
	if err != nil {
		t.Fatal(err)
	}
	noticed, here := map[string]bool{}, false
	for k, w := range found {
		noticed[w.name], here = before[w.name], false
		for row := range states.rows {
			if truths(row, k) != states.truths[row][w.property] {
				noticed[w.name], here = true, true
				break
			}
		}
		if countedEverywhere.MatchString(w.name) && !here && meansTheSame(w.name) < 0 {
			t.Errorf("%s: not noticed: %s", c, w.name)
		}
	}
	return noticed
}

// assertedStep matches the assertion of a property of steps in a handler.
var assertedStep = regexp.MustCompile(`(assert_(?:lock_holder|follow|requester))\((.*)\);`)

// Every weakening of an assertion in a handler is noticed, in one of the configurations at least.
func TestWeakenedAssertionsAreNoticed(t *testing.T) {
	if testenv.Racing {
		return
	}
	x := testComparer(t)
	noticed := map[string]bool{}
	for _, c := range []struct{ algorithm, flags string }{
		{"maekawa", "--n 3 --rounds 1"}, {"maekawa", "--n 2 --rounds 1 --variant basic"}, {"singhal", "--n 3 --rounds 1"}, {"neilsen-mizuno", "--n 3"},
	} {
		x.weakenAssertions(t, testenv.Config(t, c.algorithm, c.flags), noticed)
	}
	for name, seen := range noticed {
		if !seen && !strings.Contains(name, "follow[i] <= 0") { // it is not negative
			t.Errorf("not noticed: %s", name)
		}
	}
	if len(noticed) < 8 {
		t.Errorf("%d weakenings", len(noticed))
	}
}

// weakenAssertions tells of each weakening whether it is noticed in a configuration, or was before.
func (x Comparer) weakenAssertions(t *testing.T, c config.Config, noticed map[string]bool) {
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := explored(t.Context(), c, x.Limits)
	if err != nil {
		t.Fatal(err)
	}
	states, err := sampleStates(t.Context(), g, predicates(c, g.System()), mostPerturbed)
	if err != nil {
		t.Fatal(err)
	}
	for k, at := range assertedStep.FindAllSubmatchIndex(m.Source, -1) {
		condition := string(m.Source[at[4]:at[5]])
		for _, other := range append(weakened(condition), "true") {
			edited := slices.Concat(m.Source[:at[4]], []byte(other), m.Source[at[5]:])
			r := &PropertyComparison{}
			if err := x.compareSteps(t.Context(), c, g.System(), edited, nil, states, r); err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s %d: %s => %s", c.Algorithm, k, condition, other)
			noticed[name] = noticed[name] || r.Difference != nil
		}
	}
}
