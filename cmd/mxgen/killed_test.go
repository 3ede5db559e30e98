package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// program builds mxgen.
func program(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("spin"); err != nil {
		t.Fatal("spin: not found in PATH: install it with: apt-get install spin gcc tcc")
	}
	binary := filepath.Join(t.TempDir(), "mxgen")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// waitForNone waits until no process has a working directory below a directory.  This
// takes a few milliseconds on a machine without load.
func waitForNone(t *testing.T, below string) {
	t.Helper()
	for began := time.Now(); len(processesBelow(t, below)) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatalf("processes are left: %q", processesBelow(t, below))
		}
	}
}

// age makes the files of a directory one hour old.  The next run then removes them as
// those of a dead run, even if that run was killed before it had marked them.
func age(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	for _, e := range entries {
		if err := os.Chtimes(filepath.Join(dir, e.Name()), before, before); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKilled kills a suite with SIGKILL several times, each time after one more
// configuration.  A finished configuration is never verified again, and the final report
// is that of a run that was not killed.
func TestKilled(t *testing.T) {
	binary := program(t)
	suite := filepath.Join(t.TempDir(), "suite.yaml")
	text := "entries:\n  - algorithm: neilsen-mizuno\n    with: { n: [2, 3], topology: [line, star], network: [unordered, fifo] }\n"
	if err := os.WriteFile(suite, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const configurations = 8
	tmp, cache := t.TempDir(), t.TempDir()
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(binary, append([]string{"verify", suite}, args...)...)
		c.Env = append(os.Environ(), "TMPDIR="+tmp, "MXGEN_CACHE="+t.TempDir())
		return c
	}

	finished := map[string]bool{} // the configurations that a progress line named
	for round := 0; round < 3; round++ {
		c := command("--cache", cache)
		stderr, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		var seen []byte
		fresh := 0
		for buffer := make([]byte, 4096); fresh == 0; {
			n, err := stderr.Read(buffer)
			seen = append(seen, buffer[:n]...)
			if err != nil {
				break // all configurations are finished
			}
			whole := seen[:bytes.LastIndexByte(seen, '\n')+1]
			for line := range strings.Lines(string(whole)) {
				name := strings.Split(line, "] ")[1]
				name, verdicts, _ := strings.Cut(strings.TrimSpace(name), ": ")
				switch cached := strings.Contains(verdicts, "from the cache"); {
				case !finished[name]:
					finished[name] = true
					fresh++
				case !cached:
					t.Errorf("round %d: verified again: %s", round, line)
				}
			}
			seen = seen[len(whole):]
		}
		c.Process.Kill()
		c.Wait()
		waitForNone(t, tmp)
	}
	age(t, tmp)

	report := func(args ...string) map[string]string {
		out, err := command(append(args, "--json")...).Output()
		if err != nil {
			t.Fatalf("%v", err)
		}
		var r struct {
			Results []struct {
				Configuration json.RawMessage
				Property      string
				Verdict       string
				Cached        bool
				States        int64
				CrossCheck    string `json:"cross_check"`
			}
		}
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		cached := 0
		for _, one := range r.Results {
			if one.Cached {
				cached++
			}
			states := one.States
			if one.Property == "entry" { // the order of concurrent searches determines which run is found first
				states = 0
			}
			all[string(one.Configuration)+one.Property] = strings.Join([]string{one.Verdict, one.CrossCheck, fmt.Sprint(states)}, " ")
		}
		t.Logf("%d of %d verdicts from the cache", cached, len(r.Results))
		if args[0] == "--cache" && cached < len(finished)*len(r.Results)/configurations/2 {
			t.Errorf("%d configurations were finished, but only %d of %d verdicts are cached", len(finished), cached, len(r.Results))
		}
		return all
	}
	resumed, plain := report("--cache", cache), report("--no-cache")
	for name, want := range plain {
		if resumed[name] != want {
			t.Errorf("%s: %q, not %q", name, resumed[name], want)
		}
	}
	if len(resumed) != len(plain) {
		t.Errorf("%d verdicts instead of %d", len(resumed), len(plain))
	}
	if entries, err := os.ReadDir(tmp); err != nil || len(entries) > 0 {
		files, _ := filepath.Glob(filepath.Join(tmp, "*", "*"))
		t.Errorf("directories of killed runs are left: %v, %v: %q", entries, err, files)
	}
}
