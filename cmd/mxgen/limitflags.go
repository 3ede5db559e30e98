package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
)

// together is how many runs go on at the same time: as many as there are
// processors or as --jobs says, and no more than have room in the memory if each
// takes all that it may.
func (f verifyFlags) together(c *cobra.Command, each int64) (int, error) {
	jobs := f.jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	total := machineMemory()
	if f.total != "" {
		var err error
		if total, err = parseMemory("total-memory", f.total); err != nil {
			return 0, err
		}
		if total < each {
			return 0, &config.Error{Operand: "total-memory " + f.total, Reason: "is less than one run may take, " + f.memory,
				Remedy: "use a smaller --memory"}
		}
	}
	fits := max(1, int(min(total/each, math.MaxInt32)))
	if fits < jobs && f.jobs > 0 {
		warn(c.ErrOrStderr(), fmt.Sprintf("%d instead of %d runs at the same time: each may take %s of %d MB", fits, jobs, f.memory, total>>20))
	}
	return min(jobs, fits), nil
}

// machineMemory is the memory of the machine or of the group of processes that
// mxgen belongs to; where the system does not say, there is no limit.
func machineMemory() int64 {
	least := int64(math.MaxInt64)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) == 3 && words[0] == "MemTotal:" && words[2] == "kB" {
				if kb, err := strconv.ParseInt(words[1], 10, 64); err == nil && kb > 0 && kb < least>>10 {
					least = kb << 10
				}
			}
		}
	}
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(path); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
				least = min(least, n)
			}
		}
	}
	return least
}
