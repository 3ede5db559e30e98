package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// simulatedLines are the header and the lines of a simulated run.
func simulatedLines(t testing.TB, c config.Config, driver string, entries int) []string {
	t.Helper()
	sys, err := algorithms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, trace.Header{Config: c, Origin: trace.Origin{Driver: driver}})
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(t.Context(), sys, simulate.Options{Seed: 3, Entries: entries}, func(_ *reference.World, r reference.Record) error {
		return w.Write(trace.Step{Record: r})
	})
	if err != nil || w.Flush() != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(file.String(), "\n"), "\n")
}

// onlyEvents removes from each line all but its event.
func onlyEvents(t testing.TB, lines []string) (all []string) {
	for k, text := range lines {
		if k > 0 {
			var l map[string]any
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			if err := d.Decode(&l); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"seq", "sends", "state"} {
				delete(l, key)
			}
			short, _ := json.Marshal(l)
			text = string(short) + "\n"
		}
		all = append(all, text)
	}
	return all
}

func logOf(lines ...string) []check.Log {
	text := strings.Join(lines, "")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []check.Log{{Name: "log", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}}
}

func judged(t testing.TB, r Replayer, by Judging, logs []check.Log) *results.TraceCheck {
	t.Helper()
	out, _, err := r.Check(t.Context(), logs, by, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Both judges say the same of complete logs of every algorithm with numbers, also of one in
// which messages arrive that a normal form has dropped, and of each log with a line missing.
func TestJudgesOfCompleteLogs(t *testing.T) {
	r := testReplayer(t)
	for algorithm, flags := range map[string]string{
		"suzuki-kasami": "--n 3", "ricart-agrawala": "--n 3", "lamport": "--n 2 --rounds 3", "neilsen-mizuno": "--n 3",
	} {
		c := testenv.Config(t, algorithm, flags)
		entries := 10
		if c.Rounds > 0 {
			entries = c.Rounds
		}
		lines := onlyEvents(t, simulatedLines(t, c, trace.Sim, entries))
		if got := judged(t, r, Judging{Judge: JudgeBoth}, logOf(lines...)); got.Verdict != string(check.Accepted) || got.SPIN != "agrees" {
			t.Errorf("%s: %s, %s", algorithm, got.Verdict, got.SPIN)
		}
		if got := judged(t, r, Judging{Judge: JudgeSPIN}, logOf(lines...)); got.Verdict != string(check.Accepted) || got.Lines != len(lines)-1 {
			t.Errorf("%s, SPIN alone: %s, %d lines", algorithm, got.Verdict, got.Lines)
		}
		for k := 5; k < len(lines); k += 1 + len(lines)/3 {
			missing := append(append([]string{}, lines[:k]...), lines[k+1:]...)
			both := judged(t, r, Judging{Judge: JudgeBoth}, logOf(missing...))
			alone := judged(t, r, Judging{Judge: JudgeSPIN}, logOf(missing...))
			if both.Verdict == string(results.Error) || alone.Verdict != both.Verdict || alone.Lines != both.Lines {
				t.Errorf("%s without line %d: %s %d lines (%s), SPIN alone %s %d lines", algorithm, k+1, both.Verdict, both.Lines, both.SPIN, alone.Verdict, alone.Lines)
			}
		}
	}
}

// A forged number is the program's to find where the model has a normal form, and also the
// model's where it has the numbers themselves.
func TestForgedNumber(t *testing.T) {
	r := testReplayer(t)
	for flags, want := range map[string]string{"--n 2": "agrees as far as it judges: ", "--n 2 --rounds 2": "agrees"} {
		c := testenv.Config(t, "ricart-agrawala", flags)
		lines := onlyEvents(t, simulatedLines(t, c, trace.Sim, 2))
		forged := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"receive"`) && strings.Contains(l, `"fields":[`) })
		lines[forged] = strings.Replace(lines[forged], `"fields":[`, `"fields":[9`, 1)
		both, alone := judged(t, r, Judging{Judge: JudgeBoth}, logOf(lines...)), judged(t, r, Judging{Judge: JudgeSPIN}, logOf(lines...))
		if both.Verdict != string(check.Rejected) || !strings.HasPrefix(both.SPIN, want) || both.Lines != forged-1 {
			t.Errorf("%s: %s, %d lines, %s", flags, both.Verdict, both.Lines, both.SPIN)
		}
		if alone.Verdict != string(check.Rejected) || alone.Lines != forged-1 {
			t.Errorf("%s, SPIN alone: %s, %d lines", flags, alone.Verdict, alone.Lines)
		}
	}
}

// An edited model in which a node enters without the token follows a log that the program
// rejects, and one in which nobody enters rejects a log that the program follows.
func TestEditedModelDisagrees(t *testing.T) {
	r := testReplayer(t)
	c := testenv.Config(t, "neilsen-mizuno", "--n 2")
	source := string(testenv.BareModel(t, c))
	edited := func(guard string) []byte {
		return []byte(strings.Replace(source, "(waiting(i) && token[i])", guard, 1))
	}
	lines := onlyEvents(t, simulatedLines(t, c, trace.Sim, 2))
	early := append([]string{lines[0]}, `{"event":"request","node":2}`+"\n", `{"event":"enter","node":2}`+"\n")
	foreign := strings.Replace(lines[0], `"sim"`, `"foreign"`, 1)
	foreign = strings.Replace(foreign, `"schema"`, `"records":{"events":["request","enter","exit"]},"schema"`, 1)
	partial := append([]string{foreign}, `{"event":"request","node":2}`+"\n", `{"event":"request","node":1}`+"\n",
		`{"event":"enter","node":2}`+"\n", `{"event":"enter","node":1}`+"\n")
	for _, one := range []struct {
		name  string
		guard string
		lines []string
		want  []string
	}{
		{"an early entry", "(waiting(i))", early, []string{"the Go program says rejected log:3, enter 2", "it can do this line, and follows the log to its end"}},
		{"nobody enters", "(waiting(i) && token[i] && false)", lines, []string{"the Go program says accepted", "the model cannot do it", "log:"}},
		{"two entries without deliveries", "(waiting(i))", partial, []string{"the Go program says rejected log:5", "has a run with all lines"}},
	} {
		got := judged(t, r, Judging{Judge: JudgeBoth, Model: edited(one.guard)}, logOf(one.lines...))
		if got.Verdict != string(results.Error) {
			t.Errorf("%s: %s, %s", one.name, got.Verdict, got.SPIN)
		}
		for _, part := range one.want {
			if !strings.Contains(got.Reason, part) {
				t.Errorf("%s: %q lacks %q", one.name, got.Reason, part)
			}
		}
	}
	if got := judged(t, r, Judging{Judge: JudgeSPIN, Model: edited("(waiting(i))")}, logOf(early...)); got.Verdict != string(check.Accepted) {
		t.Errorf("the edited model alone: %s, %+v", got.Verdict, got.Rejection)
	}
	if got := judged(t, r, Judging{Judge: JudgeSPIN}, logOf(early...)); got.Verdict != string(check.Rejected) || got.Rejection.Line != 3 {
		t.Errorf("the generated model alone: %s, %+v", got.Verdict, got.Rejection)
	}
}

// A program that accepts or rejects wrongly is caught by the generated model.
func TestWrongProgramDisagrees(t *testing.T) {
	r := testReplayer(t)
	c := testenv.Config(t, "suzuki-kasami", "--n 3")
	lines := onlyEvents(t, simulatedLines(t, c, trace.Sim, 3))
	early := []string{lines[0], `{"event":"request","node":2}` + "\n", `{"event":"enter","node":2}` + "\n"}
	for _, one := range []struct {
		name  string
		lines []string
		wrong func(*check.Result)
		want  string
	}{
		{"accepts an early entry", early, func(f *check.Result) { f.Verdict, f.Rejection, f.Lines = check.Accepted, nil, 2 }, "log:3: event 2"},
		{"rejects line 6", lines, func(f *check.Result) {
			f.Verdict, f.Lines = check.Rejected, 4
			f.Rejection = &check.Rejection{At: check.Place{File: "log", Line: 6}, Reason: "wrong", Histories: []check.History{{}}}
		}, "it can do this line"},
	} {
		logs := logOf(one.lines...)
		found, err := check.Check(t.Context(), logs, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		one.wrong(found)
		m, err := r.newModelJudge(t.Context(), c, logs, nil, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := &results.TraceCheck{Verdict: string(found.Verdict)}
		err = m.both(t.Context(), found, out)
		m.job.Close()
		if err != nil || out.Verdict != string(results.Error) || !strings.Contains(out.Reason, one.want) {
			t.Errorf("%s: %s, %s, %v", one.name, out.Verdict, out.Reason, err)
		}
	}
}

// Incomplete logs: both judges search, each in its own states, and find the same.
func TestJudgesOfIncompleteLogs(t *testing.T) {
	r := testReplayer(t)
	for algorithm, flags := range map[string]string{"neilsen-mizuno": "--n 3", "suzuki-kasami": "--n 2"} {
		c := testenv.Config(t, algorithm, flags)
		all := onlyEvents(t, simulatedLines(t, c, trace.Foreign, 4))
		var some []string
		for _, l := range all {
			if !strings.Contains(l, `"receive"`) && !strings.Contains(l, `"request"`) {
				some = append(some, l)
			}
		}
		some[0] = strings.Replace(all[0], `"schema"`, `"records":{"events":["enter","exit"]},"schema"`, 1)
		wrong := append(append([]string{}, some[:3]...), some[4:]...)
		for _, lines := range [][]string{some, wrong} {
			both := judged(t, r, Judging{Judge: JudgeBoth}, logOf(lines...))
			alone := judged(t, r, Judging{Judge: JudgeSPIN}, logOf(lines...))
			if !strings.HasPrefix(both.SPIN, "agrees") || both.Verdict != alone.Verdict || both.Lines != alone.Lines {
				t.Errorf("%s: %s %d (%s), SPIN alone %s %d", algorithm, both.Verdict, both.Lines, both.SPIN, alone.Verdict, alone.Lines)
			}
		}
		// One log for each node, without any order between them.
		var logs []check.Log
		for i := 1; i <= c.N; i++ {
			own := []string{all[0]}
			for _, l := range all[1:] {
				if strings.Contains(l, fmt.Sprintf(`"node":%d`, i)) {
					own = append(own, l)
				}
			}
			logs = append(logs, logOf(own...)...)
		}
		for _, by := range []Judge{JudgeBoth, JudgeSPIN} {
			if got := judged(t, r, Judging{Judge: by}, logs); got.Verdict != string(check.Accepted) || got.Lines != len(all)-1 {
				t.Errorf("%s, %s, logs of nodes: %s, %d lines of %d, %s", algorithm, by, got.Verdict, got.Lines, len(all)-1, got.SPIN)
			}
		}
	}
}

// BenchmarkModelJudge measures how many events a second SPIN judges, its compilation
// included.
func BenchmarkModelJudge(b *testing.B) {
	r := testReplayer(b)
	for _, c := range []config.Config{testenv.Config(b, "ricart-agrawala", "--n 3"), testenv.Config(b, "suzuki-kasami", "--n 3")} {
		lines := simulatedLines(b, c, trace.Sim, 5000)
		logs := logOf(lines...)
		b.Run(c.Algorithm, func(b *testing.B) {
			for b.Loop() {
				m, err := r.newModelJudge(b.Context(), c, logs, nil, check.Options{})
				if err != nil {
					b.Fatal(err)
				}
				w, err := m.walk(b.Context(), m.lines(), true)
				m.job.Close()
				if err != nil || w.done != len(lines)-1 {
					b.Fatal(w, err)
				}
			}
			b.ReportMetric(float64(len(lines)-1)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
