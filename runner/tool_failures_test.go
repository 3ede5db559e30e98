package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
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

// TestHostileOutput runs a pan that prints a gigabyte in one line, and many
// lines: neither memory nor the disk may fill.
func TestHostileOutput(t *testing.T) {
	t.Parallel()
	j := job(t, "active proctype P() { skip }")
	script(t, j.dir, "loud", `head -c 1000000000 /dev/zero; echo; yes 'pan:1: assertion violated (at depth 1)' | head -n 100000`)
	r, err := (&Binary{job: j, name: "loud"}).Run(t.Context(), Search{}, nil, process.Limits{Timeout: time.Minute}, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(j.dir, r.Stdout))
	if err != nil || info.Size() != maxOutput || !r.Cut {
		t.Errorf("%v %v, cut %v", info.Size(), err, r.Cut)
	}
	if c := pan.Conclude(r.Output, safety.Want); c.Class.Complete() || r.Output.UnknownCount == 0 {
		t.Errorf("%+v", c)
	}
}

// TestMissingTools looks for tools where there are none.
func TestMissingTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := toolchain.Find(t.Context())
	if missing := (*toolchain.MissingError)(nil); !errors.As(err, &missing) || missing.Tool != "spin" || !strings.Contains(err.Error(), "apt-get install") {
		t.Errorf("%v", err)
	}
}

// TestBrokenTools puts tools that do not work in front of those that do.
func TestBrokenTools(t *testing.T) {
	real := tools(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))

	script(t, dir, "gcc", "echo 'gcc: broken' >&2; exit 3")
	_, err := toolchain.Find(t.Context())
	if missing := (*toolchain.MissingError)(nil); !errors.As(err, &missing) || missing.Tool != "gcc" || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%v", err)
	}

	// One that only compiles wrongly, one that makes nothing, one that hangs.
	real.Tcc = toolchain.Tool{} // spin's preprocessor is gcc
	model := []byte("active proctype P() { skip }")
	for _, c := range []struct{ body, want string }{
		{"echo 'pan.c:1:2: error: no' >&2; exit 1", "error: no"},
		{"exit 0", "exit status 0"},
		{"kill -SEGV $$", "signal"},
	} {
		script(t, dir, "badcc", c.body)
		j, err := Prepare(t.Context(), real, model, SpinDefaults, process.Limits{})
		if err == nil {
			// gcc is broken in this PATH, and spin needs it.
			j.Close()
			t.Fatal("spin worked without gcc")
		}
		os.Remove(filepath.Join(dir, "gcc"))
		if j, err = Prepare(t.Context(), real, model, SpinDefaults, process.Limits{}); err != nil {
			t.Fatal(err)
		}
		_, err = j.Search(t.Context(), toolchain.Compiler{Tool: toolchain.Tool{Name: "badcc", Path: filepath.Join(dir, "badcc")}}, safety, process.Limits{})
		if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.body, err)
		}
		j.Close()
		script(t, dir, "gcc", "exit 3")
	}
}

// TestLoudTool ends a tool that prints without end: the error's reason is the limit, not what
// the tool has printed.
func TestLoudTool(t *testing.T) {
	t.Parallel()
	loud := tools(t)
	loud.Spin.Path = script(t, t.TempDir(), "spin", "trap '' INT TERM; yes 'spin: error'")
	_, err := Prepare(t.Context(), loud, []byte("active proctype P() { skip }"), SpinDefaults, process.Limits{Timeout: time.Second})
	if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || tool.Killed != process.Timeout || !strings.Contains(tool.Reason, "timeout of 1s") {
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
		j, err := Prepare(t.Context(), found, []byte(c.model), SpinDefaults, process.Limits{Timeout: time.Minute})
		if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.model, err)
		}
		if j != nil {
			j.Close()
			t.Errorf("%q is accepted", c.model)
		}
	}
}

// TestKeep copies a job to a directory and repeats its commands with the script.
func TestKeep(t *testing.T) {
	t.Parallel()
	j := job(t, "byte cs; active [2] proctype P() { cs++; assert(cs == 1); cs-- }")
	r, err := j.Search(t.Context(), j.tools.Fast(), safety, process.Limits{})
	check(t, r, err, pan.Violated, pan.KindAssertion)
	if _, err := r.Again(t.Context(), "-replay", "", []string{"-S"}, process.Limits{}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Spin(t.Context(), "run-events", []string{"-T", "-B", "-t"}, process.Limits{}, func(string) {}, filepath.Join("run", TrailFile)); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new", "kept")
	if err := j.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if err := j.Keep(dir); err == nil {
		t.Error("a directory that is not empty was overwritten")
	}
	trail := filepath.Join(dir, "run", TrailFile)
	if got, err := os.ReadFile(trail); err != nil || string(got) != string(r.Trail) {
		t.Errorf("trail %q, want %q (%v)", got, r.Trail, err)
	}
	os.Remove(trail)
	var out process.PrefixBuffer
	step, err := process.Run(t.Context(), process.Command{Path: "/bin/sh", Args: []string{"run.sh"}, Dir: dir, Stdout: &out, Stderr: &out})
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

// TestFullDisk lets every disk count as full: spin and tcc, which may have written a part of
// their files only, must then fail.
func TestFullDisk(t *testing.T) {
	j := job(t, "active proctype P() { skip }")
	defer func(n uint64) { process.LeastDiskSpace = n }(process.LeastDiskSpace)
	process.LeastDiskSpace = 1 << 62
	_, err := Prepare(t.Context(), j.tools, []byte("active proctype P() { skip }"), SpinDefaults, process.Limits{})
	if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || tool.Step != "spin -a" || !strings.Contains(err.Error(), "no space left in ") {
		t.Errorf("%v", err)
	}
	_, err = j.Escalate(t.Context(), safety, process.Limits{})
	if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || tool.Step != "gcc" || !strings.Contains(err.Error(), "no space left in ") {
		t.Errorf("%v", err)
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

// TestCrashingSpin has a spin that dies: its words are all that a user can go by.
func TestCrashingSpin(t *testing.T) {
	t.Parallel()
	broken := tools(t)
	broken.Spin.Path = script(t, t.TempDir(), "spin", "echo 'ltl p: [] x'; echo 'spin: Error: too much'; echo 'in tree 3'; kill -SEGV $$")
	_, err := Prepare(t.Context(), broken, []byte("active proctype P() { skip }"), SpinDefaults, process.Limits{Timeout: time.Minute})
	const want = "ended by a signal: segmentation fault; spin: Error: too much; in tree 3"
	if tool := (*process.ToolError)(nil); !errors.As(err, &tool) || tool.Reason != want {
		t.Errorf("%v", err)
	}
}
