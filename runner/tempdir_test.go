package runner

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestRemoveStale removes the directory of a process that is gone, and none that
// is in use or is not certainly a job's.
func TestRemoveStale(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	make := func(name string, mode os.FileMode, marked bool) {
		t.Helper()
		dir := filepath.Join(tmp, name)
		if err := os.MkdirAll(filepath.Join(dir, "run"), 0o700); err != nil {
			t.Fatal(err)
		}
		if marked {
			if err := os.WriteFile(filepath.Join(dir, lockFile), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
	}
	make("mxgen-stale", 0o700, true)
	make("mxgen-unmarked", 0o700, false)
	make("mxgen-shared", 0o777, true)
	make("mxgen-123.over", 0o700, false) // killed while it was removed
	make("mxgen-game.over", 0o700, false)
	if err := os.Mkdir(filepath.Join(tmp, "mxgen-empty"), 0o700); err != nil { // killed before the mark
		t.Fatal(err)
	}
	begun := filepath.Join(tmp, "mxgen-begun") // killed while it was marked
	if err := errors.Join(os.Mkdir(begun, 0o700), os.WriteFile(filepath.Join(begun, lockFile+"-123"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(begun, before, before), os.Chtimes(filepath.Join(tmp, "mxgen-empty"), before, before)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(tmp, "mxgen-young"), 0o700); err != nil { // about to be marked
		t.Fatal(err)
	}
	make("other-stale", 0o700, true)
	if err := os.Symlink(filepath.Join(tmp, "other-stale"), filepath.Join(tmp, "mxgen-link")); err != nil {
		t.Fatal(err)
	}
	j, err := Prepare(t.Context(), tools(t), []byte("active proctype P() { skip }"), SpinDefaults, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// In use even for another process, and for the processes that a job starts.
	if err := exec.Command("flock", "-n", filepath.Join(j.Dir(), lockFile), "true").Run(); err == nil {
		t.Error("another process can lock the directory")
	}
	RemoveStale()
	for name, want := range map[string]bool{"mxgen-stale": false, "mxgen-empty": false, "mxgen-begun": false, "mxgen-young": true, "mxgen-unmarked": true, "mxgen-shared": true, "mxgen-123.over": false, "mxgen-game.over": true, "other-stale": true,
		"mxgen-link": true, filepath.Base(j.Dir()): true} {
		if _, err := os.Lstat(filepath.Join(tmp, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it to be there: %v", name, err, want)
		}
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(j.Dir()); err == nil {
		t.Error("the job is closed and its directory is there")
	}
}

// TestLockedMeanwhile: a directory that another mxgen takes for a stale one before
// it is marked is left to it.
func TestLockedMeanwhile(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	stop := make(chan struct{})
	var cleaners sync.WaitGroup
	for range 2 {
		cleaners.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					RemoveStale()
				}
			}
		})
	}
	for range 500 {
		dir, locked, err := lockedDir(tmp)
		if err != nil {
			t.Error(err)
			break
		}
		if _, err := os.Stat(filepath.Join(dir, lockFile)); err != nil {
			t.Errorf("not marked: %v", err)
		}
		if err := removeOver(dir); err != nil {
			t.Error(err)
		}
		locked.Close()
	}
	close(stop)
	cleaners.Wait()
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
