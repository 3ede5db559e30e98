package runner

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// leastRoom is how many bytes must be left where the tools write: less than one of
// them needs.  A variable for the tests.
var leastRoom uint64 = 1 << 20

// checkRoom says that the disk is full.  spin and tcc do not notice when they
// cannot write: what they made is then without a part, and whatever follows from
// it is no result.
func (j *Job) checkRoom(step string) error {
	var s unix.Statfs_t
	if unix.Statfs(j.dir, &s) != nil || roomLeft(s, os.Geteuid() == 0) >= leastRoom {
		return nil
	}
	return &ToolError{step, fmt.Sprintf("no space left in %s: free some, or set TMPDIR to another directory", filepath.Dir(j.dir)), ""}
}

// roomLeft is how many bytes can be written.  Where the file system does not say,
// or has no limit, there is room.
func roomLeft(s unix.Statfs_t, root bool) uint64 {
	blocks := s.Bavail
	if root { // who may use what is reserved
		blocks = s.Bfree
	}
	switch {
	case s.Blocks == 0:
		return leastRoom
	case s.Files > 0 && s.Ffree == 0:
		return 0
	}
	return blocks * uint64(s.Bsize)
}
