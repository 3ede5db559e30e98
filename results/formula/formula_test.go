package formula

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/testenv"
)

// after returns the first event of a run behind which a formula is false, 0: in the initial
// state, -1: it is not false.
func after(t *testing.T, c config.Config, text string, events ...string) int {
	t.Helper()
	f, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	sys, err := algorithms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	w, s := sys.Raw().World(), NewState(sys)
	for k := 0; ; k++ {
		s.Set(w)
		if f, err = After(f, s); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if f == False {
			return k
		}
		if k == len(events) {
			return -1
		}
		e, err := event.Parse(events[k])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Step(e); err != nil {
			t.Fatal(err)
		}
	}
}

var run = []string{"request 1", "enter 1", "exit 1", "request 2", "receive 1<-2 REQUEST 2", "receive 2<-1 PRIVILEGE", "enter 2"}

func TestAlongARun(t *testing.T) {
	c := testenv.Config(t, "neilsen-mizuno", "--n 2")
	for text, want := range map[string]int{
		"[] (how_many_inside <= 1)":             -1,
		"[] !inside(1)":                         2,
		"[] ! inside(2)":                        7,
		"inside(1)":                             0,
		"idle(1) && idle(2)":                    -1,
		"[] (phase[2] != CS)":                   7,
		"[] (waiting(2) -> network_empty)":      4,
		"idle(1) W inside(2)":                   1,
		"idle(1) W waiting(1)":                  -1,
		"idle(2) W inside(1)":                   -1,
		"inside(1) V idle(2)":                   -1,
		"inside(2) release idle(2)":             4,
		"!(<> inside(2))":                       7,
		"!(true U inside(1))":                   2,
		"[] (inside(1) -> [] !inside(2))":       7,
		"[] (inside(1) -> (idle(2) W idle(1)))": -1,
		"always (somebody_waits -> (inside(1) || waiting(1) || waiting(2)))": -1,
		"[] !may_enter(1)":                                   1,
		"[] idle(1) || [] idle(2)":                           4,
		"[] (N - 1 == 1 && 2 * N > 3 && phase[N - 1] <= CS)": -1,
		"[] idle(2) <-> [] idle(2)":                          -2, // the negations are no safety formulas
	} {
		if want == -2 {
			if _, err := Parse(text); err == nil {
				t.Errorf("%s was accepted", text)
			}
		} else if got := after(t, c, text, run...); got != want {
			t.Errorf("%s: false after event %d, want %d", text, got, want)
		}
	}
}

func TestNotSafety(t *testing.T) {
	for text, why := range map[string]string{
		"[] (waiting(1) -> <> inside(1))": "it has <>",
		"idle(1) U waiting(1)":            "it has U",
		"! [] idle(1)":                    "it has <>",
		"!(idle(1) W waiting(1))":         "it has U",
		"([] idle(1)) == 1":               "about numbers",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}

// The priorities are those of SPIN's formulas.
func TestPriorities(t *testing.T) {
	for text, same := range map[string]string{
		"[] idle(1) && idle(2)":           "([] idle(1)) && idle(2)",
		"[] idle(1) W idle(2)":            "[] (idle(1) W idle(2))",
		"[] phase[1] == IDLE":             "[] (phase[1] == IDLE)",
		"! idle(1) && idle(2)":            "(! idle(1)) && idle(2)",
		"idle(1) || idle(2) && idle(3)":   "idle(1) || (idle(2) && idle(3))",
		"idle(1) -> idle(2) -> idle(3)":   "(idle(1) -> idle(2)) -> idle(3)",
		"1 + 2 * 3 == 7 && N - 1 - 1 > 0": "((1 + (2 * 3)) == 7) && (((N - 1) - 1) > 0)",
	} {
		a, err := Parse(text)
		b, other := Parse(same)
		if err != nil || other != nil || a.text() != b.text() {
			t.Errorf("%s: %v %v, %v %v", text, a, err, b, other)
		}
	}
}

func TestNoSuchVariable(t *testing.T) {
	sys, err := algorithms.New(testenv.Config(t, "neilsen-mizuno", "--n 2"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"[] (nothing == 0)", "[] (next[7] == 0)", "[] idle(3)"} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s := NewState(sys)
		s.Set(sys.World())
		if _, err := After(f, s); err == nil {
			t.Errorf("%s has a value", text)
		}
	}
}
