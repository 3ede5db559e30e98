// Package cache keeps results in files that are named after the hash of all
// that they depend on.
//
// An entry carries its own checksum and its own name: one that is damaged, cut
// short or in the wrong place is no entry.  Entries appear as a whole, by a
// rename, so that any number of programs may use one directory at once, and
// none of them ever waits for another.  What cannot be written is missing
// later, and nothing worse: the first reason is kept as a warning.
//
// Non-goals: knowing what is in an entry, and protection from whoever may write
// to the directory.
package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Key names an entry.
type Key [sha256.Size]byte

// KeyOf is the key of what depends on all the parts, in this order.
func KeyOf(parts ...string) Key {
	h := sha256.New()
	for _, p := range parts { // with its length, so that no two lists run together
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		io.WriteString(h, p)
	}
	return Key(h.Sum(nil))
}

func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Cache is a directory of entries.  A nil Cache has none and takes none.
type Cache struct {
	dir   string
	write func(io.Writer, []byte) error // for tests: writing that fails

	mu      sync.Mutex
	warning string
}

// New is the cache in a directory, which is made when there is something to
// write.
func New(dir string) *Cache {
	return &Cache{dir: dir, write: func(w io.Writer, text []byte) error {
		_, err := w.Write(text)
		return err
	}}
}

// Dir is the cache's directory.
func (c *Cache) Dir() string { return c.dir }

// Warning says why something could not be written, "" if all could be.
func (c *Cache) Warning() string {
	if c == nil {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.warning
}

// path is a key's file.  The directory between keeps listings short.
func (c *Cache) path(k Key) string {
	name := k.String()
	return filepath.Join(c.dir, name[:2], name[2:])
}

// used is how long the time of an entry's last use may be wrong: a hit within
// it costs no write.
const used = 24 * time.Hour

// Get returns what was put under a key.
func (c *Cache) Get(k Key) (Entry, bool) {
	if c == nil {
		return Entry{}, false
	}
	path := c.path(k)
	e, info, err := readEntry(path)
	if err != nil || e.Key != k {
		return Entry{}, false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > used {
		_ = os.Chtimes(path, now, now) // for Prune; a read-only cache has no prune
	}
	return e, true
}

// readEntry reads a file that may be anything.
func readEntry(path string) (Entry, os.FileInfo, error) {
	// Not to follow a link, nor to wait for the writer of a pipe.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return Entry{}, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Entry{}, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxEntry {
		return Entry{}, info, errors.New("no file that an entry could be in")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxEntry+1))
	if err != nil {
		return Entry{}, info, err
	}
	e, err := parse(text)
	return e, info, err
}

// Put keeps an entry.  It replaces one that is there.
func (c *Cache) Put(e Entry) {
	if c == nil {
		return
	}
	if err := c.put(e); err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.warning == "" {
			c.warning = fmt.Sprintf("cache %s: not written: %s", c.dir, cause(err))
		}
	}
}

// cause is an error without the names of temporary files.
func cause(err error) string {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err.Error()
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) { // the place of an entry is taken
		return link.New + ": " + link.Err.Error()
	}
	return err.Error()
}

func (c *Cache) put(e Entry) error {
	text, err := e.text()
	if err != nil {
		return err
	}
	// A power failure may damage the file: its checksum shows that.
	return process.ReplaceFile(c.path(e.Key), func(w io.Writer) error { return c.write(w, text) })
}

// owned tells whether a name below a cache's directory is one of its own.
func owned(dir, name string) bool {
	if len(dir) != 2 || strings.Trim(dir, "0123456789abcdef") != "" {
		return false
	}
	if strings.HasPrefix(name, process.UnfinishedPrefix) {
		return true
	}
	_, err := hex.DecodeString(name)
	return err == nil && len(dir)+len(name) == hex.EncodedLen(sha256.Size) && strings.ToLower(name) == name
}
