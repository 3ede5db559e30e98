package cache

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func all(Item) bool { return true }

func exported(t *testing.T, c *Cache) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := c.Export(&out, all); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestExportImport(t *testing.T) {
	from, to := New(t.TempDir()), New(filepath.Join(t.TempDir(), "new"))
	for _, name := range []string{"a", "b", "c"} {
		from.Put(entry(name, "data of "+name))
	}
	old := time.Now().Add(-100 * time.Hour).Truncate(time.Second)
	if err := os.Chtimes(from.path(KeyOf("c")), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(from.path(KeyOf("damaged"))), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, from.path(KeyOf("damaged")), []byte("x"))
	to.Put(entry("a", "another"))
	var out bytes.Buffer
	if n, err := from.Export(&out, func(i Item) bool { return i.About != "about b" }); n != 2 || err != nil {
		t.Fatalf("%d exported, %v", n, err)
	}
	list, err := to.List()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 {
		t.Fatal(list)
	}
	if n, err := to.Import(bytes.NewReader(out.Bytes()), 1<<20); n != (Imported{New: 1, Known: 1}) || err != nil {
		t.Errorf("%+v imported, %v", n, err)
	}
	if e, _ := to.Get(KeyOf("a")); string(e.Data) != "another" {
		t.Errorf("an entry of the cache was replaced by %q", e.Data)
	}
	if _, found := to.Get(KeyOf("b")); found {
		t.Error("an entry that was not wanted")
	}
	again, err := to.List()
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 2 || !again[1].Used.Equal(old) || again[1].About != "about c" {
		t.Errorf("%+v: c must have the time of its last use, so that prune finds it", again)
	}
}

// Equal entries make equal archives.
func TestExportIsDeterministic(t *testing.T) {
	when := time.Now().Add(-time.Hour)
	make := func(names ...string) []byte {
		c := New(t.TempDir())
		for _, name := range names {
			c.Put(entry(name, name))
			if err := os.Chtimes(c.path(KeyOf(name)), when, when); err != nil {
				t.Fatal(err)
			}
		}
		return exported(t, c)
	}
	if !bytes.Equal(make("a", "b", "c"), make("c", "b", "a")) {
		t.Error("the order of writing shows")
	}
}

// packed is an archive with members that nobody checks.
func packed(t testing.TB, members ...func(*tar.Writer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	w := tar.NewWriter(zip)
	for _, add := range members {
		if err := add(w); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func file(name, text string) func(*tar.Writer) error {
	return func(w *tar.Writer) error {
		err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(text)), Mode: 0o777})
		_, more := io.WriteString(w, text)
		return errors.Join(err, more)
	}
}

// TestImportOfHostileArchives: nothing is written outside of the cache, and nothing that is no entry.
func TestImportOfHostileArchives(t *testing.T) {
	good := entry("a", "a")
	text, err := good.text()
	if err != nil {
		t.Fatal(err)
	}
	name := member(good.Key)
	link := func(kind byte) func(*tar.Writer) error {
		return func(w *tar.Writer) error {
			return w.WriteHeader(&tar.Header{Typeflag: kind, Name: name, Linkname: "/etc/passwd"})
		}
	}
	valid := packed(t, file(name, string(text)))
	for what, c := range map[string]struct {
		archive []byte
		want    string
	}{
		"nothing":              {nil, "not compressed by gzip"},
		"text":                 {[]byte("entries"), "not compressed by gzip"},
		"no tar":               {zipped(t, strings.Repeat("x", 2000)), "damaged"},
		"cut short":            {valid[:len(valid)-20], "cut short"},
		"a damaged end":        {append(bytes.Clone(valid[:len(valid)-8]), 1, 2, 3, 4, 5, 6, 7, 8), "damaged"},
		"a path upwards":       {packed(t, file("../../"+name, string(text))), "not the name"},
		"an absolute path":     {packed(t, file("/tmp/"+name, string(text))), "not the name"},
		"a dot":                {packed(t, file("./"+name, string(text))), "not the name"},
		"another entry's name": {packed(t, file(member(KeyOf("b")), string(text))), "not the name"},
		"another file":         {packed(t, file("README", "text")), "not an entry"},
		"an empty file":        {packed(t, file(name, "")), "not an entry"},
		"a damaged entry":      {packed(t, file(name, string(text[:len(text)-1])+"b")), "damaged"},
		"a symbolic link":      {packed(t, link(tar.TypeSymlink)), "not a file"},
		"a link":               {packed(t, link(tar.TypeLink)), "not a file"},
		"a directory":          {packed(t, link(tar.TypeDir)), "not a file"},
		"a device":             {packed(t, link(tar.TypeChar)), "not a file"},
		"a large member":       {zipped(t, header(t, name, maxEntry+1)), "not a file"},
		"a bomb":               {zipped(t, header(t, name, 40<<20)+strings.Repeat("\x00", 40<<20)), "more than 1 MB unpacked"},
		"a bomb of padding":    {zipped(t, strings.Repeat("\x00", 2<<20)), "more than 1 MB unpacked"},
	} {
		outside := t.TempDir()
		cache := New(filepath.Join(outside, "below", "cache"))
		n, err := cache.Import(bytes.NewReader(c.archive), 1<<20)
		var bad *ArchiveError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
		found, _ := filepath.Glob(filepath.Join(outside, "*", "*", "*", "*"))
		if top, _ := filepath.Glob(filepath.Join(outside, "*")); n.New != len(found) || n.New > 1 || len(top) > n.New {
			t.Errorf("%s: %+v imported, written: %v %v", what, n, top, found)
		}
	}
	// What comes before the bad member stays.
	c := New(t.TempDir())
	if n, err := c.Import(bytes.NewReader(packed(t, file(name, string(text)), file("x", "x"))), 1<<20); err == nil || n.New != 1 {
		t.Errorf("%+v imported, %v", n, err)
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, err := io.WriteString(zip, text)
	if err = errors.Join(err, zip.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// header is the header of a member that does not follow.
func header(t *testing.T, name string, size int64) string {
	t.Helper()
	var out bytes.Buffer
	if err := tar.NewWriter(&out).WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// FuzzImport imports any text: what comes into the cache is an entry under its own key.
func FuzzImport(f *testing.F) {
	text, err := entry("a", "a").text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed(f, file(member(KeyOf("a")), string(text))))
	f.Add(packed(f, file("../x", string(text))))
	f.Add(packed(f))
	f.Fuzz(func(t *testing.T, archive []byte) {
		c := New(filepath.Join(t.TempDir(), "cache"))
		n, err := c.Import(bytes.NewReader(archive), 1<<20)
		items, listed := c.List()
		if listed != nil || len(items) != n.New {
			t.Errorf("%+v (%v), in the cache: %v (%v)", n, err, items, listed)
		}
		for _, item := range items {
			if item.Broken != "" {
				t.Errorf("%s: %s", item.Path, item.Broken)
			}
		}
	})
}
