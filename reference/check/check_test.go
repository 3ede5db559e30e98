package check_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
)

// line is a line of a log as its JSON.
type line = map[string]any

// simulated returns the header and the lines of a simulation, as a foreign program writes
// them.
func simulated(t testing.TB, algorithm, flags string, entries int) (header line, lines []line) {
	t.Helper()
	return simulatedWith(t, algorithm, flags, entries, 1)
}

func simulatedWith(t testing.TB, algorithm, flags string, entries int, seed uint64) (header line, lines []line) {
	t.Helper()
	c, err := models.Resolve(algorithm, models.ParamsOf(strings.Fields(flags)))
	if err != nil {
		t.Fatal(err)
	}
	sys, err := programs.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, trace.Header{Config: c, Origin: trace.Origin{Driver: trace.Foreign}})
	if err != nil {
		t.Fatal(err)
	}
	err = simulate.Run(t.Context(), sys, simulate.Options{Seed: seed, Entries: entries}, func(_ *reference.World, r reference.Record) error {
		return w.Write(trace.Step{Record: r})
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(file.String()) {
		var l line
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		if header == nil {
			header = l
		} else {
			lines = append(lines, l)
		}
	}
	return header, lines
}

// logOf is a log with a header and lines.
func logOf(t testing.TB, name string, header line, lines []line) check.Log {
	t.Helper()
	var file bytes.Buffer
	for _, l := range append([]line{header}, lines...) {
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		file.Write(append(text, '\n'))
	}
	return textLog(name, file.Bytes())
}

func textLog(name string, text []byte) check.Log {
	return check.Log{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
}

// without removes keys from every line.
func without(lines []line, keys ...string) (all []line) {
	for _, l := range lines {
		l = maps.Clone(l)
		for _, key := range keys {
			delete(l, key)
		}
		all = append(all, l)
	}
	return all
}

func with(l line, key string, value any) line {
	l = maps.Clone(l)
	l[key] = value
	return l
}

func only(lines []line, want func(line) bool) (all []line) {
	for _, l := range lines {
		if want(l) {
			all = append(all, l)
		}
	}
	return all
}

func mustCheck(t testing.TB, opts check.Options, logs ...check.Log) *check.Result {
	t.Helper()
	r, err := check.Check(t.Context(), logs, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small has a configuration of each algorithm with few states.
func small(name string) string {
	switch name {
	case "raymond-k":
		return "--n 2 --k 1 --rounds 1"
	case "neilsen-mizuno", "raymond", "token-ring", "centralized":
		return "--n 3 --rounds 1"
	}
	return "--n 2 --rounds 1"
}

// Every way to mutate a trace once, complete and with deliveries removed: Check accepts
// exactly what a search without its shortcuts accepts.
func TestMutatedTraces(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			header, lines := simulated(t, a.Name, small(a.Name), 1)
			lines = without(lines, "seq", "state", "sends")
			accepted, rejected := 0, 0
			for name, mutated := range mutations(lines) {
				for _, visible := range []string{"request receive enter exit", "request enter exit", "enter exit", "receive enter"} {
					some := only(mutated, func(l line) bool { return strings.Contains(visible, l["event"].(string)) })
					h := with(header, "records", line{"events": strings.Fields(visible)})
					log := logOf(t, "log", h, some)
					want, furthest := bruteForce(t, log)
					r := mustCheck(t, check.Options{}, log)
					if got := r.Verdict == check.Accepted; got != want || r.Verdict == check.Inconclusive || r.Lines != furthest {
						t.Errorf("%s, visible %s: %s with %d lines; brute force accepts: %t, with %d lines", name, visible, r.Verdict, r.Lines, want, furthest)
					}
					if want {
						accepted++
					} else {
						rejected++
					}
				}
			}
			if accepted < 10 || rejected < 10 {
				t.Errorf("%d accepted, %d rejected: too few to tell", accepted, rejected)
			}
		})
	}
}

// mutations returns the lines as they are and changed once.
func mutations(lines []line) map[string][]line {
	all := map[string][]line{"unchanged": lines}
	for k, l := range lines {
		name := func(what string) string { return fmt.Sprintf("%s at %d", what, k) }
		all[name("drop")] = slices.Delete(slices.Clone(lines), k, k+1)
		all[name("duplicate")] = slices.Insert(slices.Clone(lines), k, l)
		if k > 0 {
			swapped := slices.Clone(lines)
			swapped[k-1], swapped[k] = swapped[k], swapped[k-1]
			all[name("swap")] = swapped
		}
		replaced := func(what string, by line) {
			changed := slices.Clone(lines)
			changed[k] = by
			all[name(what)] = changed
		}
		node, _ := l["node"].(json.Number).Int64()
		replaced("other node", with(l, "node", node%2+1))
		if peer, is := l["peer"].(json.Number); is {
			j, _ := peer.Int64()
			replaced("other sender", with(l, "peer", j%2+1))
			replaced("sender and receiver exchanged", with(with(l, "peer", node), "node", j))
		}
		if l["event"] == "enter" {
			for asked := k - 1; asked >= 0; asked-- {
				if lines[asked]["event"] == "request" && lines[asked]["node"] == l["node"] {
					all[name("early entry")] = slices.Insert(slices.Delete(slices.Clone(lines), k, k+1), asked+1, l)
					break
				}
			}
		}
		if m, is := l["message"].(line); is {
			if fields, is := m["fields"].([]any); is {
				n, _ := fields[0].(json.Number).Int64()
				forged := append([]any{n + 1}, fields[1:]...)
				replaced("forged field", with(l, "message", with(m, "fields", forged)))
			}
		}
	}
	return all
}

// bruteForce decides by all worlds that the lines may have led to: it knows nothing of
// costs, of events that need not be reordered, or of sets that recur.
func bruteForce(t testing.TB, log check.Log) (accepts bool, furthest int) {
	t.Helper()
	var lines []trace.Line
	for l, err := range log.Lines() {
		if err != nil {
			return false, 0
		}
		lines = append(lines, l)
	}
	file, err := log.Open()
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.NewReader("", file)
	if err != nil {
		t.Fatal(err)
	}
	w, records := r.System().World(), r.Header().Records.Events
	after := func(state string, want func(event.Event) bool) (all []string) {
		w.SetState([]byte(state))
		for e := range w.Enabled() {
			if !want(e) {
				continue
			}
			if _, err := w.Step(e); err != nil {
				t.Fatal(err)
			}
			all = append(all, string(w.AppendState(nil)))
			w.Rewind()
		}
		return all
	}
	states := map[string]bool{string(w.AppendState(nil)): true}
	for k := range len(lines) + 1 {
		for queue := slices.Collect(maps.Keys(states)); len(queue) > 0; queue = queue[1:] {
			for _, next := range after(queue[0], func(e event.Event) bool { return !slices.Contains(records, e.Kind.String()) }) {
				if !states[next] {
					states[next] = true
					queue = append(queue, next)
				}
			}
		}
		if k == len(lines) {
			return true, k
		}
		reached := map[string]bool{}
		for state := range states {
			for _, next := range after(state, func(e event.Event) bool {
				is := lines[k].Event
				return e.Kind == is.Kind && e.Node == is.Node && e.Peer == is.Peer && e.Msg.Equal(is.Msg) && (is.Choice == 0 || is.Choice == e.Choice)
			}) {
				reached[next] = true
			}
		}
		if len(reached) == 0 {
			return false, k
		}
		states = reached
	}
	panic("unreachable")
}

// The logs of the nodes, without any order between them, are one run; with a message
// forged, they are none.
func TestOneLogPerNode(t *testing.T) {
	for _, a := range algorithms.All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			header, lines := simulated(t, a.Name, small(a.Name), 1)
			lines = without(lines, "seq", "state")
			logs := perNode(t, header, lines)
			r := mustCheck(t, check.Options{}, logs...)
			if r.Verdict != check.Accepted || r.Lines != len(lines) || len(r.Completion) != len(lines) {
				t.Errorf("%s, %d of %d lines, %d events", r.Verdict, r.Lines, len(lines), len(r.Completion))
			}
			last := slices.IndexFunc(lines, func(l line) bool { return l["event"] == "enter" })
			early := append([]line{lines[last]}, slices.Delete(slices.Clone(lines), last, last+1)...)
			if r := mustCheck(t, check.Options{}, perNode(t, header, early)...); r.Verdict != check.Rejected || r.Rejection == nil {
				t.Errorf("an early entry: %s", r.Verdict)
			}
		})
	}
}

// perNode splits lines by node.
func perNode(t testing.TB, header line, lines []line) (logs []check.Log) {
	for i := 1; i <= 12; i++ {
		own := only(lines, func(l line) bool { return fmt.Sprint(l["node"]) == fmt.Sprint(i) })
		if len(own) > 0 {
			logs = append(logs, logOf(t, fmt.Sprint("node-", i), header, own))
		}
	}
	return logs
}

// What orders two logs beyond what the program needs: clocks, times, ids of messages.
func TestOrderOfLogs(t *testing.T) {
	header, _ := simulated(t, "neilsen-mizuno", "--n 2", 1)
	one := []line{{"event": "enter", "node": 1}, {"event": "exit", "node": 1}}
	two := []line{{"event": "enter", "node": 2}, {"event": "exit", "node": 2}}
	for _, c := range []struct {
		name           string
		one, two       line // added to the entries
		skew           int
		first, nothing bool // 1 must be first; it cannot be
	}{
		{name: "no order"},
		{name: "times", one: line{"time": 1000}, two: line{"time": 2000}},
		{name: "times as text", one: line{"time": "2026-01-01T00:00:01Z"}, two: line{"time": "2026-01-01T00:00:02Z"}},
		{name: "clocks", one: line{"clock": line{"1": 1}}, two: line{"clock": line{"1": 1, "2": 1}}},
		{name: "a circle of clocks", one: line{"clock": line{"1": 1, "2": 1}}, two: line{"clock": line{"1": 1, "2": 1}}, nothing: true},
	} {
		for _, swapped := range []bool{false, true} {
			a, b := slices.Clone(one), slices.Clone(two)
			for key, value := range c.one {
				a[0] = with(a[0], key, value)
			}
			for key, value := range c.two {
				b[0] = with(b[0], key, value)
			}
			logs := []check.Log{logOf(t, "a", header, a), logOf(t, "b", header, b)}
			if swapped {
				slices.Reverse(logs)
			}
			r := mustCheck(t, check.Options{}, logs...)
			if (r.Verdict == check.Rejected) != c.nothing {
				t.Errorf("%s: %s", c.name, r.Verdict)
				continue
			}
			var entries []int
			for _, s := range r.Completion {
				if s.Event.Kind == event.Enter {
					entries = append(entries, s.Event.Node)
				}
			}
			if c.one != nil && !c.nothing && !slices.Equal(entries, []int{1, 2}) {
				t.Errorf("%s: entries of %v", c.name, entries)
			}
		}
	}
}

// A trace in which two nodes are inside: the line is named, whether the program has such
// runs or not.
func TestMutexAlongATrace(t *testing.T) {
	header, lines := simulated(t, "ricart-agrawala", "--n 3 --variant arbitrary-number=3", 5)
	r := mustCheck(t, check.Options{}, logOf(t, "log", header, lines))
	if r.Verdict != check.Accepted || len(r.Broken) != 1 || r.Broken[0].Property != "mutex" {
		t.Fatalf("%s, %+v", r.Verdict, r.Broken)
	}
	inside := map[any]bool{}
	for k, l := range lines {
		switch l["event"] {
		case "enter":
			inside[l["node"]] = true
		case "exit":
			delete(inside, l["node"])
		}
		if len(inside) == 2 {
			if r.Broken[0].At.Line != k+2 {
				t.Errorf("line %d, want %d", r.Broken[0].At.Line, k+2)
			}
			break
		}
	}
	header, _ = simulated(t, "neilsen-mizuno", "--n 2", 1)
	header["records"] = line{"events": []string{"enter", "exit"}}
	both := []line{{"event": "enter", "node": 1}, {"event": "enter", "node": 2}}
	r = mustCheck(t, check.Options{}, logOf(t, "log", header, both))
	if r.Verdict != check.Rejected || len(r.Broken) != 1 || r.Broken[0].At.Line != 3 || r.Rejection.At.Line != 3 {
		t.Errorf("%s, %+v, %+v", r.Verdict, r.Broken, r.Rejection)
	}
}

// What a log may leave out.
func TestPartialLogs(t *testing.T) {
	header, lines := simulated(t, "suzuki-kasami", "--n 3", 3)
	plain := without(lines, "seq", "state", "sends")
	tail := without(lines[len(lines)-20:], "seq", "state", "sends")
	foreign := with(with(header, "nodes", line{"a": 1, "b": 2, "0": 3}), "messages", line{"ASK": "REQUEST"})
	for _, c := range []struct {
		name   string
		header line
		lines  []line
		want   check.Verdict
	}{
		{"complete", header, lines, check.Accepted},
		{"no sends, no states", header, plain, check.Accepted},
		{"a lost line", header, slices.Delete(slices.Clone(lines), 5, 6), check.Accepted},
		{"no deliveries", header, only(plain, func(l line) bool { return l["event"] != "receive" }), check.Accepted},
		{"one node", header, only(plain, func(l line) bool { return fmt.Sprint(l["node"]) == "2" }), check.Accepted},
		{"a tail", with(header, "from", "unknown"), only(tail, func(l line) bool { return l["event"] != "receive" }), check.Accepted},
		{"own keys", with(header, "x-host", "a.example"), []line{with(line{"event": "request", "node": 1}, "x-thread", []any{nil, -1.5})}, check.Accepted},
		{"foreign names", foreign, []line{{"event": "request", "node": "b"}, {"event": "receive", "node": "0", "peer": "b", "message": line{"kind": "ASK", "fields": []int{1}}}}, check.Accepted},
		{"a node that is inside twice", header, []line{{"event": "enter", "node": 1}, {"event": "enter", "node": 1}}, check.Rejected},
		{"an unknown sender", header, []line{{"event": "receive", "node": 2}}, check.Rejected}, // requests have lines: there are none
	} {
		h := c.header
		switch c.name {
		case "a node that is inside twice":
			h = with(h, "records", line{"events": []string{"enter", "exit"}})
		case "an unknown sender":
			h = with(h, "records", line{"events": []string{"request", "receive"}, "nodes": []int{1, 2, 3}})
		}
		r := mustCheck(t, check.Options{}, logOf(t, "log", h, c.lines))
		if r.Verdict != c.want {
			t.Errorf("%s: %s %s %+v", c.name, r.Verdict, r.Reason, r.Rejection)
		}
	}
}

// A last line that was cut off, and a log in gzip.
func TestTornAndCompressed(t *testing.T) {
	header, lines := simulated(t, "token-ring", "--n 3", 1)
	file, _ := logOf(t, "", header, lines).Open()
	text, _ := io.ReadAll(file)
	r := mustCheck(t, check.Options{}, textLog("log", text[:len(text)-5]))
	if r.Verdict != check.Accepted || r.Lines != len(lines)-1 || len(r.Warnings) != 1 {
		t.Errorf("torn: %s, %d lines, %q", r.Verdict, r.Lines, r.Warnings)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if r := mustCheck(t, check.Options{}, textLog("log", packed.Bytes())); r.Verdict != check.Accepted || r.Lines != len(lines) {
		t.Errorf("gzip: %s, %d lines", r.Verdict, r.Lines)
	}
	if _, err := check.Check(t.Context(), []check.Log{textLog("log", packed.Bytes()[:40])}, check.Options{}); err == nil {
		t.Error("half a gzip file is read")
	}
}

// The search is exact within its memory, and says so beyond it.
func TestMemory(t *testing.T) {
	header, _ := simulated(t, "ricart-agrawala", "--n 4", 1)
	h := with(header, "records", line{"events": []string{"enter", "exit"}})
	lines := []line{{"event": "enter", "node": 1}, {"event": "enter", "node": 2}}
	r := mustCheck(t, check.Options{MaxBytes: 1 << 20}, logOf(t, "log", h, lines))
	if r.Verdict != check.Inconclusive || !strings.Contains(r.Reason, "it reached log:") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := check.Check(ctx, []check.Log{logOf(t, "log", h, lines)}, check.Options{}); err == nil {
		t.Error("not cancelled")
	}
}

// BenchmarkCheck measures events a second: complete, enter and exit only, one log a node.
func BenchmarkCheck(b *testing.B) {
	for _, c := range []struct {
		algorithm, flags string
		entries          int
	}{{"ricart-agrawala", "--n 3", 1700}, {"ricart-agrawala", "--n 10", 100}, {"neilsen-mizuno", "--n 4", 1700}, {"suzuki-kasami", "--n 4", 1700}} {
		header, lines := simulated(b, c.algorithm, c.flags, c.entries)
		some := without(only(lines, func(l line) bool { return l["event"] == "enter" || l["event"] == "exit" }), "seq", "state", "sends")
		for _, kind := range []struct {
			name string
			logs []check.Log
			n    int
		}{
			{"complete", []check.Log{logOf(b, "log", header, lines)}, len(lines)},
			{"enter-exit", []check.Log{logOf(b, "log", header, some)}, len(some)},
			{"node-logs", perNode(b, header, without(lines, "seq")), len(lines)},
		} {
			if kind.name == "enter-exit" && c.flags == "--n 10" {
				continue
			}
			b.Run(c.algorithm+c.flags+"/"+kind.name, func(b *testing.B) {
				for b.Loop() {
					if r := mustCheck(b, check.Options{}, kind.logs...); r.Verdict != check.Accepted {
						b.Fatal(r.Verdict)
					}
				}
				b.ReportMetric(float64(kind.n)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
			})
		}
	}
}

// FuzzCheck: no log makes Check panic, and an error is about the input.
func FuzzCheck(f *testing.F) {
	for _, c := range [][2]string{{"ricart-agrawala", "--n 2"}, {"neilsen-mizuno", "--n 2"}} {
		header, lines := simulated(f, c[0], c[1], 1)
		for _, l := range [][]line{lines, without(lines, "seq", "state", "sends", "peer"), lines[3:]} {
			file, _ := logOf(f, "", header, l).Open()
			text, _ := io.ReadAll(file)
			f.Add(text)
			f.Add(bytes.ReplaceAll(text, []byte(`"origin"`), []byte(`"order":"nodes","from":"unknown","origin"`)))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := check.Check(t.Context(), []check.Log{textLog("x", text)}, check.Options{MaxBytes: 1 << 20})
		if input := (*config.Error)(nil); err != nil && !errors.As(err, &input) {
			t.Errorf("%v", err)
		}
		if err == nil && (r.Verdict == check.Rejected) != (r.Rejection != nil) {
			t.Errorf("%s, %+v", r.Verdict, r.Rejection)
		}
	})
}

// What a process of mxgen's own did not write happened to nobody else: it writes before it
// sends.  The log of another program may end before those of others.
func TestEndOfLog(t *testing.T) {
	header, lines := simulated(t, "ricart-agrawala", "--n 2", 1)
	for _, c := range []struct {
		driver string
		want   check.Verdict
	}{{trace.Foreign, check.Accepted}, {trace.Processes, check.Rejected}} {
		var logs []check.Log
		for _, node := range []string{"1", "2"} {
			own := only(without(lines, "seq"), func(l line) bool { return l["node"].(json.Number).String() == node })
			if node == "1" {
				own = own[:0]
			}
			h := with(with(header, "origin", line{"driver": c.driver}), "order", "nodes")
			h = with(h, "records", line{"events": []string{"request", "receive", "enter", "exit"}, "nodes": []any{json.Number(node)}})
			logs = append(logs, logOf(t, "node "+node, h, own))
		}
		if r := mustCheck(t, check.Options{}, logs...); r.Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.driver, r.Verdict, c.want)
		}
	}
}

// The logs of nodes without deliveries, one of which ends early: where the search has gone
// wrong it finds its way back, although the node whose log has ended could make requests for
// ever.  In the first three simulations it does go wrong.
func TestNodesWithoutDeliveries(t *testing.T) {
	for _, seed := range []uint64{95, 147, 160, 1, 2, 3, 4, 5, 6, 7} {
		header, lines := simulatedWith(t, "suzuki-kasami", "--n 3", 2, seed)
		for k := range lines {
			lines[k] = with(lines[k], "time", k+1)
		}
		var logs []check.Log
		for _, node := range []string{"1", "2", "3"} {
			own := only(without(lines, "seq"), func(l line) bool { return l["node"].(json.Number).String() == node && l["event"] != "receive" })
			if node == "1" {
				own = own[:len(own)/2]
			}
			h := with(with(header, "order", "nodes"), "records", line{"events": []string{"request", "enter", "exit"}})
			logs = append(logs, logOf(t, "node "+node, h, own))
		}
		if r := mustCheck(t, check.Options{MaxBytes: 20 << 20}, logs...); r.Verdict != check.Accepted {
			t.Errorf("seed %d: %s %s", seed, r.Verdict, r.Reason)
		}
	}
}
