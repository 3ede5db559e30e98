package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestRemoveStale removes the directories of processes that are gone, and none that
// is in use or may be somebody else's.
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
			if err := os.WriteFile(filepath.Join(dir, markFile), nil, 0o600); err != nil {
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
	if err := errors.Join(os.Mkdir(begun, 0o700), os.WriteFile(filepath.Join(begun, markFile+"-123"), nil, 0o600)); err != nil {
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
	d, err := NewTempDir()
	if err != nil {
		t.Fatal(err)
	}
	// In use even for another process, and for the processes that this one starts.
	if err := exec.Command("flock", "-n", filepath.Join(d.Path(), markFile), "true").Run(); err == nil {
		t.Error("another process can lock the directory")
	}
	RemoveStale()
	for name, want := range map[string]bool{"mxgen-stale": false, "mxgen-empty": false, "mxgen-begun": false, "mxgen-young": true, "mxgen-unmarked": true, "mxgen-shared": true, "mxgen-123.over": false, "mxgen-game.over": true, "other-stale": true,
		"mxgen-link": true, filepath.Base(d.Path()): true} {
		if _, err := os.Lstat(filepath.Join(tmp, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it to be there: %v", name, err, want)
		}
	}
	if err := d.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(d.Path()); err == nil {
		t.Error("the directory is removed and still there")
	}
}

// TestRemoveStaleMeanwhile makes directories while others remove stale ones: a directory
// that is removed before it is marked must be made again.
func TestRemoveStaleMeanwhile(t *testing.T) {
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
		d, err := NewTempDir()
		if err != nil {
			t.Error(err)
			break
		}
		if _, err := os.Stat(filepath.Join(d.Path(), markFile)); err != nil {
			t.Errorf("not marked: %v", err)
		}
		if err := d.Remove(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	cleaners.Wait()
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
