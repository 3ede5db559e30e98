package cache

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

func entry(name, data string) Entry {
	return Entry{KeyOf(name), "about " + name, []byte(data)}
}

func TestCache(t *testing.T) {
	c := New(filepath.Join(t.TempDir(), "new", "cache"))
	a, b := entry("a", "first\nsecond"), entry("b", "")
	if _, found := c.Get(a.Key); found {
		t.Error("found in a cache that does not exist")
	}
	c.Put(a)
	c.Put(b)
	for _, want := range []Entry{a, b} {
		if got, found := c.Get(want.Key); !found || string(got.Data) != string(want.Data) || got.About != want.About {
			t.Errorf("%+v %v, want %+v", got, found, want)
		}
	}
	a.Data = []byte("another")
	c.Put(a)
	if got, _ := c.Get(a.Key); string(got.Data) != "another" {
		t.Errorf("%q was not replaced", got.Data)
	}
	if w := c.Warning(); w != "" {
		t.Error(w)
	}
	if left, _ := filepath.Glob(filepath.Join(c.Dir(), "*", process.UnfinishedPrefix+"*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestNoCache(t *testing.T) {
	var c *Cache
	c.Put(entry("a", ""))
	if _, found := c.Get(KeyOf("a")); found || c.Warning() != "" {
		t.Error("no cache has an entry")
	}
}

// Lists of parts that run together are different keys.
func TestKeyOf(t *testing.T) {
	seen := map[Key]string{}
	for _, parts := range [][]string{nil, {""}, {"", ""}, {"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {"b", "a"}} {
		text := fmt.Sprintf("%q", parts)
		if other, found := seen[KeyOf(parts...)]; found {
			t.Errorf("%s and %s have one key", text, other)
		}
		seen[KeyOf(parts...)] = text
	}
}

// TestDamage damages the file of an entry in every way that a disk, a crash or a person may:
// the entry then counts as missing.
func TestDamage(t *testing.T) {
	c := New(t.TempDir())
	e := entry("a", strings.Repeat("data ", 100))
	c.Put(e)
	path := c.path(e.Key)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	missing := func(what string) {
		t.Helper()
		if got, found := c.Get(e.Key); found {
			t.Errorf("%s: believed: %+v", what, got)
		}
	}
	for k := range good {
		bad := bytes.Clone(good)
		bad[k] ^= 1
		write(t, path, bad)
		missing(fmt.Sprintf("bit of byte %d flipped", k))
		write(t, path, good[:k])
		missing(fmt.Sprintf("cut to %d bytes", k))
	}
	write(t, path, append(bytes.Clone(good), '\n'))
	missing("longer")
	write(t, path, bytes.Replace(good, []byte(format), []byte("mxgen-cache/2"), 1))
	missing("another format")

	other := entry("b", "b")
	c.Put(other)
	if err := os.Rename(c.path(other.Key), path); err != nil {
		t.Fatal(err)
	}
	missing("another one's entry")

	write(t, path, good)
	if _, found := c.Get(e.Key); !found {
		t.Error("the good entry is not believed")
	}
	for what, make := range map[string]func() error{
		"directory": func() error { return os.Mkdir(path, 0o700) },
		"pipe":      func() error { return syscall.Mkfifo(path, 0o600) },
		"link":      func() error { return os.Symlink("/dev/zero", path) },
		"too large": func() error { return errorsOf(os.WriteFile(path, good, 0o600), os.Truncate(path, maxEntry+1)) },
	} {
		os.RemoveAll(path)
		if err := make(); err != nil {
			t.Fatal(err)
		}
		missing(what)
	}
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestNotWritable uses a cache in which nothing can be written: the entries in it can be read,
// and Warning has the reason.
func TestNotWritable(t *testing.T) {
	c := New(t.TempDir())
	c.Put(entry("a", "a"))

	// A full disk: half of the entry is written.
	c.write = func(w io.Writer, data []byte) error {
		w.Write(data[:len(data)/2])
		return &os.PathError{Op: "write", Path: process.UnfinishedPrefix + "1", Err: syscall.ENOSPC}
	}
	c.Put(entry("a", "new"))
	c.Put(entry("b", "b"))
	if w := c.Warning(); !strings.Contains(w, "no space left on device") || strings.Contains(w, process.UnfinishedPrefix) {
		t.Errorf("warning %q", w)
	}
	if got, found := c.Get(KeyOf("a")); !found || string(got.Data) != "a" {
		t.Errorf("%q %v after a failed write", got.Data, found)
	}
	if _, found := c.Get(KeyOf("b")); found {
		t.Error("half an entry was believed")
	}
	if left, _ := filepath.Glob(filepath.Join(c.Dir(), "*", process.UnfinishedPrefix+"*")); left != nil {
		t.Errorf("left behind: %v", left)
	}

	// An entry's place is taken: by a directory that nobody can replace, or remove
	// unless it is empty.  That keeps nobody from removing the rest.
	taken := New(t.TempDir())
	a, b := entry("a", "a"), entry("b", "b")
	if err := os.MkdirAll(filepath.Join(taken.path(a.Key), "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	taken.Put(a)
	taken.Put(b)
	if w := taken.Warning(); !strings.Contains(w, taken.path(a.Key)) || strings.Contains(w, process.UnfinishedPrefix) {
		t.Errorf("warning %q", w)
	}
	if gone, err := taken.Prune(0, 0); err == nil || len(gone) != 1 || gone[0].Key != b.Key {
		t.Errorf("removed %v, %v", gone, err)
	}

	// A path that is no directory, for whoever may write everywhere.
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, nil)
	blocked := New(file)
	blocked.Put(entry("a", "a"))
	if _, found := blocked.Get(KeyOf("a")); found || !strings.Contains(blocked.Warning(), "not a directory") {
		t.Errorf("%v, %q", found, blocked.Warning())
	}
}

// TestConcurrent writes and reads the same entries from many goroutines, each with a Cache of its
// own, as several programs would.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c := New(dir)
			for k := range 200 {
				name := fmt.Sprint(k % 10)
				if got, found := c.Get(KeyOf(name)); found && string(got.Data) != strings.Repeat(name, 10_000) {
					t.Errorf("%s: %d bytes of another", name, len(got.Data))
				}
				c.Put(entry(name, strings.Repeat(name, 10_000)))
				if k%50 == 49 {
					if _, err := c.Prune(0, -1); err != nil {
						t.Error(err)
					}
				}
			}
			if w := c.Warning(); w != "" {
				t.Error(w)
			}
		})
	}
	all.Wait()
}

func TestPrune(t *testing.T) {
	c := New(t.TempDir())
	now := time.Now()
	for k, age := range []time.Duration{0, time.Hour, 50 * time.Hour, 100 * time.Hour} {
		e := entry(fmt.Sprint(k), strings.Repeat("x", 1000))
		c.Put(e)
		if err := os.Chtimes(c.path(e.Key), now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	foreign := filepath.Join(c.Dir(), "ab")
	if err := os.MkdirAll(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(foreign, "notes.txt"), nil)
	write(t, filepath.Join(c.Dir(), "README"), nil)
	writing, abandoned := filepath.Join(foreign, process.UnfinishedPrefix+"1"), filepath.Join(foreign, process.UnfinishedPrefix+"2")
	write(t, writing, nil)
	write(t, abandoned, nil)
	if err := os.Chtimes(abandoned, now, now.Add(-2*unfinished)); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(foreign, strings.Repeat("0", 62))
	write(t, damaged, []byte("x"))

	has := func(want string) {
		t.Helper()
		got := ""
		for k := range 4 {
			if _, err := os.Stat(c.path(KeyOf(fmt.Sprint(k)))); err == nil {
				got += fmt.Sprint(k)
			}
		}
		if got != want {
			t.Errorf("entries %q, want %q", got, want)
		}
	}
	prune := func(age time.Duration, most int64, removed int) {
		t.Helper()
		if gone, err := c.Prune(age, most); err != nil || len(gone) != removed {
			t.Errorf("%d removed (%v), want %d", len(gone), err, removed)
		}
	}
	prune(-1, -1, 2) // the damaged one and the abandoned one
	has("0123")
	prune(75*time.Hour, -1, 1)
	has("012")
	if _, found := c.Get(KeyOf("2")); !found { // which is a use
		t.Error("not found")
	}
	prune(75*time.Hour, 2500, 1)
	has("02")
	prune(0, -1, 2)
	has("")
	for _, path := range []string{writing, filepath.Join(foreign, "notes.txt"), filepath.Join(c.Dir(), "README")} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if items, err := c.List(); err != nil || len(items) != 1 || items[0].Broken == "" {
		t.Errorf("%+v %v, want the one that is being written", items, err)
	}
}

// FuzzParse parses any text: an entry that it accepts is written as it was read.
func FuzzParse(f *testing.F) {
	for _, e := range []Entry{entry("a", ""), entry("b", "{}\n\n")} {
		text, err := e.text()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)-1])
		f.Add(bytes.Replace(text, []byte(" 0\n"), []byte(" 00\n"), 1))
		f.Add(bytes.ToUpper(text))
	}
	f.Add([]byte("mxgen-cache/1 \n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := parse(text)
		if err != nil {
			return
		}
		again, err := e.text()
		if err != nil || !bytes.Equal(again, text) {
			t.Errorf("%q became %q (%v)", text, again, err)
		}
	})
}
