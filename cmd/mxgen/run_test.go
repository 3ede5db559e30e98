package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
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
