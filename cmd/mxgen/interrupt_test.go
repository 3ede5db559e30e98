package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/compare"
)

// TestInterrupt sends signals to long verifications: mxgen ends within seconds with exit
// code 130 or 143, one line and a complete report of what is decided, and leaves neither a process nor a file.
func TestInterrupt(t *testing.T) {
	binary := program(t)
	suite := filepath.Join(t.TempDir(), "long.yaml")
	text := "entries:\n  - { algorithm: centralized, properties: mutex }\n  - algorithm: ricart-agrawala\n    with: { n: [4, 5, 6], network: [unordered, fifo] }\n"
	if err := os.WriteFile(suite, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		name   string
		signal syscall.Signal
		args   []string
		says   string
	}{
		{"one", syscall.SIGINT, []string{"verify", "ricart-agrawala", "--n", "6", "--property", "mutex"}, "have ended; 1 of 1 properties are not decided; finished passes and confirmed failures are cached"},
		{"terminated", syscall.SIGTERM, []string{"verify", "ricart-agrawala", "--n", "6", "--property", "mutex", "--no-cache"}, "no results are cached"},
		{"suite", syscall.SIGTERM, []string{"verify", suite, "--json"}, "properties are not decided; finished passes"},
		{"compare", syscall.SIGTERM, []string{"compare", suite, "--json"}, "; 1 of 7 configurations were compared"},
	} {
		t.Run(one.name, func(t *testing.T) {
			tmp := t.TempDir()
			c := exec.Command(binary, one.args...)
			c.Env = append(os.Environ(), "TMPDIR="+tmp, "MXGEN_CACHE="+t.TempDir())
			var stdout bytes.Buffer
			var stderr lockedBuffer
			c.Stdout, c.Stderr = &stdout, &stderr
			if one.name == "suite" { // the cache decides its first entry at once
				first := exec.Command(binary, "verify", suite, "--filter", "centralized")
				first.Env = c.Env
				if out, err := first.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.Wait() }()
			defer c.Process.Kill()

			// Wait until pan runs for long: it must end with mxgen.
			long := func() bool {
				if one.name == "compare" {
					return strings.Contains(stderr.String(), "[1/7]")
				}
				return strings.Contains(strings.Join(processesBelow(t, tmp), " "), "/pan") && (one.name != "suite" || strings.Contains(stderr.String(), "[1/7]"))
			}
			for deadline := time.Now().Add(time.Minute); !long(); {
				select {
				case err := <-ended:
					t.Fatalf("ended without a signal: %v\n%s%s", err, &stdout, &stderr)
				case <-time.After(20 * time.Millisecond):
				}
				if time.Now().After(deadline) {
					t.Fatal("pan was not started within a minute")
				}
			}
			began := time.Now()
			if err := c.Process.Signal(one.signal); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(20 * time.Second): // it takes a few seconds on a machine under load
				t.Fatalf("still running after 20 s; processes: %q", processesBelow(t, tmp))
			}
			t.Logf("ended after %s", time.Since(began).Round(time.Millisecond))
			if code := c.ProcessState.ExitCode(); code != 128+int(one.signal) {
				t.Errorf("exit code %d after %v", code, one.signal)
			}
			lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "mxgen: ") || !strings.Contains(last, "interrupted") || !strings.Contains(last, one.says) {
				t.Errorf("stderr ends in %q", last)
			}
			switch one.name {
			case "suite":
				r := checkInterrupted(t, stdout.Bytes(), "SIGTERM")
				if cases := results.EachCase(r.Results); len(cases) != 7 || cases[0][0].NotReached || cases[6][0].Verdict != results.Inconclusive {
					t.Errorf("%d cases", len(cases))
				}
			case "compare":
				var r compare.Report
				if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || r.Interrupted != "SIGTERM" || len(r.Comparisons) != 7 || r.Comparisons[0].NotReached || !r.Comparisons[6].NotReached {
					t.Errorf("%v: %+v", err, r)
				}
			default:
				if !strings.Contains(stdout.String(), "not decided: ") {
					t.Errorf("%s", &stdout)
				}
			}
			if left := processesBelow(t, tmp); len(left) > 0 {
				t.Errorf("processes are left: %q", left)
			}
			if entries, err := os.ReadDir(tmp); err != nil || len(entries) > 0 {
				t.Errorf("files are left: %v, %v", entries, err)
			}
		})
	}
}

// lockedBuffer is a buffer that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// checkInterrupted holds that a JSON report is complete, valid, and says what has interrupted it.
func checkInterrupted(t *testing.T, report []byte, by string) results.Report {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "results.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(report))
	if err != nil {
		t.Fatalf("%v: %.200q", err, report)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	var r results.Report
	if err := json.Unmarshal(report, &r); err != nil {
		t.Fatal(err)
	}
	if r.Interrupted != by || results.AllReached(r.Results) {
		t.Errorf("interrupted by %q, all reached: %v", r.Interrupted, results.AllReached(r.Results))
	}
	return r
}

// processesBelow returns the programs of the processes whose working directory is below a
// directory.
func processesBelow(t *testing.T, below string) []string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil || len(links) == 0 {
		t.Fatalf("no /proc: %v", err)
	}
	var found []string
	for _, link := range links {
		// A process may have ended, or belong to another user.
		directory, err := os.Readlink(link)
		if err == nil && strings.HasPrefix(directory, below+string(filepath.Separator)) {
			program, _ := os.Readlink(filepath.Join(filepath.Dir(link), "exe"))
			found = append(found, program)
		}
	}
	return found
}
