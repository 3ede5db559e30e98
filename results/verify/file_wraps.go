package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/pancode"
)

var (
	// variableName matches the name of a variable in a statement.
	variableName = regexp.MustCompile(`[A-Za-z_]\w*`)
	// assignment matches an assignment, with the variable and the value.
	assignment = regexp.MustCompile(`^([A-Za-z_][\w.]*(?:\[[^]]*\])?(?:\.\w+(?:\[[^]]*\])?)*) = (.*)`)
	// wrapping matches what spin says of a value that does not fit.
	wrapping = regexp.MustCompile(`^.*: (-?\d+ becomes (-?\d+))$`)
	constant = regexp.MustCompile(`^-?\d+$`)
)

// statements is the text of a step after its place.
func statements(s results.Step) string {
	_, text, _ := strings.Cut(s.Event, "  ")
	return text
}

// placeWraps puts the values of fields of structures that did not fit to the steps that assigned them: spin notices them only
// when they are read.  It writes the variable into the note of each value where it is known, and returns the names of the variables, by step;
// "" is one that is not known.
func placeWraps(c *results.Counterexample) map[int][]string {
	type assigned struct {
		value string
		step  int
	}
	fields := map[string]assigned{}
	names := map[int][]string{}
	for k := range c.Steps {
		step := &c.Steps[k]
		read := variableName.FindAllString(statements(*step), -1)
		own := step.Wraps
		step.Wraps = nil
		for _, w := range own {
			m := wrapping.FindStringSubmatch(w)
			if m == nil {
				continue
			}
			field, at := "", -1
			for name, f := range fields {
				if f.value != m[2] || !slices.Contains(read, variableName.FindString(name)) || !visible(name, *step) {
					continue
				}
				if f.step > at || f.step == at && name < field {
					field, at = name, f.step
				}
			}
			switch to := assigns(*step); {
			case at >= 0:
				name, _, _ := strings.Cut(field, " ") // without its process
				w = fmt.Sprintf("%s: %s: %s", c.Steps[at].Place, name, m[1])
				if !slices.Contains(c.Steps[at].Wraps, w) {
					c.Steps[at].Wraps = append(c.Steps[at].Wraps, w)
					names[at] = append(names[at], variableName.FindString(field))
				}
			case to != nil && len(own) == 1:
				step.Wraps = []string{strings.Replace(w, ": ", ": "+to[1]+": ", 1)}
				names[k] = []string{variableName.FindString(to[1])}
			default:
				step.Wraps = append(step.Wraps, w)
				names[k] = append(names[k], changedTo(*step, m[2]))
			}
		}
		to := assigns(*step)
		for _, v := range step.Changes {
			delete(fields, v.Variable)
			if strings.Contains(v.Variable, ".") && to != nil && !constant.MatchString(to[2]) {
				fields[v.Variable] = assigned{v.Value, k}
			}
		}
	}
	return names
}

// visible tells whether a variable, written with the number of its process if it is local, is one that the process of a step has.
func visible(variable string, s results.Step) bool {
	_, owner, local := strings.Cut(variable, " (process ")
	owner, _, _ = strings.Cut(owner, ")")
	process, _, _ := strings.Cut(s.Event, " ")
	return !local || strings.HasSuffix(process, ":"+owner)
}

// assigns matches the assignment of a step, nil if it is none.
func assigns(s results.Step) []string {
	if s.Place == nil {
		return nil
	}
	return assignment.FindStringSubmatch(s.Place.Statement)
}

// changedTo is the name of a variable that has the value after the step, "" if none has.
func changedTo(s results.Step, value string) string {
	for _, v := range s.Changes {
		if v.Value == value {
			return variableName.FindString(v.Variable)
		}
	}
	return ""
}

// markLikely marks the steps in which a variable wrapped that the violated claim, the failed assertion, or a statement
// that a process waits for reads; where none of them did, the steps whose variables these are computed from.
func markLikely(c *results.Counterexample, wraps map[int][]string, kind pan.Kind, claim pancode.Claim) {
	read := slices.Clone(claim.Reads)
	known := claim.Name != "" && len(read) > 0 && !claim.Remote
	if n := len(c.Steps); claim.Name == "" && n > 0 && c.Steps[n-1].Place != nil {
		read = variableName.FindAllString(c.Steps[n-1].Place.Statement, -1)
		known = kind == pan.KindAssertion || kind == pan.KindArrayIndex
	}
	for _, b := range c.Blocked {
		for _, w := range b.Waits {
			read = append(read, variableName.FindAllString(w.Statement, -1)...)
		}
	}
	mark := func(blamed func(name string) bool) bool {
		found := false
		for k, names := range wraps {
			if len(c.Steps[k].Wraps) > 0 && slices.ContainsFunc(names, blamed) {
				c.Steps[k].Likely, found = true, true
			}
		}
		return found
	}
	if len(wraps) == 0 || mark(func(name string) bool { return slices.Contains(read, name) }) {
		return
	}
	from, whole := computedFrom(c, read)
	mark(func(name string) bool { return name == "" || !known || !whole || from[name] })
}

// computedFrom are the names that the values of the given ones can depend on in a run: those that they are assigned
// from, sent from or received by, and those of all conditions, which decide what happens.  whole is false where a step does not show what
// it depends on.
func computedFrom(c *results.Counterexample, read []string) (from map[string]bool, whole bool) {
	from = map[string]bool{}
	add := func(text string) (more bool) {
		for _, name := range variableName.FindAllString(text, -1) {
			more = more || !from[name]
			from[name] = true
		}
		return more
	}
	add(strings.Join(read, " "))
	var all [][2]string // what depends on what
	for _, s := range c.Steps {
		for _, text := range strings.Split(statements(s), "; ") {
			if to := assignment.FindStringSubmatch(text); to != nil {
				all = append(all, [2]string{to[1], text})
				continue
			}
			switch at := strings.IndexAny(text, "!?"); {
			case s.Place == nil || strings.HasPrefix(s.Place.Statement, "printf("):
			case text == "else" || s.Place.Statement == "d_step":
				return from, false
			case at > 0 && !strings.HasPrefix(text, "("):
				all = append(all, [2]string{text, text})
			default:
				add(text)
			}
		}
	}
	for more := true; more; {
		more = false
		for _, d := range all {
			if slices.ContainsFunc(variableName.FindAllString(d[0], -1), func(name string) bool { return from[name] }) {
				more = add(d[1]) || more
			}
		}
	}
	return from, c.Gap == nil
}
