package runner

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFullDisk: where tools may have written a part only, nothing is a result.
func TestFullDisk(t *testing.T) {
	j := job(t, "active proctype P() { skip }")
	defer func(n uint64) { leastRoom = n }(leastRoom)
	leastRoom = 1 << 62
	_, err := Prepare(t.Context(), j.tools, []byte("active proctype P() { skip }"), SpinDefaults, Limits{})
	if tool := (*ToolError)(nil); !errors.As(err, &tool) || tool.Step != "spin -a" || !strings.Contains(err.Error(), "no space left in ") {
		t.Errorf("%v", err)
	}
	_, err = j.RunTiered(t.Context(), safety, Limits{})
	if tool := (*ToolError)(nil); !errors.As(err, &tool) || tool.Step != "gcc" || !strings.Contains(err.Error(), "no space left in ") {
		t.Errorf("%v", err)
	}
}

func TestRoomLeft(t *testing.T) {
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
		if got := roomLeft(c.s, c.root) < leastRoom; got != c.full {
			t.Errorf("%s: full: %v", c.what, got)
		}
	}
}
