// Package cache keeps results in files that are named after the hash of everything that
// the results depend on.
//
//	c := cache.New(dir)
//	key := cache.KeyOf("result/1", model, version)
//	if e, found := c.Get(key); found {
//		return e.Data
//	}
//	data := compute()
//	c.Put(cache.Entry{Key: key, About: "ring of 3", Data: data})
//	if w := c.Warning(); w != "" { // the entry could not be written
//
// An entry has a checksum and its own key: a file that is damaged, cut short or in the
// wrong place counts as missing.  Entries appear as a whole, by a rename, so that any number of
// programs can use one directory at the same time without locks.  An entry that cannot be
// written is missing later; the first reason is kept as a warning.
//
// The package does not know what is in an entry, and does not protect it from a user who may
// write to the directory.
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

// KeyOf is the key of an entry that depends on the parts, in this order.
func KeyOf(parts ...string) Key {
	h := sha256.New()
	for _, p := range parts { // with their lengths, so that different lists never give one text
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		io.WriteString(h, p)
	}
	return Key(h.Sum(nil))
}

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Cache is a directory of entries.  A nil Cache is always empty.
type Cache struct {
	dir   string
	write func(io.Writer, []byte) error // for tests: writing that fails

	mu      sync.Mutex
	warning string
}

// New is the cache in a directory.  The first Put makes the directory.
func New(dir string) *Cache {
	return &Cache{dir: dir, write: func(w io.Writer, text []byte) error {
		_, err := w.Write(text)
		return err
	}}
}

// Dir is the cache's directory.
func (c *Cache) Dir() string { return c.dir }

// Warning says why an entry could not be written; "": all entries were.
func (c *Cache) Warning() string {
	if c == nil {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.warning
}

// path is a key's file, in a directory named after the first two digits, which keeps listings
// short.
func (c *Cache) path(k Key) string {
	name := k.String()
	return filepath.Join(c.dir, name[:2], name[2:])
}

// used is how far the recorded time of an entry's last use may be behind: a hit within this
// time writes nothing.
const used = 24 * time.Hour

// Get returns the entry with a key; false: there is none.
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
		_ = os.Chtimes(path, now, now) // Prune reads it; an error means that the cache is read-only and never pruned
	}
	return e, true
}

// readEntry reads a file, which may be of any kind and have any content.
func readEntry(path string) (Entry, os.FileInfo, error) {
	// The flags keep it from following a link and from waiting for the writer of a pipe.
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

// Put writes an entry, and replaces the one with its key.  If it fails, Warning says why.
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

// cause is an error's text without the names of temporary files.
func cause(err error) string {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err.Error()
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) { // something else has the entry's name
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

// owned tells whether a name below a cache's directory is that of a file of the cache.
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
