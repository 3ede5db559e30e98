package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// LeastDiskSpace is how many bytes must be left where tools write: less than any of
// them needs.  It is a variable for tests alone.
var LeastDiskSpace uint64 = 1 << 20

// DiskFull tells whether less than LeastDiskSpace is left where a directory is.  It
// is false where the file system does not say.
func DiskFull(dir string) bool {
	var s unix.Statfs_t
	return unix.Statfs(dir, &s) == nil && spaceLeft(s, os.Geteuid() == 0) < LeastDiskSpace
}

// spaceLeft is how many bytes can be written.  A file system that does not say, or has
// no limit, has enough.
func spaceLeft(s unix.Statfs_t, root bool) uint64 {
	blocks := s.Bavail
	if root { // root may use what is reserved
		blocks = s.Bfree
	}
	switch {
	case s.Blocks == 0:
		return LeastDiskSpace
	case s.Files > 0 && s.Ffree == 0:
		return 0
	}
	return blocks * uint64(s.Bsize)
}
