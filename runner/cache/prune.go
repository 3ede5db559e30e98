package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Item is a file of the cache, as List returns it: an entry without its data.
type Item struct {
	Entry
	Path   string
	Bytes  int64
	Used   time.Time // last, to the day
	Broken string    // why the file is not an entry; "": it is one
}

// List returns the cache's files without their data, the most recently used first.  It ignores
// files that are not the cache's, as Prune does.
func (c *Cache) List() ([]Item, error) {
	paths, err := c.files()
	if err != nil {
		return nil, err
	}
	var all []Item
	for _, path := range paths {
		e, info, err := readEntry(path)
		if errors.Is(err, fs.ErrNotExist) || info == nil { // removed meanwhile, or not readable
			continue
		}
		e.Data = nil
		item := Item{Entry: e, Path: path, Bytes: info.Size(), Used: info.ModTime()}
		if err == nil && c.path(e.Key) != path {
			err = errors.New("not where it belongs")
		}
		if err != nil {
			item.Broken = err.Error()
		}
		all = append(all, item)
	}
	slices.SortStableFunc(all, func(a, b Item) int { return cmp.Or(b.Used.Compare(a.Used), cmp.Compare(a.Path, b.Path)) })
	return all, nil
}

// files lists the paths of the cache's files.
func (c *Cache) files() ([]string, error) {
	dirs, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(c.dir, d.Name()))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if owned(d.Name(), e.Name()) {
				paths = append(paths, filepath.Join(c.dir, d.Name(), e.Name()))
			}
		}
	}
	return paths, nil
}

// unfinished is how old a temporary file must be to be removed: a program may be writing it.
const unfinished = time.Hour

// Prune removes entries that were not used for a duration (age), damaged files, and then
// the least recently used entries until the rest has at most so many bytes (most).  A
// negative limit is no limit.  It returns the files that it has removed.  The error is the
// first one of removing a file; the others are removed all the same.
func (c *Cache) Prune(age time.Duration, most int64) ([]Item, error) {
	all, err := c.List()
	if err != nil {
		return nil, err
	}
	var removed []Item
	var failed error
	var bytes int64
	full := false
	for _, item := range all {
		old := time.Since(item.Used)
		if strings.HasPrefix(filepath.Base(item.Path), process.UnfinishedPrefix) && old < unfinished {
			continue
		}
		full = full || most >= 0 && bytes+item.Bytes > most
		if item.Broken == "" && !full && (age < 0 || old <= age) {
			bytes += item.Bytes
			continue
		}
		if err := os.Remove(item.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = cmp.Or(failed, err)
			continue
		}
		removed = append(removed, item)
		os.Remove(filepath.Dir(item.Path)) // if it is empty now
	}
	return removed, failed
}
