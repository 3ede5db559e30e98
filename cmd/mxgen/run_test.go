package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mxgen/mxgen/reference/check"
)

// TestRunInterrupted: a run that is interrupted leaves no new file, and the old file stays
// as it was.
func TestRunInterrupted(t *testing.T) {
	for _, driver := range []string{"sim", "live"} {
		for _, before := range []string{"", "old"} {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			path := filepath.Join(dir, "t.jsonl")
			if before != "" {
				if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			if code := run(ctx, []string{"run", "centralized", "--entries", "999999999", "--driver", driver, "-o", path}); code != exitTool {
				t.Errorf("%s: exit code %d", driver, code)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != len(before)/len("old") {
				t.Errorf("%s: %v, %v", driver, entries, err)
			}
			if data, err := os.ReadFile(path); string(data) != before || (err == nil) != (before != "") {
				t.Errorf("%s: %q, %v", driver, data, err)
			}
		}
	}
}

// TestProcessesInterrupted: a run of processes that is interrupted leaves no process and no
// temporary file.  The logs of -o stay, and are the beginning of a run.
func TestProcessesInterrupted(t *testing.T) {
	for _, logs := range []string{"", "logs"} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		args := []string{"run", "centralized", "--n", "2", "--entries", "999999999", "--driver", "processes"}
		if logs != "" {
			args = append(args, "-o", filepath.Join(dir, logs))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if code := run(ctx, args); code != exitTool {
			t.Errorf("exit code %d", code)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(logs)/len("logs") {
			t.Errorf("%v, %v", entries, err)
		}
		if logs == "" {
			continue
		}
		var both []check.Log
		for i := 1; i <= 2; i++ {
			both = append(both, check.File(filepath.Join(dir, logs, fmt.Sprintf("node-%d.jsonl", i))))
		}
		if r, err := check.Check(t.Context(), both, check.Options{}); err != nil || r.Verdict != check.Accepted || len(r.Inferred()) > 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
