package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// limitFlags are the limits of each run and the number of concurrent runs.
type limitFlags struct {
	memory      string
	timeout     time.Duration
	jobs        int
	totalMemory string
	// largestMemory is the largest memory limit that an entry of a suite has of its own.
	largestMemory int64
}

// defaultLimits are the limits of a command without limit flags.
var defaultLimits = limitFlags{memory: "8GB", timeout: 10 * time.Minute}

// addPerRun adds the limits of each run.
func (f *limitFlags) addPerRun(c *cobra.Command) {
	c.Flags().StringVar(&f.memory, "memory", defaultLimits.memory, "memory limit of each run, such as 500MB or 4GB")
	c.Flags().DurationVar(&f.timeout, "timeout", defaultLimits.timeout, "time limit of each run, such as 90s or 5m; a configuration needs several runs, and compilation is not counted")
}

// addJobs adds the number of concurrent runs.
func (f *limitFlags) addJobs(c *cobra.Command, usage string) {
	c.Flags().IntVarP(&f.jobs, "jobs", "j", 0, usage+" (default: the number of processors)")
}

// addTotalMemory adds the memory limit of all concurrent runs.
func (f *limitFlags) addTotalMemory(c *cobra.Command) {
	c.Flags().StringVar(&f.totalMemory, "total-memory", "", "memory limit of all concurrent runs together (default: the memory of the machine)")
}

// spinSetup is what a command needs to run SPIN: the tools, the limits of each run, and
// a slot for each concurrent run.
type spinSetup struct {
	tools  toolchain.Tools
	limits process.Limits
	slots  process.Slots
}

// setUpSPIN checks the limits and finds the tools.
func (f limitFlags) setUpSPIN(c *cobra.Command) (spinSetup, error) {
	memory, err := config.ParseMemory("memory", f.memory)
	if err != nil {
		return spinSetup{}, err
	}
	if f.timeout < time.Second {
		return spinSetup{}, &config.Error{Operand: "timeout " + f.timeout.String(), Reason: "needs at least 1s"}
	}
	if f.jobs < 0 || f.jobs > 1024 || f.jobs == 0 && c.Flags().Changed("jobs") {
		return spinSetup{}, &config.Error{Operand: fmt.Sprintf("jobs %d", f.jobs), Reason: "needs 1 to 1024"}
	}
	runs, err := f.concurrentRuns(c, max(memory, f.largestMemory))
	if err != nil {
		return spinSetup{}, err
	}
	process.RemoveStale()
	tools, err := toolchain.Find(c.Context())
	return spinSetup{tools: tools, limits: process.Limits{Timeout: f.timeout, Memory: memory}, slots: process.NewSlots(runs)}, err
}

// concurrentRuns returns how many runs are executed at the same time: the value of --jobs
// or the number of processors, but no more than fit into the total memory if each run
// uses all the memory that it is allowed.
func (f limitFlags) concurrentRuns(c *cobra.Command, memoryPerRun int64) (int, error) {
	jobs := f.jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	total := machineMemory()
	if f.totalMemory != "" {
		var err error
		if total, err = config.ParseMemory("total-memory", f.totalMemory); err != nil {
			return 0, err
		}
		if total < memoryPerRun {
			return 0, &config.Error{Operand: "total-memory " + f.totalMemory, Reason: "is less than the limit of one run, " + f.memory,
				Remedy: "use a smaller --memory"}
		}
	}
	fit := max(1, int(min(total/memoryPerRun, math.MaxInt32)))
	if fit < jobs && f.jobs > 0 {
		warn(c.ErrOrStderr(), fmt.Sprintf("%d instead of %d concurrent runs: the limit of each run is %s, and the total memory is %d MB", fit, jobs, f.memory, total>>20))
	}
	return min(jobs, fit), nil
}

// machineMemory returns the memory of the machine, or of the control group that mxgen
// belongs to where that is less.  Where the system reports neither, there is no limit.
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
