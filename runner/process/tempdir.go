package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// markFile marks a temporary directory as in use: the file is locked as long as mxgen
// lives.  The kernel releases the lock however mxgen ends.  Process numbers would
// not do as marks: another container that shares the directory has its own.
const markFile = ".mxgen-lock"

const (
	dirPrefix     = "mxgen-" // begins the names of temporary directories
	removedSuffix = ".over"  // ends the names of those that are being removed
)

// TempDir is a temporary directory of this process.  If mxgen is killed before Remove,
// RemoveStale removes the directory in a later run.
type TempDir struct {
	path string
	mark *os.File
}

// NewTempDir makes a directory below TMPDIR, for this user alone, and marks it as in use.
func NewTempDir() (*TempDir, error) {
	parent, err := filepath.Abs(os.TempDir())
	if err != nil {
		return nil, err
	}
	// Another mxgen may take the directory for one of a killed run, and remove it
	// before it is marked: then the next attempt makes another.
	for range 10 {
		var d TempDir
		if d.path, err = os.MkdirTemp(parent, dirPrefix); err != nil {
			return nil, fmt.Errorf("temporary files in %s: %w: set TMPDIR to a directory that can be written", parent, WithoutPath(err))
		}
		if d.mark, err = mark(d.path); err == nil {
			return &d, nil
		}
		err = errors.Join(err, os.RemoveAll(d.path))
		if !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	return nil, err
}

// Path is where the directory is, absolute.
func (d *TempDir) Path() string { return d.path }

// Remove removes the directory with all that is in it.  If mxgen is killed meanwhile, the
// directory's name says that nobody needs the rest.
func (d *TempDir) Remove() error {
	path := d.path
	if removed := path + removedSuffix; os.Rename(path, removed) == nil {
		path = removed
	}
	return errors.Join(os.RemoveAll(path), d.mark.Close())
}

// mark puts a locked mark into a directory.
func mark(dir string) (*os.File, error) {
	// The mark is locked before it has its name: whoever sees it sees it locked.
	f, err := os.CreateTemp(dir, markFile+"-")
	if err != nil {
		return nil, err
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case err == unix.EWOULDBLOCK: // whoever has locked it removes the directory
		f.Close()
		return nil, os.ErrNotExist
	case err != nil: // a file system without locks: RemoveStale leaves a directory without a mark alone
		os.Remove(f.Name())
		return f, nil
	}
	if err := os.Rename(f.Name(), filepath.Join(dir, markFile)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isRemoved matches the names of directories that are being removed.
var isRemoved = regexp.MustCompile(`^` + dirPrefix + `[0-9]+` + regexp.QuoteMeta(removedSuffix) + `$`)

// RemoveStale removes the temporary directories whose mxgen was killed.  It leaves alone
// what it cannot remove, and what is not certainly such a directory of this user's.
func RemoveStale() {
	parent := os.TempDir()
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), dirPrefix) {
			removeIfStale(filepath.Join(parent, e.Name()))
		}
	}
}

// markTime is how old a directory without a mark must be to count as abandoned.  Marking
// takes a moment, but the machine may be busy.
const markTime = time.Minute

func removeIfStale(dir string) {
	var s unix.Stat_t
	if err := unix.Lstat(dir, &s); err != nil || int(s.Uid) != os.Getuid() || s.Mode&unix.S_IFMT != unix.S_IFDIR || s.Mode&0o022 != 0 {
		return
	}
	if isRemoved.MatchString(filepath.Base(dir)) {
		_ = os.RemoveAll(dir)
		return
	}
	f, err := lockMark(filepath.Join(dir, markFile))
	if errors.Is(err, os.ErrNotExist) && time.Since(time.Unix(s.Mtim.Unix())) > markTime {
		removeUnmarked(dir)
	}
	if err != nil {
		return // somebody works there
	}
	defer f.Close()
	// The mark is removed last: a compiler that outlives its mxgen for a moment may
	// still write here, and then a later run removes the rest.
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != markFile && os.RemoveAll(filepath.Join(dir, e.Name())) != nil {
			return
		}
	}
	if os.Remove(filepath.Join(dir, markFile)) == nil && os.Remove(dir) != nil {
		_ = os.WriteFile(filepath.Join(dir, markFile), nil, 0o600)
	}
}

// lockMark opens and locks a mark.  It fails if somebody else has locked the mark.
func lockMark(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), path)
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// removeUnmarked removes the directory of a run that was killed before it had marked
// it: nothing is in it but a mark without its name.
func removeUnmarked(dir string) {
	marks, _ := filepath.Glob(filepath.Join(dir, markFile+"-*")) // the pattern is valid: dir is dirPrefix and digits
	for _, name := range marks {
		if f, err := lockMark(name); err == nil {
			os.Remove(name)
			defer f.Close() // locked until the directory is gone
		}
	}
	_ = os.Remove(dir)
}
