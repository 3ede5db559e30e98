package processes_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/processes"
	"github.com/mxgen/mxgen/reference/trace"
)

// TestMain: the test's own binary is the program of the nodes as well, and a parent that can
// be killed.
func TestMain(m *testing.M) {
	var err error
	switch os.Getenv("MXGEN_TEST") {
	case "node":
		err = processes.Node(context.Background(), os.Stdin, os.Stdout, algorithms.New)
	case "parent":
		err = endless()
	case "bad node":
		err = errors.New("out of order")
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command is a process of this binary.
func command(what string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "MXGEN_TEST="+what)
	return c
}

// three is a configuration of three nodes.
var three = config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.Unordered}

func system(t testing.TB, c config.Config) *reference.System {
	t.Helper()
	s, err := algorithms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// options are those of a run whose logs go to a new directory.
func options(t testing.TB, disturbances ...string) processes.Options {
	t.Helper()
	o := processes.Options{
		Command:   func() *exec.Cmd { return command("node") },
		Directory: t.TempDir(), Seed: 1, Entries: 2, Limit: time.Minute,
	}
	for _, d := range disturbances {
		option, value, _ := strings.Cut(d, " ")
		if err := o.Disturbances.Add(option, value, 3); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func run(t testing.TB, c config.Config, o processes.Options) *processes.Result {
	t.Helper()
	r, err := processes.Run(t.Context(), system(t, c), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// logs are the logs in a directory.
func logs(t testing.TB, dir string) (all []check.Log) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		all = append(all, check.File(p))
	}
	return all
}

// accepted tells how many lines of each kind the logs have, if they are a run of which
// nothing is missing.
func accepted(t testing.TB, dir string) map[string]int {
	t.Helper()
	r, err := check.Check(t.Context(), logs(t, dir), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != check.Accepted || len(r.Broken) > 0 || len(r.Inferred()) > 0 {
		t.Fatalf("%s %+v, %v, inferred %v", r.Verdict, r.Rejection, r.Broken, r.Inferred())
	}
	count := map[string]int{}
	for _, s := range r.Completion {
		count[s.Event.Kind.String()]++
	}
	return count
}

// A run makes all entries and delivers all messages, on either network.
func TestRun(t *testing.T) {
	for _, c := range []config.Config{
		three,
		{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO},
		{Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: []config.Edge{{1, 2}, {2, 3}}, Token: 1, Variant: config.Variant{{Name: "init"}}},
	} {
		o := options(t, "slow-link 1-2=2ms")
		if r := run(t, c, o); !reflect.DeepEqual(r, &processes.Result{End: processes.Made}) {
			t.Errorf("%s: %+v", c, r)
		}
		got := accepted(t, o.Directory)
		if got["request"] != 6 || got["enter"] != 6 || got["exit"] != 6 {
			t.Errorf("%s: %v", c, got)
		}
		if c.Algorithm == "ricart-agrawala" && got["receive"] != 6*4 {
			t.Errorf("%s: %d messages arrived", c, got["receive"])
		}
	}
}

// A token that goes round for ever does not keep the run from ending, nor does a ring of one
// node, which sends to itself.
func TestNeverSilent(t *testing.T) {
	for _, n := range []int{1, 3} {
		o := options(t)
		if r := run(t, config.Config{Algorithm: "token-ring", N: n, Network: config.FIFO}, o); r.End != processes.Made {
			t.Errorf("%d nodes: %+v", n, r)
		}
		if got := accepted(t, o.Directory); got["enter"] != 2*n {
			t.Errorf("%d nodes: %v", n, got)
		}
	}
}

// A node that is killed after some events has logged these; the others wait for it.
func TestKilledAfterEvents(t *testing.T) {
	o := options(t, "kill 2@3")
	r := run(t, three, o)
	if r.End != processes.Stuck || !reflect.DeepEqual(r.Killed, []int{2}) || len(r.Waiting) == 0 || r.Unreached != nil {
		t.Errorf("%+v", r)
	}
	accepted(t, o.Directory)
	text, err := os.ReadFile(filepath.Join(o.Directory, "node-2.jsonl"))
	if err != nil || strings.Count(string(text), "\n") != 4 || !strings.Contains(string(text), `"disturbed":["kill 2@3"]`) {
		t.Errorf("%v: %s", err, text)
	}
}

// A node that is killed at some time leaves a log that is the beginning of a run.
func TestKilledInTime(t *testing.T) {
	for _, after := range []string{"0s", "1ms", "3ms", "10ms"} {
		o := options(t, "kill 3@"+after, "slow-node 1=1ms", "slow-node 2=1ms", "slow-node 3=1ms")
		o.Entries = 500 // many more than are made in that time
		if r := run(t, three, o); r.End != processes.Stuck || !reflect.DeepEqual(r.Killed, []int{3}) {
			t.Errorf("%s: %+v", after, r)
		}
		accepted(t, o.Directory)
	}
}

// A paused node goes on, and disturbances that come too late are told.
func TestPaused(t *testing.T) {
	o := options(t, "pause 1=30ms@1ms", "kill 2@1h", "kill 3@999", "slow-node 1=5ms")
	r := run(t, three, o)
	if want := []string{"kill 2@1h0m0s", "kill 3@999"}; r.End != processes.Made || r.Killed != nil || !reflect.DeepEqual(r.Unreached, want) {
		t.Errorf("%+v", r)
	}
	accepted(t, o.Directory)
}

// A deadlock ends the run: nothing can happen any more.
func TestStuck(t *testing.T) {
	c := three
	c.Variant = config.Variant{{Name: "no-request-flag"}}
	o := options(t)
	o.Entries = 200
	r := run(t, c, o)
	if r.End != processes.Stuck || r.Killed != nil || len(r.Waiting) == 0 {
		t.Errorf("%+v", r)
	}
}

// The time limit ends any run, also while a node sleeps or is stopped.
func TestLate(t *testing.T) {
	for _, d := range []string{"slow-node 2=1h", "slow-link 1-2=1h", "pause 2=1h@0s"} {
		o := options(t, d)
		o.Limit = 200 * time.Millisecond
		began := time.Now()
		if r := run(t, three, o); r.End != processes.Late {
			t.Errorf("%s: %+v", d, r)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: ended after %s", d, took)
		}
		accepted(t, o.Directory)
	}
}

// A run ends with its context, and a node that fails ends the run.
func TestFails(t *testing.T) {
	o := options(t, "slow-node 2=1h")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := processes.Run(ctx, system(t, three), o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled: %v", err)
	}
	for what, want := range map[string]string{"bad node": "node 1 ended: exit status 1: out of order"} {
		o := options(t)
		o.Command = func() *exec.Cmd { return command(what) }
		if _, err := processes.Run(t.Context(), system(t, three), o); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	full := options(t)
	if err := os.WriteFile(filepath.Join(full.Directory, "node-2.jsonl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := processes.Run(t.Context(), system(t, three), full); err == nil || !strings.Contains(err.Error(), "node 2 ended: open ") || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a log of another run: %v", err)
	}
	if _, err := processes.Run(t.Context(), system(t, three), processes.Options{}); err == nil {
		t.Error("no entries are no error")
	}
}

// endless is a run that does not end, with a node that is stopped.
func endless() error {
	sys, err := algorithms.New(three)
	if err != nil {
		return err
	}
	o := processes.Options{Command: func() *exec.Cmd { return command("node") }, Directory: "logs", Entries: 1, Limit: time.Hour}
	if err := o.Disturbances.Add("pause", "2=1h@0s", 3); err != nil {
		return err
	}
	_, err = processes.Run(context.Background(), sys, o)
	return err
}

// When the parent is killed, its nodes end, also one that is stopped.
func TestParentKilled(t *testing.T) {
	dir := t.TempDir()
	parent := command("parent")
	parent.Dir = dir
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer parent.Wait()
	defer parent.Process.Kill()
	until(t, "the nodes run and one is stopped", func() bool {
		all, stopped := within(t, dir)
		return all == 4 && stopped == 1
	})
	if err := parent.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	until(t, "no process is left", func() bool { all, _ := within(t, dir); return all == 0 })
	accepted(t, filepath.Join(dir, "logs"))
}

// until waits for something that takes milliseconds on a machine without load.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in a minute: %s", what)
		}
	}
}

// within counts the processes that run in a directory, and those of them that are stopped.
func within(t *testing.T, dir string) (all, stopped int) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		t.Fatalf("no /proc: %v", err)
	}
	for _, link := range links {
		if at, err := os.Readlink(link); err != nil || at != dir {
			continue
		}
		all++
		stat, _ := os.ReadFile(filepath.Join(filepath.Dir(link), "stat"))
		if _, state, found := strings.Cut(string(stat), ") "); found && strings.HasPrefix(state, "T") {
			stopped++
		}
	}
	return all, stopped
}

// The driver in the headers is that of package trace.
func TestHeader(t *testing.T) {
	o := options(t)
	run(t, three, o)
	h, err := logs(t, o.Directory)[0].Header()
	if err != nil || h.Origin.Driver != trace.Processes || *h.Origin.Seed != 1 || h.Origin.Entries != 2 || h.Origin.Disturbed != nil {
		t.Errorf("%+v, %v", h.Origin, err)
	}
}
