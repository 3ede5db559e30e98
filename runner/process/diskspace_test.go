package process

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestSpaceLeft(t *testing.T) {
	for _, c := range []struct {
		what string
		s    unix.Statfs_t
		root bool
		full bool
	}{
		{"space", unix.Statfs_t{Blocks: 1000, Bfree: 1000, Bavail: 1000, Bsize: 4096, Files: 9, Ffree: 8}, false, false},
		{"none", unix.Statfs_t{Blocks: 1000, Bfree: 2, Bavail: 2, Bsize: 4096, Files: 9, Ffree: 8}, true, true},
		{"reserved", unix.Statfs_t{Blocks: 1000, Bfree: 1000, Bavail: 0, Bsize: 4096}, false, true},
		{"reserved for root", unix.Statfs_t{Blocks: 1000, Bfree: 1000, Bavail: 0, Bsize: 4096}, true, false},
		{"no inode", unix.Statfs_t{Blocks: 1000, Bfree: 1000, Bavail: 1000, Bsize: 4096, Files: 9}, false, true},
		{"without a limit", unix.Statfs_t{}, false, false},
	} {
		if got := spaceLeft(c.s, c.root) < LeastDiskSpace; got != c.full {
			t.Errorf("%s: full: %v", c.what, got)
		}
	}
}
