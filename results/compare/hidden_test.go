package compare

import (
	"errors"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/testenv"
)

// A model that keeps history in a local variable has more states than differ in what is
// compared: it is not equal, whatever its edges are.
func TestHistoryInALocalVariable(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 3")
	model := string(testenv.BareModel(t, c))
	edited := strings.Replace(model, "active proctype events()\n{\n", "active proctype events()\n{\n\tbyte twice;\n", 1)
	edited = strings.Replace(edited, "\t\tprintf(\"enter %d\\n\", i);\n", "\t\tprintf(\"enter %d\\n\", i);\n\t\ttwice = 1 - twice;\n", 1)
	for _, most := range []int64{0, 10} {
		r, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(edited), MaxEdges: most})
		if err != nil || r.Equal || r.Difference == nil || !strings.Contains(r.Difference.Text, "differ in what is compared") {
			t.Errorf("at most %d edges: %+v, %v", most, r, err)
		}
	}
}

// A step that prints a second line is no event.
func TestSecondLineOfALabel(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 2")
	edited := strings.Replace(string(testenv.BareModel(t, c)), `printf("enter %d\n", i);`, `printf("enter %d\nmore\n", i);`, 1)
	_, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(edited)})
	if wrong := (*config.Error)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "second line") {
		t.Errorf("%v", err)
	}
}

// An edit that divides by zero, or takes its process to a second place, is refused with what it does.
func TestUnreadableEdits(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 2")
	model := string(testenv.BareModel(t, c))
	for want, edit := range map[string][2]string{
		"divides by zero":                       {"\t\tphase[i] = CS", "\t\tbusy = busy / (busy - i);\n\t\tphase[i] = CS"},
		"line 209: an option that does nothing": {"active proctype events()\n{\nend:\tdo\n", "active proctype events()\n{\nend:\tdo\n\t:: skip\n"},
		"line ":                                 {"active proctype events()\n{\nend:\tdo\n", "active proctype events()\n{\nend:\tdo\n\t:: else -> skip\n"},
	} {
		if !strings.Contains(model, edit[0]) {
			t.Fatalf("%q: not in the model", edit[0])
		}
		_, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(strings.Replace(model, edit[0], edit[1], 1))})
		if wrong := (*config.Error)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A step that prints nothing and changes nothing is no event, but for those of the generated models: of a client that stays
// idle, and of the watch process.
func TestSilentSteps(t *testing.T) {
	c := testenv.Config(t, "token-ring", "--n 2")
	for _, s := range []struct{ property, from, to, silent string }{
		{"", "\t:: enter(2)\n", "\t:: enter(2)\n\t:: d_step { waiting(1) && waiting(2) -> skip }\n", ":: d_step { waiting(1) && waiting(2) -> skip }"},
		{"", "\t:: enter(2)\n", "\t:: enter(2)\n\t:: d_step {\n\t\twaiting(2) -> skip\n\t}\n", "prints nothing"},
		{"", "/* Whatever can", "active proctype lazy() { do :: d_step { waiting(2) -> skip } od }\n/* Whatever can", "proctype lazy()"},
		{"starvation", "nothing", "nothing", ""},
		{"starvation", ":: d_step { skip }", ":: d_step { idle(1) -> skip }", ":: d_step { idle(1) -> skip }"},
	} {
		m, err := models.Render(c, models.Build{Property: s.property})
		if err != nil {
			t.Fatal(err)
		}
		if s.from != s.to && !strings.Contains(string(m.Source), s.from) {
			t.Fatalf("%q: not in the model", s.from)
		}
		r, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(strings.Replace(string(m.Source), s.from, s.to, 1))})
		if err != nil {
			t.Fatal(err)
		}
		if r.Equal != (s.silent == "") || !r.Equal && (r.Difference == nil || !strings.Contains(r.Difference.Text, s.silent) || !strings.Contains(r.Difference.Text, "line ")) {
			t.Errorf("%q: equal %t, %+v", s.to, r.Equal, r.Difference)
		}
	}
}

// A model with many more states is searched in part, and the comparison says so.
func TestPartialSearch(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 2")
	edited := strings.Replace(string(testenv.BareModel(t, c)), "\t\tphase[i] = WAIT;\n", "\t\tphase[i] = WAIT;\n\t\tturns++;\n\t\tmore = more + turns;\n", 1)
	edited = strings.Replace(edited, "byte queue[", "byte turns, more;\nbyte queue[", 1)
	r, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(edited)})
	if err != nil || r.Equal || !r.Partial || r.States.SPIN <= r.States.Go {
		t.Fatalf("%+v, %v", r, err)
	}
	var b strings.Builder
	if err := Text(&b, r); err != nil || !strings.Contains(b.String(), "different: more than ") || strings.Contains(b.String(), " in the program\n  ") {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// A model with history that the program does not keep, and one in which where clients are is declared otherwise, are refused.
func TestUncomparableModels(t *testing.T) {
	c := testenv.Config(t, "token-ring", "--n 2")
	for _, e := range []struct{ property, from, to, want string }{
		{"bypass", "", "", "keeps history"},
		{"", "mtype phase[", "byte phase[", "declares phase as byte"},
		{"", "mtype phase[", "mtype:client phase[", "declares phase as mtype:client"},
	} {
		m, err := models.Render(c, models.Build{Property: e.property})
		if err != nil {
			t.Fatal(err)
		}
		_, err = testComparer(t).Compare(t.Context(), c, Options{Model: []byte(strings.Replace(string(m.Source), e.from, e.to, 1))})
		if wrong := (*config.Error)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), e.want) || wrong.Remedy == "" {
			t.Errorf("%s %s: %v", e.property, e.to, err)
		}
	}
}
