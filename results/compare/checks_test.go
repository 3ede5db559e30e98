package compare

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/testenv"
)

// An edit of what a model checks is never equal, unless the meaning of what is edited was compared; its formulas
// are said to be not compared.
func TestEditedChecks(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "centralized", "--n 2")
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	source := string(m.Source)
	const overflows = "no-overflow"
	for _, e := range []struct {
		name, from, to    string
		edited, generated string // of the difference; both "": equal, or no-overflow differs
	}{
		{"nothing", "", "", "", ""},
		{"a comment", "/* Whatever can happen", "/* assert(false) Whatever can happen", "", ""},
		{"an assertion in a handler", "assert_no_overflow(!has(net, i));", "assert_no_overflow(true);", overflows, ""},
		{"an assertion less", "assert_no_overflow(!has(net, i));", "", overflows, ""},
		{"an assertion in an inline that nobody calls", "inline send(net, i)\n{\n\tassert_no_overflow(!has(net, i));", "inline spare(net, i)\n{\n\tassert_no_overflow(!has(net, i))\n}\n\ninline send(net, i)\n{\n", overflows, ""},
		{"an assertion behind a break", "assert_no_overflow(!has(net, i));\n\tadd(net, i)", "do :: add(net, i); break; assert_no_overflow(!has(net, i)) od", overflows, ""},
		{"an assertion that is not reached", "assert_no_overflow(!has(net, i));", "if :: busy > 9 -> skip; assert_no_overflow(!has(net, i)) :: else -> skip fi;", overflows, ""},
		{"an assertion that a loop which does not end precedes", "assert_no_overflow(!has(net, i));", "do :: has(net, i) -> skip :: else -> break od; assert_no_overflow(!has(net, i));", "", ""},
		{"an assertion more", "\t\tphase[i] = CS", "\t\tassert(i != 3);\n\t\tphase[i] = CS", "assert(i != 3)", ""},
		{"a guard", "!mutex -> assert(mutex)", "!mutex && busy == 2 -> assert(mutex)", ":: d_step { !mutex && busy == 2 -> assert(mutex)", ":: d_step { !mutex -> assert(mutex)"},
		{"an option less", "\t:: d_step { !mutex -> assert(mutex) }\n", "", "", ":: d_step { !mutex -> assert(mutex)"},
		{"an option in a comment", "\t:: d_step { !mutex", "// \\\n\t:: d_step { !mutex", "", ":: d_step { !mutex -> assert(mutex)"},
		{"a watch that never runs", "active proctype watch()", "proctype watch()", "proctype watch() { end : do od }", "active proctype watch() { end : do od }"},
		{"init for the process of events", "active proctype events()", "init", "", ""},
		{"other names of processes", "proctype events()", "proctype happenings()", "", ""},
		{"another end", "active proctype watch()\n{\nend:", "active proctype watch()\n{\n", "", "end:"},
		{"an end that is none", "active proctype events()\n{\nend:", "active proctype events()\n{\n", "", "end:"},
		{"a macro that asserts nothing", "#define assert_no_overflow(condition)\tassert(condition)", "#define assert_no_overflow(condition)\tskip", "assert_no_overflow(condition) skip", "assert_no_overflow(condition) assert(condition)"},
		{"a macro of the assertions", "#define assert_no_overflow(condition)\tassert(condition)", "#define assert_no_overflow(condition)\tassert(true)", "assert_no_overflow(condition) assert(true)", "assert_no_overflow(condition) assert(condition)"},
	} {
		if !strings.Contains(source, e.from) {
			t.Fatalf("%s: not in the model", e.name)
		}
		r, err := x.Compare(t.Context(), c, Options{Model: []byte(strings.Replace(source, e.from, e.to, 1))})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if e.edited == overflows {
			d := r.Properties.Difference
			if r.Equal || d == nil || d.Property != "no-overflow" || !d.SPIN || d.Go || !d.Generated || d.Event == "" {
				t.Errorf("%s: equal: %t, %+v", e.name, r.Equal, d)
			}
			if moved := strings.Contains(e.to, "assert_no_overflow(!has(net, i))"); moved != (r.Undecided != nil) || moved && (r.Undecided.Property != "no-overflow" || r.Undecided.Line < 2) {
				t.Errorf("%s: %+v", e.name, r.Undecided)
			}
			continue
		}
		if want := e.edited == "" && e.generated == ""; r.Equal != want || r.Equal != (r.Checks == nil) {
			t.Errorf("%s: equal: %t, %+v", e.name, r.Equal, r.Checks)
		} else if !want && (r.Checks.Edited != e.edited || r.Checks.Generated != e.generated || r.Checks.Line == 0) {
			t.Errorf("%s: %+v", e.name, r.Checks)
		}
	}
	other := strings.NewReplacer("byte queue[", "bool queue[", "\t\tphase[i] = CS", "\t\tif :: true -> phase[i] = CS :: true -> skip fi")
	r, err := x.Compare(t.Context(), c, Options{Model: []byte(other.Replace(source) + "\nltl own { [] mutex }\n")})
	if err != nil || !r.Equal || !regexp.MustCompile(`^the type of queue, bool in line \d+ and byte in the generated model,line \d+: a choice inside d_step: .*,ltl own$`).MatchString(strings.Join(r.NotCompared, ",")) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A check of a state in an inline that nobody calls, and one that another process takes over.
func TestChecksElsewhere(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "centralized", "--n 2")
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	const option, begin = "\t:: d_step { !grant -> assert(grant) }\n", "/* Whatever can happen"
	for _, to := range []string{
		"inline spare()\n{\n\tdo\n" + option + "\tod\n}\n" + begin,
		"active proctype other()\n{\nend:\tdo\n" + option + "\tod\n}\n" + begin,
	} {
		edited := strings.NewReplacer(option, "", begin, to).Replace(string(m.Source))
		r, err := x.Compare(t.Context(), c, Options{Model: []byte(edited)})
		if err != nil || r.Equal || r.Checks == nil || r.Checks.Line == 0 || strings.Contains(to, "inline") && (r.Checks.Edited != r.Checks.Generated || r.Checks.Process != "") {
			t.Errorf("%s: %+v, %v", to, r.Checks, err)
		}
	}
}

// Weak fairness depends on which process takes a step: a step of a model of starvation in another process is never equal.
func TestStepsElsewhere(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "centralized", "--n 2")
	m, err := models.Render(c, models.Build{Property: "starvation"})
	if err != nil {
		t.Fatal(err)
	}
	const enter, idle = ":: enter(2) ", "\t:: d_step { skip }\n"
	edited := strings.NewReplacer(enter, "", idle, idle+"\t"+enter+"\n").Replace(string(m.Source))
	r, err := x.Compare(t.Context(), c, Options{Model: []byte(edited)})
	if err != nil || r.Equal || r.Undecided == nil || !r.Undecided.Step || r.Undecided.Edited != ":: enter(2)" || r.Undecided.Process != "users" || r.Undecided.Elsewhere != "client_2" {
		t.Errorf("%+v, %v", r.Undecided, err)
	}
	var b strings.Builder
	if err := Text(&b, r); err != nil || !strings.Contains(b.String(), "not decided: ") || !strings.Contains(b.String(), "weak fairness") {
		t.Errorf("%s, %v", &b, err)
	}
	for _, same := range [][2]string{
		{"\t:: request(1)\n\t:: request(2)\n", "\t:: request(2)\n\t:: request(1)\n"},
		{":: d_step { skip }", ":: d_step { true }"},
		{":: d_step { skip }", ":: d_step { skip }\n\t:: d_step { skip }"},
		{"proctype client_2()", "proctype second()"},
	} {
		r, err = x.Compare(t.Context(), c, Options{Model: []byte(strings.Replace(string(m.Source), same[0], same[1], 1))})
		if err != nil || !r.Equal {
			t.Errorf("%s: %+v, %v", same[1], r, err)
		}
	}
	for _, other := range []string{strings.Replace(string(m.Source), idle, "", 1), strings.Replace(string(m.Source), "exit_cs(1) od", "exit_cs(1) :: d_step { skip } od", 1)} {
		r, err = x.Compare(t.Context(), c, Options{Model: []byte(other)})
		if err != nil || r.Equal || r.Undecided == nil || !r.Undecided.Step {
			t.Errorf("another idle step: %+v, %v", r, err)
		}
	}
	merged := strings.Replace(string(m.Source), "exit_cs(1) od }\nactive proctype client_2() { end: do", "exit_cs(1)", 1)
	r, err = x.Compare(t.Context(), c, Options{Model: []byte(merged)})
	if err != nil || r.Equal || r.Undecided == nil || !r.Undecided.Step {
		t.Errorf("one process for two clients: %+v, %v", r, err)
	}
}

// A property that is written otherwise and has the same truth in every state is never equal: the states are a sample.
func TestPropertyWrittenOtherwise(t *testing.T) {
	x := testComparer(t)
	for _, e := range []struct{ algorithm, from, to, edited string }{
		{"centralized", "(quiet && somebody_waits)", "quiet && somebody_waits", "deadlocked quiet && somebody_waits"},
		{"neilsen-mizuno", "assert_follow(follow[i] == 0)", "assert_follow(!follow[i])", ":: !next[i] && !holding[i] -> assert_follow(!follow[i])"},
		{"neilsen-mizuno", "!next[i] && !holding[i] ->", "!(next[i] || holding[i]) ->", ":: !(next[i] || holding[i]) -> assert_follow(follow[i] == 0)"},
		{"centralized", "assert_no_overflow(!has(net, i))", "assert_no_overflow(has(net, i) == 0)", "assert_no_overflow(has(net, i) == 0)"},
		{"centralized", "mutex\t\t(how", "mutex\t\t(1 && how", "mutex (1 && how_many_inside <= 1)"},
		{"centralized", "inside(i)\t(phase[i] == CS)", "inside(i)\t(CS == phase[i])", "inside(i) (CS == phase[i])"},
		{"centralized", "#define idle(i)", "#define spare\t0\n#define idle(i)", ""}, // of no property
	} {
		c := testenv.Config(t, e.algorithm, "--n 2")
		m, err := models.Render(c, models.Build{})
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(m.Source), e.from, e.to, 1)
		if edited == string(m.Source) {
			t.Fatalf("%s: not in the model", e.from)
		}
		r, err := x.Compare(t.Context(), c, Options{Model: []byte(edited)})
		if err != nil {
			t.Fatalf("%s: %v", e.to, err)
		}
		if r.Equal != (e.edited == "") || !r.Equal && (r.Checks != nil || r.Undecided == nil || r.Undecided.Edited != e.edited) {
			t.Errorf("%s: equal: %t, %+v", e.to, r.Equal, r.Undecided)
		}
	}
}

// An edited model is compared with the model that its head names, or, without a head, with the one of every safety property.
func TestEditedBuilds(t *testing.T) {
	x := testComparer(t)
	for _, e := range []struct {
		algorithm, property string // "": the model of every safety property
		from, to            string // regular expression
		equal               bool
	}{
		{"neilsen-mizuno", "mutex", "", "", true},
		{"neilsen-mizuno", "starvation", "", "", true},
		{"neilsen-mizuno", "", `assert_follow\(condition\)\tassert\(condition\)`, "assert_follow( c )  assert( c ) // why", true},
		{"neilsen-mizuno", "", `assert_follow\(condition\)\tassert\(condition\)`, "assert_follow(c) assert(1)", false},
		{"centralized", "entry", "", "", true},
		{"centralized", "entry", `\[\] !inside\(2\)`, "[] !inside(1)", false},
		{"centralized", "entry", `ltl never_enters_2 .*\n`, "", false},
		{"centralized", "entry", `define inside\(i\)\t\(`, "define inside(i)\t(i == 1 \\&\\& ", false},
		{"centralized", "", `(?s)^/\*.*?\*/`, "", true},
		{"centralized", "", "[ \t]*\n", " \r\n", true},
		{"centralized", "", `(?s)^/\*.*?\*/(.*assert_no_overflow\(condition\)\t)assert\(condition\)(.*)\t:: d_step { deadlocked.*?\n.*?\n`, "${1}skip$2", false}, // as for mutex alone
		{"centralized", "", `(?s)active proctype watch.*$`, "", false},
	} {
		c := testenv.Config(t, e.algorithm, "--n 2")
		m, err := models.Render(c, models.Build{Property: e.property})
		if err != nil {
			t.Fatal(err)
		}
		edited := string(m.Source)
		if e.from != "" {
			edited = regexp.MustCompile(e.from).ReplaceAllString(edited, strings.ReplaceAll(e.to, `\&`, "&"))
			if edited == string(m.Source) {
				t.Fatalf("%s: not in the model", e.from)
			}
		}
		r, err := x.Compare(t.Context(), c, Options{Model: []byte(edited)})
		if err != nil {
			t.Errorf("%s %s, %s: %v", e.algorithm, e.property, e.from, err)
		} else if r.Equal != e.equal || r.Undecided != nil || r.Equal && len(r.NotCompared) > 0 {
			t.Errorf("%s %s, %s: equal: %t, %+v, %v", e.algorithm, e.property, e.from, r.Equal, r.Checks, r.NotCompared)
		}
	}
}
