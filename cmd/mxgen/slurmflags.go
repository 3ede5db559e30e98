package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
)

// The values of --backend.
const (
	backendLocal = "local"
	backendSlurm = "slurm"
)

// slurmFlags say where a suite is verified, and how a cluster gets its tasks.
type slurmFlags struct {
	backend   string
	dir       string
	partition string
	options   []string
	perTask   int
	detach    bool
	task      int // the number of a task, on a node of the cluster; -1: this is no task
}

const taskFlag = "slurm-task"

func (f *slurmFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.backend, "backend", backendLocal, "where a suite is verified: local, or slurm, which submits job arrays with sbatch")
	c.Flags().StringVar(&f.dir, "slurm-dir", "", "directory of the results, seen by all nodes (default: SUITE.slurm here)")
	c.Flags().StringVar(&f.partition, "partition", "", "partition of the cluster")
	c.Flags().StringArrayVar(&f.options, "slurm-arg", nil, "another option of sbatch, such as --account=NAME; may be repeated")
	c.Flags().IntVar(&f.perTask, "entries-per-task", 1, "how many entries a task of the job array verifies")
	c.Flags().BoolVar(&f.detach, "detach", false, "submit the jobs and end; the same command without it collects the results")
	c.Flags().IntVar(&f.task, taskFlag, -1, "")
	if err := c.Flags().MarkHidden(taskFlag); err != nil {
		panic(err) // the flag is defined one line above
	}
}

// maxPerTask is the greatest value of --entries-per-task.
const maxPerTask = 10000

// ownOptions are the options of sbatch that mxgen itself needs.
var ownOptions = []string{"array", "a", "job-name", "J", "chdir", "D", "output", "o", "error", "e", "open-mode", "parsable", "wrap", "wait", "W",
	"test-only", "quiet", "Q", "help", "h", "usage", "version", "V", "no-requeue", "clusters", "M", "uid", "ntasks", "n"}

// check refuses wrong values, and flags that need --backend slurm without it.
func (f slurmFlags) check(c *cobra.Command) error {
	switch f.backend {
	case backendSlurm:
	case backendLocal:
		for _, name := range []string{"slurm-dir", "partition", "slurm-arg", "entries-per-task", "detach", taskFlag} {
			if c.Flags().Changed(name) {
				return &config.Error{Operand: "--" + name, Reason: "needs --backend slurm"}
			}
		}
		return nil
	default:
		return &config.Error{Operand: fmt.Sprintf("backend %.40q", f.backend), Reason: "unknown", Remedy: "there are local and slurm"}
	}
	if c.Flags().Changed("shard") {
		return &config.Error{Operand: "--shard", Reason: "cannot be combined with --backend slurm", Remedy: "leave it out: the tasks of the cluster are the parts"}
	}
	if f.perTask < 1 || f.perTask > maxPerTask {
		return &config.Error{Operand: fmt.Sprintf("entries-per-task %d", f.perTask), Reason: fmt.Sprintf("needs 1 to %d", maxPerTask)}
	}
	if strings.HasPrefix(f.partition, "-") || strings.ContainsAny(f.partition, " \n") {
		return &config.Error{Operand: fmt.Sprintf("partition %.40q", f.partition), Reason: "not a name", Remedy: "sinfo lists the partitions"}
	}
	for _, option := range f.options {
		if err := checkSlurmOption(option); err != nil {
			return err
		}
	}
	return nil
}

// checkSlurmOption refuses an option of sbatch that is none, or that mxgen sets itself.
func checkSlurmOption(option string) error {
	bad := &config.Error{Operand: fmt.Sprintf("slurm-arg %.60q", option)}
	name, _, _ := strings.Cut(option, "=")
	long, isLong := strings.CutPrefix(name, "--")
	switch {
	case !isLong || long == "":
		bad.Reason, bad.Remedy = "not a long option", "write it in one word, such as --slurm-arg=--account=NAME"
	case ownOption(long):
		bad.Reason, bad.Remedy = "mxgen sets this option itself", "leave it out"
	default:
		return nil
	}
	return bad
}

// ownOption tells whether sbatch may take a long option, perhaps abbreviated, for one of ours.
func ownOption(long string) bool {
	for _, own := range ownOptions {
		if len(own) > 1 && strings.HasPrefix(own, long) {
			return true
		}
	}
	return false
}

// sbatchOptions are the options of the user.
func (f slurmFlags) sbatchOptions() []string {
	if f.partition == "" {
		return f.options
	}
	return append([]string{"--partition=" + f.partition}, f.options...)
}
