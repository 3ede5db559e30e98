package promela

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const subtypes = `mtype = { plain, other };
mtype:fruit = { apple, pear }; mtype:colour = { red, green };
mtype:fruit = { plum }; mtype = { third }
hidden mtype:fruit f = apple, basket[2]; mtype m;
typedef Leaf { mtype:colour tint, rim; byte b };
typedef Tree { Leaf leaf[3]; mtype:fruit kind };
Tree t[2];
chan q = [1] of { mtype:fruit, mtype:colour, mtype, Leaf };
inline paint(x) { mtype:colour wet; wet = x }
proctype P(byte k; mtype:colour mine, yours; mtype any) { mtype:fruit f = (k -> pear : apple), g; Tree t; byte wide; paint(green) }
init { mtype:colour f; paint(red); run P(1, red, green, other); { mtype:fruit n }; { mtype:colour n } }
`

// TestMtypes: a number of a variable is the constant of its own subtype.
func TestMtypes(t *testing.T) {
	m := MtypesOf([]byte(subtypes))
	for _, c := range []struct {
		proctype, variable string
		number             int
		want               string
	}{
		{"", "f", 2, "apple"}, {"", "f", 1, "pear"}, {"", "f", 3, "plum"}, {"", "f", 0, ""}, {"", "f", 4, ""}, {"", "basket[1]", 3, "plum"},
		{"", "m", 2, "plain"}, {"", "m", 3, "third"}, {"", "t[1].leaf[2].rim", 2, "red"}, {"", "t[1].kind", 2, "apple"}, {"", "t[1].leaf[2].b", 1, ""},
		{"P", "mine", 1, "green"}, {"P", "yours", 2, "red"}, {"P", "any", 1, "other"}, {"P", "f", 1, "pear"}, {"P", "g", 2, "apple"}, {"P", "t.kind", 1, "pear"},
		{"P", "wet", 1, "green"}, {"P", "k", 1, ""}, {"init", "f", 2, "red"}, {"init", "wet", 2, "red"}, {"init", "n", 1, ""}, {"", "nothing", 1, ""}, {"Q", "", 1, ""},
	} {
		if got := m.Value(c.proctype, c.variable, c.number); got != c.want {
			t.Errorf("%s %s = %d: %q, want %q", c.proctype, c.variable, c.number, got, c.want)
		}
	}
	if names := m.Names(); len(names) != 8 || !m.HasSubtypes() || MtypesOf([]byte("mtype = { a } mtype b = a; byte c")).HasSubtypes() {
		t.Error(names)
	}
}

// TestNumbersOfMtypes: SPIN gives the constants the same numbers.
func TestNumbersOfMtypes(t *testing.T) {
	dir := t.TempDir()
	constants, _, _ := strings.Cut(subtypes, "hidden")
	if err := os.WriteFile(filepath.Join(dir, "m.pml"), []byte(constants+"mtype:fruit f; active proctype Q() { f = pear }"), 0o600); err != nil {
		t.Fatal(err)
	}
	spin := exec.Command("spin", "-a", "m.pml")
	spin.Dir = dir
	if out, err := spin.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	code, err := os.ReadFile(filepath.Join(dir, "pan.c"))
	if err != nil {
		t.Fatal(err)
	}
	m := MtypesOf([]byte(subtypes))
	listed := regexp.MustCompile(`printf\("\tmtype  (\w+):\t(\d+)\\n"\)`).FindAllSubmatch(code, -1)
	for _, c := range listed {
		if number, _ := strconv.Atoi(string(c[2])); m.constants[string(c[1])].number != number {
			t.Errorf("%s is %d, not %d", c[1], number, m.constants[string(c[1])].number)
		}
	}
	if len(listed) != len(m.Names()) {
		t.Errorf("%d constants, SPIN has %d", len(m.Names()), len(listed))
	}
}

// TestStatementAsWritten: the constants of a statement are those of the text, where it has the statement.
func TestStatementAsWritten(t *testing.T) {
	m := MtypesOf([]byte(subtypes))
	for _, c := range []struct {
		statement, line, want string
		ok                    bool
	}{
		{"f = other", "m = other; f = pear;", "f = pear", true},
		{"((f==plain))", "f == apple -> skip", "((f==apple))", true},
		{"q!plain,other,1", "q!apple(green,1)", "q!apple,green,1", true},
		{"q?f,eval(2)", "q ? f , eval(red)", "q?f,eval(red)", true},
		{"assert(((f==1)||(m==plain)))", "assert(f == pear ||\n\tm == plain)", "assert(((f==pear)||(m==plain)))", true},
		{"wet = other", "wet = x", "wet = x", true},
		{"f = 2", "byte f; f = m", "f = 2", true},
		{"m = 1", "skip", "m = 1", true},
		{"f = other", "f = apple", "f = other", false},
		{"f = 2", "f = 2", "f = 2", true},
		{"(1)", "skip", "(1)", true},
		{"x = (x+1)", "x++", "x = (x+1)", true},
		{"", "f = pear", "", true},
	} {
		text := "/* 1 */\n" + c.line + "\nf = apple\n"
		if got, ok := m.AsWritten(c.statement, []byte(text), 2); got != c.want || ok != c.ok {
			t.Errorf("%s in %q: %q %t, want %q %t", c.statement, c.line, got, ok, c.want, c.ok)
		}
	}
	if got, ok := m.AsWritten("((f==plain)&&(f==1))", []byte("x\nf == apple &&\n\nf == pear -> skip\nf = apple\n"), 4); got != "((f==apple)&&(f==pear))" || !ok {
		t.Errorf("on the line of its end: %q %t", got, ok)
	}
	if got, ok := MtypesOf([]byte("mtype = { plain }")).AsWritten("f = plain", nil, 7); got != "f = plain" || !ok {
		t.Error(got, ok)
	}
}

// FuzzMtypes reads anything as a model, and as a statement of it.
func FuzzMtypes(f *testing.F) {
	f.Add(subtypes, "f = other", "t[1].leaf[2].rim", 4)
	f.Add("mtype:", "", ".", 0)
	f.Add("typedef mtype { mtype:mtype mtype = { mtype", "mtype", "mtype.mtype", 1)
	f.Fuzz(func(t *testing.T, text, statement, variable string, line int) {
		m := MtypesOf([]byte(text))
		m.Value("P", variable, line)
		if line > 1<<12 {
			return
		}
		m.AsWritten(statement, []byte(text), line)
	})
}
