package verify

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/conclude"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// randomModel writes small models whose processes have local variables that are dead between their uses.
type randomModel struct {
	*rand.Rand
	labels int
	atOnce bool // init starts all processes
}

func (m *randomModel) of(words ...string) string { return words[m.IntN(len(words))] }

// value is an expression, and guard a condition.
func (m *randomModel) value() string {
	return m.of("x", "y", "k", "l", "v[1]", "(x + 1) % 3", "(k + 1) % 3", "(k + l) % 3", "w[k % 2]", "_nr_pr % 3", strconv.Itoa(m.IntN(3)))
}

func (m *randomModel) guard() string {
	value := m.value()
	if strings.HasPrefix(value, "_nr_pr") && m.IntN(4) > 0 { // most models should not count processes
		value = "k"
	}
	return fmt.Sprintf("%s %s %d", value, m.of("==", "!=", "<"), m.IntN(3))
}

func (m *randomModel) assignment() string {
	return m.of("x", "y", "k", "l", "k", "l", "v[1]", "w[0]", "w[k % 2]", "only", "z") + " = " + strings.ReplaceAll(m.value(), "_nr_pr % 3", "l")
}

// option is a branch of a choice, and atom a statement that needs no block.
func (m *randomModel) option(depth int) string {
	return ":: " + m.guard() + " -> " + m.body(depth-1, 1+m.IntN(2))
}

func (m *randomModel) body(depth, length int) string {
	var all []string
	for range length {
		all = append(all, m.statement(depth))
	}
	return strings.Join(all, "; ")
}

func (m *randomModel) statement(depth int) string {
	n := m.IntN(14)
	if depth <= 0 {
		n = m.IntN(8)
	}
	switch n {
	default:
		return m.assignment()
	case 4:
		return "(" + m.guard() + ")"
	case 5:
		return "c!" + m.of("k", "l", "x")
	case 6:
		return "c?" + m.of("k", "l", "y", "eval(k)", "_")
	case 7:
		return m.of("assert("+m.guard()+")", "skip", "atomic { n < 1 -> n++; run W(k) }", "k = l")
	case 8:
		return "if " + m.option(depth) + " " + m.option(depth) + m.of(" :: else", "") + " fi"
	case 9:
		return "do " + m.option(depth) + " " + m.option(depth) + " :: break od"
	case 10:
		return "atomic { " + m.body(depth-1, 3) + " }"
	case 11:
		return fmt.Sprintf("d_step { %s; %s; if :: %s -> %s :: else fi }", m.assignment(), m.assignment(), m.guard(), m.assignment())
	case 12:
		return fmt.Sprintf("{ %s } unless { %s }", m.body(depth-1, 2), m.guard())
	case 13:
		m.labels++
		return fmt.Sprintf("L%d: skip; %s; if :: %s -> goto L%d :: else fi", m.labels, m.body(depth-1, 2), m.guard(), m.labels)
	}
}

func (m *randomModel) text() string {
	var t strings.Builder
	t.WriteString("byte x, y, only, v[2], n; chan c = [1] of { byte };\n")
	active, later, a := "active ", "run W(k)", "A[0]:"
	if m.atOnce {
		active, later, a = "", "skip", "A[1]:"
	}
	fmt.Fprintf(&t, "proctype W(byte k) { byte l, w[2], z; %s }\n", strings.ReplaceAll(m.body(0, 2), "run W(k)", "skip"))
	for _, name := range []string{"A", "B"} {
		fmt.Fprintf(&t, "%sproctype %s() { byte k, l, w[2], z; %s }\n", active, name, strings.ReplaceAll(m.body(2, 2+m.IntN(2)), "run W(k)", later))
	}
	if m.atOnce {
		fmt.Fprintf(&t, "init { atomic { run A(); run B(); run W(%d) }; %s _nr_pr %s %d; assert(%s) }\n",
			m.IntN(3), m.of("", "x = 1;"), m.of("==", "<", "!="), 1+m.IntN(3), m.of("x != 1", "y < 2", "v[0] != x", "n != 1"))
	}
	for k, variable := range []string{m.of("x", "y", "v[1]"), m.of("x", "y", "v[0]", "v[x % 2]", "len(c)", "c?[1]"), a + m.of("k", "l", "z", "w[1]")} {
		formula := m.of("[] (%s)", "<> (%s)", "[] <> (%s)", "[] ((%s) -> <> (x == 1))", "<> [] (%s)")
		fmt.Fprintf(&t, "ltl f%d { %s }\n", k, fmt.Sprintf(formula, variable+m.of(" == ", " != ")+strconv.Itoa(m.IntN(3))))
	}
	return t.String()
}

// plainVerdict is what pan says without any optimisation: neither reduction, nor merged steps, nor dead values reset.
func plainVerdict(t *testing.T, tools toolchain.Tools, text []byte, s runner.Search) results.Verdict {
	t.Helper()
	limits := process.Limits{Timeout: 10 * time.Second, Memory: 1 << 30}
	job, err := runner.Prepare(t.Context(), tools, text, runner.Literal, limits)
	if err != nil {
		return results.Error
	}
	defer job.Close()
	s.Reduction = runner.NoReduction
	run, err := job.Search(t.Context(), toolchain.Compiler{Tool: tools.Fast().Tool, Level: tools.Fast().Level}, s, limits)
	if err != nil {
		return results.Error
	}
	return conclude.Verdict(run.Conclusion.Class)
}

// TestModelRandom compares the verdicts on random models with those of a search without any optimisation.
// MXGEN_RANDOM=FIRST,COUNT has it take other models than usual.
func TestModelRandom(t *testing.T) {
	first, count := 1, 8
	if testenv.Racing {
		count = 2
	}
	if wanted := os.Getenv("MXGEN_RANDOM"); wanted != "" {
		if _, err := fmt.Sscanf(wanted, "%d,%d", &first, &count); err != nil {
			t.Fatal(err)
		}
	}
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var compared atomic.Int64
	t.Cleanup(func() {
		if compared.Load() < int64(2*count) {
			t.Errorf("only %d verdicts of %d models were compared", compared.Load(), count)
		}
	})
	for seed := first; seed < first+count; seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			m := randomModel{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), atOnce: seed%2 == 0}
			text := m.text()
			_, rs := verifyText(t, "m.pml", text, nil)
			quiet := promela.WithoutAssertions([]byte(text))
			for _, r := range rs {
				var want results.Verdict
				switch r.Property {
				case propertyAssertions:
					want = plainVerdict(t, tools, []byte(text), runner.Search{ClaimsOff: true, EndStatesOff: true, Want: pan.Want{Assertions: true}})
				case propertyEndStates:
					want = plainVerdict(t, tools, quiet, runner.Search{ClaimsOff: true, Want: pan.Want{EndStates: true}})
				default:
					claim := strings.TrimPrefix(r.Property, "ltl:")
					alone := []byte(strings.ReplaceAll(string(quiet), "_nr_pr", "(_nr_pr - 1)")) // SPIN counts the claim too
					want = plainVerdict(t, tools, alone, runner.Search{Want: pan.Want{Claim: claim, Acceptance: true}})
				}
				decided := func(v results.Verdict) bool { return v == results.Pass || v == results.Fail }
				if decided(want) && decided(r.Verdict) {
					compared.Add(1)
				}
				if decided(want) && decided(r.Verdict) && r.Verdict != want {
					t.Errorf("%s: %s, without optimisations %s\n%s\n%s", r.Property, r.Verdict, want, said([]results.Result{r}), text)
				}
			}
		})
	}
}
