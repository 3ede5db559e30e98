package cache

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// Export writes the entries that are wanted as a tar archive, compressed by gzip: each entry's file under
// the name that it has below the cache's directory, with the time of its last use.  Equal entries make equal
// archives.  It returns how many there are.
func (c *Cache) Export(w io.Writer, wanted func(Item) bool) (int, error) {
	all, err := c.List()
	if err != nil {
		return 0, err
	}
	slices.SortFunc(all, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	zip := gzip.NewWriter(w)
	out := tar.NewWriter(zip)
	count := 0
	for _, item := range all {
		if item.Broken != "" || !wanted(item) {
			continue
		}
		e, _, err := readEntry(item.Path)    // which is no use of the entry, as Get is
		if err != nil || e.Key != item.Key { // removed or replaced meanwhile
			continue
		}
		text, err := e.text()
		if err != nil {
			return count, err
		}
		head := &tar.Header{Typeflag: tar.TypeReg, Name: member(item.Key), Mode: 0o600, Size: int64(len(text)), ModTime: item.Used.Truncate(time.Second), Format: tar.FormatUSTAR}
		if err := out.WriteHeader(head); err != nil {
			return count, err
		}
		if _, err := out.Write(text); err != nil {
			return count, err
		}
		count++
	}
	return count, errors.Join(out.Close(), zip.Close())
}

// member is the name of an entry in an archive.
func member(k Key) string {
	name := k.String()
	return path.Join(name[:2], name[2:])
}

// ArchiveError says why an archive is refused.  The entries before the place are in the cache.
type ArchiveError struct {
	Member string // the name of the member, "": it has none
	Reason string
}

func (e *ArchiveError) Error() string {
	if e.Member == "" {
		return e.Reason
	}
	return fmt.Sprintf("%.100q: %s", e.Member, e.Reason)
}

// Imported counts the entries of an archive.
type Imported struct {
	New   int // were not in the cache
	Known int // were in the cache, and have been left as they were
}

// Import reads an archive that Export has written, of at most so many bytes (most) when it is unpacked.  A
// name never becomes a path: an entry is stored under its own key, and its name must be that of the key.
// A member that is no entry ends the import with an *ArchiveError.
//
// An entry is believed as any entry of the cache's directory is: the checksum shows damage, not forgery.
func (c *Cache) Import(r io.Reader, most int64) (Imported, error) {
	var count Imported
	zip, err := gzip.NewReader(r)
	if err != nil {
		return count, &ArchiveError{Reason: "not compressed by gzip"}
	}
	limited := &io.LimitedReader{R: zip, N: most + 1}
	in := tar.NewReader(limited)
	for {
		head, err := in.Next()
		if err == io.EOF {
			// The rest is padding; its end has the checksum of gzip.
			_, err = io.Copy(io.Discard, limited)
			if err != nil || limited.N <= 0 {
				return count, unreadable("", limited, most, err)
			}
			return count, nil
		}
		if err != nil {
			return count, unreadable("", limited, most, err)
		}
		if head.Typeflag != tar.TypeReg || head.Size > maxEntry {
			return count, &ArchiveError{head.Name, "not a file that an entry could be in"}
		}
		text, err := io.ReadAll(io.LimitReader(in, maxEntry+1))
		if err != nil || limited.N <= 0 {
			return count, unreadable(head.Name, limited, most, err)
		}
		e, err := parse(text)
		if err != nil {
			return count, &ArchiveError{head.Name, err.Error()}
		}
		if head.Name != member(e.Key) {
			return count, &ArchiveError{head.Name, "not the name of the entry in it"}
		}
		if _, found := c.Get(e.Key); found {
			count.Known++
			continue
		}
		if err := c.put(e); err != nil {
			return count, err
		}
		count.New++
		if used := head.ModTime; used.Before(time.Now()) {
			_ = os.Chtimes(c.path(e.Key), used, used) // Prune reads it; the entry is there without
		}
	}
}

// unreadable is the reason why an archive cannot be read on.
func unreadable(name string, r *io.LimitedReader, most int64, err error) error {
	switch {
	case r.N <= 0:
		return &ArchiveError{name, fmt.Sprintf("more than %d MB unpacked", most>>20)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &ArchiveError{name, "cut short"}
	}
	return &ArchiveError{name, "damaged: " + err.Error()}
}
