package runner

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

// lockFile marks a job's directory as in use: it is locked as long as mxgen
// lives, however that ends, since the kernel gives the lock back.  Numbers of
// processes would not do: another container that shares the directory has its
// own.
const lockFile = ".mxgen-lock"

// jobPrefix begins the names of jobs' directories, overSuffix ends the names of those
// whose job is over.
const (
	jobPrefix  = "mxgen-"
	overSuffix = ".over"
)

// lock marks a directory as this process's.  It is the file to be closed with
// the job.
func lock(dir string) (*os.File, error) {
	// Locked before it has its name: whoever sees it sees it locked.
	f, err := os.CreateTemp(dir, lockFile+"-")
	if err != nil {
		return nil, err
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case err == unix.EWOULDBLOCK: // whoever has it removes the directory
		f.Close()
		return nil, os.ErrNotExist
	case err != nil: // a file system without locks: nobody will take the directory for a stale one
		os.Remove(f.Name())
		return f, nil
	}
	if err := os.Rename(f.Name(), filepath.Join(dir, lockFile)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// bare is an error without the path that it is about.
func bare(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// lockedDir makes a directory and marks it.  Another mxgen may take it for one of a
// killed run and remove it before it is marked: then there is a next one.
func lockedDir(parent string) (dir string, locked *os.File, err error) {
	for range 10 {
		if dir, err = os.MkdirTemp(parent, jobPrefix); err != nil {
			return "", nil, fmt.Errorf("temporary files in %s: %w: set TMPDIR to a directory that can be written", parent, bare(err))
		}
		if locked, err = lock(dir); err == nil {
			return dir, locked, nil
		}
		err = errors.Join(err, os.RemoveAll(dir))
		if !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	return "", nil, err
}

var isOver = regexp.MustCompile(`^` + jobPrefix + `[0-9]+` + regexp.QuoteMeta(overSuffix) + `$`)

// removeOver removes the directory of a job that is over.  Killed on the way, mxgen
// leaves one whose name says that nobody needs it, whatever is left in it.
func removeOver(dir string) error {
	if over := dir + overSuffix; os.Rename(dir, over) == nil {
		dir = over
	}
	return os.RemoveAll(dir)
}

// RemoveStale removes the directories of jobs whose mxgen was killed.  What
// cannot be removed, or is not certainly such a directory of this user's, stays.
func RemoveStale() {
	parent := os.TempDir()
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), jobPrefix) {
			removeIfStale(filepath.Join(parent, e.Name()))
		}
	}
}

// markTime is how long after it was made a directory may be without its mark: it
// takes a moment, but the machine may have others to care for.
const markTime = time.Minute

func removeIfStale(dir string) {
	var s unix.Stat_t
	if err := unix.Lstat(dir, &s); err != nil || int(s.Uid) != os.Getuid() || s.Mode&unix.S_IFMT != unix.S_IFDIR || s.Mode&0o022 != 0 {
		return
	}
	if isOver.MatchString(filepath.Base(dir)) {
		_ = os.RemoveAll(dir)
		return
	}
	f, err := openMark(filepath.Join(dir, lockFile))
	if errors.Is(err, os.ErrNotExist) && time.Since(time.Unix(s.Mtim.Unix())) > markTime {
		removeUnmarked(dir)
	}
	if err != nil {
		return // somebody works there
	}
	defer f.Close()
	// The mark goes last: a compiler that outlives its mxgen for a moment may
	// still write here, and then the next one removes the rest.
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != lockFile && os.RemoveAll(filepath.Join(dir, e.Name())) != nil {
			return
		}
	}
	if os.Remove(filepath.Join(dir, lockFile)) == nil && os.Remove(dir) != nil {
		_ = os.WriteFile(filepath.Join(dir, lockFile), nil, 0o600)
	}
}

// openMark opens and locks a mark, unless somebody else has it locked.
func openMark(path string) (*os.File, error) {
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

// removeUnmarked removes the directory of a run that was killed before it was
// marked: there is nothing in it but a mark without its name.
func removeUnmarked(dir string) {
	marks, _ := filepath.Glob(filepath.Join(dir, lockFile+"-*")) // a good pattern: dir is jobPrefix and digits
	for _, mark := range marks {
		if f, err := openMark(mark); err == nil {
			os.Remove(mark)
			defer f.Close() // locked until the directory is gone
		}
	}
	_ = os.Remove(dir)
}
