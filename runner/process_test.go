package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
)

// script writes an executable shell script.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestYields looks at how nice a process is, before and after others go first.
func TestYields(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := script(t, dir, "pan", "first=$(nice); while [ $(nice) = $first ]; do sleep 0.05; done; echo $first $(nice)")
	var out strings.Builder
	limits := Limits{Timeout: time.Minute, yields: 100 * time.Millisecond}
	step, err := start(t.Context(), command{path: path, dir: dir, stdout: &out, stderr: io.Discard, limits: limits})
	if err != nil || !step.OK() {
		t.Fatal(step, err)
	}
	var first, then int
	if _, err := fmt.Sscan(out.String(), &first, &then); err != nil || then <= first {
		t.Errorf("%q", out.String())
	}
}

// TestNoOrphans cancels a process that ignores the signals that ask, and whose
// children do as well. See case 55.
func TestNoOrphans(t *testing.T) {
	t.Parallel()
	for _, stubborn := range []bool{true, false} {
		dir := t.TempDir()
		tail := "wait"
		if !stubborn { // ends by itself and leaves its children
			tail = "exit 0"
		}
		path := script(t, dir, "pan", `trap '' INT TERM HUP
(trap '' INT TERM HUP; sh -c 'echo $$ > child; exec sleep 300') &
echo $$ > self
while [ ! -s child ]; do sleep 0.01; done
`+tail)
		ctx, cancel := context.WithCancel(t.Context())
		if stubborn {
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		began := time.Now()
		step, err := start(ctx, command{path: path, dir: dir, stdout: io.Discard, stderr: io.Discard, gentle: true})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if stubborn && (step.Exit.Killed != killedCancel || step.Exit.Signal != syscall.SIGKILL) || !stubborn && !step.OK() {
			t.Errorf("%+v", step)
		}
		if took := time.Since(began); took > 30*time.Second { // nobody waited for the child
			t.Errorf("took %v", took)
		}
		for _, name := range []string{"self", "child"} {
			waitGone(t, filepath.Join(dir, name))
		}
	}
}

// waitGone checks that the process whose number a file holds ends soon.
func waitGone(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(state), ") Z ") { // a zombie waits for init
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s (%d) is still there", file, pid)
}

// TestGroupMemory checks that the memory of a process's children counts.
func TestGroupMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// The shell holds little; its child reads 200 MB into one line.
	path := script(t, dir, "pan", `head -c 200000000 /dev/zero | tr '\0' x | tail -n 1 | (sleep 20; cat) > /dev/null; exit 0`)
	step, err := start(t.Context(), command{path: path, dir: dir, stdout: io.Discard, stderr: io.Discard, limits: Limits{Memory: 100 << 20, Timeout: 20 * time.Second}})
	if err != nil || !strings.HasPrefix(step.Exit.Killed, killedMemory) {
		t.Errorf("%+v %v", step, err)
	}
}

// TestHostileOutput runs a pan that prints a gigabyte in one line, and many
// lines: neither memory nor the disk may fill.
func TestHostileOutput(t *testing.T) {
	t.Parallel()
	j := job(t, "active proctype P() { skip }")
	script(t, j.dir, "loud", `head -c 1000000000 /dev/zero; echo; yes 'pan:1: assertion violated (at depth 1)' | head -n 100000`)
	r, err := (&Binary{job: j, name: "loud"}).Run(t.Context(), nil, Limits{Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(j.dir, r.Stdout))
	if err != nil || info.Size() != maxOutput || !r.Cut {
		t.Errorf("%v %v, cut %v", info.Size(), err, r.Cut)
	}
	if c := pan.Conclude(r.Output, safety.Want); c.Verdict() == pan.Pass || r.Output.UnknownCount == 0 {
		t.Errorf("%+v", c)
	}
}

// TestMissingTools looks for tools where there are none.
func TestMissingTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := FindTools(t.Context())
	if missing := (*MissingError)(nil); !errors.As(err, &missing) || missing.Tool != "spin" || !strings.Contains(err.Error(), "apt-get install") {
		t.Errorf("%v", err)
	}
}

// TestBrokenTools puts tools that do not work in front of those that do.
func TestBrokenTools(t *testing.T) {
	real := tools(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))

	script(t, dir, "gcc", "echo 'gcc: broken' >&2; exit 3")
	_, err := FindTools(t.Context())
	if missing := (*MissingError)(nil); !errors.As(err, &missing) || missing.Tool != "gcc" || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%v", err)
	}

	// One that only compiles wrongly, one that makes nothing, one that hangs.
	model := []byte("active proctype P() { skip }")
	for _, c := range []struct{ body, want string }{
		{"echo 'pan.c:1:2: error: no' >&2; exit 1", "error: no"},
		{"exit 0", "exit status 0"},
		{"kill -SEGV $$", "signal"},
	} {
		script(t, dir, "badcc", c.body)
		j, err := Prepare(t.Context(), real, model, SpinDefaults, Limits{})
		if err == nil {
			// gcc is broken in this PATH, and spin needs it.
			j.Close()
			t.Fatal("spin worked without gcc")
		}
		os.Remove(filepath.Join(dir, "gcc"))
		if j, err = Prepare(t.Context(), real, model, SpinDefaults, Limits{}); err != nil {
			t.Fatal(err)
		}
		_, err = j.Search(t.Context(), Compiler{Tool: Tool{Name: "badcc", Path: filepath.Join(dir, "badcc")}}, safety, Limits{})
		if tool := (*ToolError)(nil); !errors.As(err, &tool) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.body, err)
		}
		j.Close()
		script(t, dir, "gcc", "exit 3")
	}
}

// TestLoudTool ends a tool that prints for ever: the limit is why it has no result,
// not what it has printed.
func TestLoudTool(t *testing.T) {
	t.Parallel()
	loud := tools(t)
	loud.Spin.Path = script(t, t.TempDir(), "spin", "trap '' INT TERM; yes 'spin: error'")
	_, err := Prepare(t.Context(), loud, []byte("active proctype P() { skip }"), SpinDefaults, Limits{Timeout: time.Second})
	if tool := (*ToolError)(nil); !errors.As(err, &tool) || tool.Killed == "" || !strings.Contains(tool.Reason, "timeout of 1s") {
		t.Errorf("%v", err)
	}
}

// TestBadModels checks what spin says of models that it rejects (case 12).
func TestBadModels(t *testing.T) {
	found := tools(t)
	for _, c := range []struct{ model, want string }{
		{"byte x;\nactive proctype A() { x = ; }", "model.pml:2, Error: syntax error"},
		{"active proctype A() { y = 1 }", "undeclared variable: y"},
		{"#include \"none.pml\"\n", "none.pml"},
		{"byte k;\nactive proctype A() { k = 1 }\nltl p { X (k == 1) }", "expected predicate"},
		{"", "spin -a"},
	} {
		j, err := Prepare(t.Context(), found, []byte(c.model), SpinDefaults, Limits{Timeout: time.Minute})
		if tool := (*ToolError)(nil); !errors.As(err, &tool) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.model, err)
		}
		if j != nil {
			j.Close()
			t.Errorf("%q is accepted", c.model)
		}
	}
}

// TestKeep keeps a run and does it again with the script.
func TestKeep(t *testing.T) {
	t.Parallel()
	j := job(t, "byte cs; active [2] proctype P() { cs++; assert(cs == 1); cs-- }")
	r, err := j.Search(t.Context(), j.tools.Fast(), safety, Limits{})
	check(t, r, err, pan.Violated, pan.KindAssertion)
	if _, err := r.Binary.Replay(t.Context(), r.Run, Limits{}); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new", "kept")
	if err := j.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if err := j.Keep(dir); err == nil {
		t.Error("a directory that is not empty was overwritten")
	}
	trail := filepath.Join(dir, "run", trailFile)
	if got, err := os.ReadFile(trail); err != nil || string(got) != string(r.Trail) {
		t.Errorf("trail %q, want %q (%v)", got, r.Trail, err)
	}
	os.Remove(trail)
	var out head
	step, err := start(t.Context(), command{path: "/bin/sh", args: []string{"run.sh"}, dir: dir, stdout: &out, stderr: &out})
	if err != nil || !step.OK() || !strings.Contains(out.String(), "errors: 1") || !strings.Contains(out.String(), "trail ends after 4 steps") {
		t.Errorf("%+v %v\n%s", step, err, out.String())
	}
	if got, err := os.ReadFile(trail); err != nil || string(got) != string(r.Trail) {
		t.Errorf("the script's trail is %q (%v)", got, err)
	}
	if rest, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".mxgen-keep-*")); len(rest) != 0 {
		t.Errorf("left behind: %v", rest)
	}
}

// TestQuote checks that a shell gives back what was quoted.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "it's", "$(id)", "a;b", "-x", "`x`", "\"", "é\n"} {
		var out head
		step, err := start(t.Context(), command{path: "/bin/sh", args: []string{"-c", "printf %s " + quote(s)}, dir: "/", stdout: &out, stderr: &out})
		if err != nil || !step.OK() || out.String() != s {
			t.Errorf("%q became %q (%v)", s, out.String(), err)
		}
	}
}
