package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pancode"
)

var (
	// variableName matches the name of a variable in a statement.
	variableName = regexp.MustCompile(`[A-Za-z_]\w*`)
	// assignment matches an assignment, with the variable and the value.
	assignment = regexp.MustCompile(`^([A-Za-z_][\w.]*(?:\[[^]]*\])?(?:\.\w+(?:\[[^]]*\])?)*) = (.*)`)
	// wrapping matches what spin says of a value that does not fit.
	wrapping = regexp.MustCompile(`^.*: ((-?\d+) (becomes|is not truncated to) (-?\d+))$`)
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
			got := m[4] // the value of the variable
			if m[3] != "becomes" {
				got = m[2]
			}
			field, at := "", -1
			for name, f := range fields {
				kept := f.value == m[2] && element.MatchString(name) // of an array of bits
				if f.value != got && !kept || !slices.Contains(read, variableName.FindString(name)) || !visible(name, *step) {
					continue
				}
				if f.step > at || f.step == at && name < field {
					field, at = name, f.step
				}
			}
			switch to := assigns(*step); {
			case at >= 0:
				name, _, _ := strings.Cut(field, " ") // without its process
				what := m[1]
				if fields[field].value == m[2] {
					what = m[2] + results.NotTruncated + m[4]
				}
				w = fmt.Sprintf("%s: %s: %s", c.Steps[at].Place, name, what)
				if !slices.Contains(c.Steps[at].Wraps, w) {
					c.Steps[at].Wraps = append(c.Steps[at].Wraps, w)
					names[at] = append(names[at], variableName.FindString(field))
				}
			case to != nil && len(own) == 1:
				step.Wraps = []string{strings.Replace(w, ": ", ": "+to[1]+": ", 1)}
				names[k] = []string{variableName.FindString(to[1])}
			default:
				name, others := changedTo(*step, got)
				if name == "" {
					name, others = mayAssign(*step, m[2])
				}
				if name != "" && len(own) == 1 && !others {
					w = strings.Replace(w, ": ", ": "+name+": ", 1)
				}
				step.Wraps = append(step.Wraps, w)
				names[k] = append(names[k], variableName.FindString(name))
			}
		}
		to := assigns(*step)
		for _, v := range step.Changes {
			delete(fields, v.Variable)
			if strings.Contains(v.Variable, ".") && (to != nil && !constant.MatchString(to[2]) || several(*step)) {
				fields[v.Variable] = assigned{v.Value, k}
			}
		}
	}
	return names
}

// truncated adds to a step the values that did not fit into members of structures with a number of bits, of which spin
// says nothing, and calls found with the variable of each.
func truncated(step *results.Step, printed []string, found func(variable string)) {
	for _, line := range printed {
		line, is := strings.CutPrefix(line, pancode.Truncation)
		words := strings.Fields(line)
		if !is || len(words) != 3 || step.Place == nil {
			continue
		}
		name := words[0]
		if to := assigns(*step); to != nil {
			name = to[1]
		}
		step.Wraps = append(step.Wraps, fmt.Sprintf("%s: %s: %s becomes %s", step.Place, name, words[1], words[2]))
		found(variableName.FindString(name))
	}
}

// visible tells whether a variable, written with the number of its process if it is local, is one that the process of a step has.
func visible(variable string, s results.Step) bool {
	_, owner, local := strings.Cut(variable, " (process ")
	owner, _, _ = strings.Cut(owner, ")")
	process, _, _ := strings.Cut(s.Event, " ")
	return !local || strings.HasSuffix(process, ":"+owner)
}

// assigns matches the assignment of a step, nil if it is none or has other statements as well.
func assigns(s results.Step) []string {
	if s.Place == nil || several(s) {
		return nil
	}
	return assignment.FindStringSubmatch(s.Place.Statement)
}

// several tells whether a step has several statements, of which SPIN has the first and the end of the last in a long text.
func several(s results.Step) bool {
	text := statements(s)
	return strings.Contains(text, "; ") || strings.Contains(text, " ... ")
}

// changedTo is the name of a variable that has the value after the step, "" if none has, and tells whether others have it as well.
func changedTo(s results.Step, value string) (name string, others bool) {
	for _, v := range s.Changes {
		if v.Value != value {
			continue
		}
		if name != "" {
			return name, true
		}
		name, _, _ = strings.Cut(v.Variable, " ") // without its process
	}
	return name, false
}

// mayAssign is the variable of the first of the assignments of a step whose value may be the one given, "" if none may, and tells whether
// others may as well.
func mayAssign(s results.Step, value string) (name string, others bool) {
	for _, statement := range strings.Split(statements(s), "; ") {
		m := assignment.FindStringSubmatch(statement)
		if m == nil || constant.MatchString(m[2]) && m[2] != value {
			continue
		}
		if name != "" {
			return name, true
		}
		name = m[1]
	}
	return name, strings.Contains(statements(s), " ... ")
}
