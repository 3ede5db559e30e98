package slurm

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Need is what a task may use: Slurm ends a task that uses more.
type Need struct {
	Memory int64         `json:"memory"` // bytes, of all its processes
	Time   time.Duration `json:"time"`   // wall-clock, in nanoseconds
	CPUs   int           `json:"cpus"`
}

// args are the options of sbatch.
func (n Need) args() []string {
	minutes := int64((n.Time + time.Minute - 1) / time.Minute)
	return []string{
		fmt.Sprintf("--mem=%dM", (n.Memory+1<<20-1)>>20), fmt.Sprintf("--time=%d", minutes), fmt.Sprintf("--cpus-per-task=%d", n.CPUs),
	}
}

// array is one call of sbatch: tasks base+index.
type array struct {
	base    int
	indexes []int // ascending
	need    Need
}

// arrays divides tasks, ascending, into job arrays whose indexes are below the limit.  The
// tasks of an array have the same needs.
func arrays(tasks []int, needs []Need, limit int) []array {
	var all []array
	last := map[Need]int{} // the array that is being filled, by need
	for _, task := range tasks {
		need := needs[task]
		k, begun := last[need]
		if !begun || task-all[k].base >= limit {
			k = len(all)
			last[need] = k
			all = append(all, array{base: task, need: need})
		}
		all[k].indexes = append(all[k].indexes, task-all[k].base)
	}
	return all
}

// list is the array's indexes as sbatch reads them: "0-3,7".
func (a array) list() string {
	var parts []string
	for k := 0; k < len(a.indexes); {
		end := k
		for end+1 < len(a.indexes) && a.indexes[end+1] == a.indexes[end]+1 {
			end++
		}
		part := strconv.Itoa(a.indexes[k])
		if end > k {
			part += "-" + strconv.Itoa(a.indexes[end])
		}
		parts, k = append(parts, part), end+1
	}
	return strings.Join(parts, ",")
}

// LogDir is the directory, below that of the jobs, with what the tasks print.
const LogDir = "log"

// Command is what a task runs: Program Args NUMBER More, in the directory Dir.
type Command struct {
	Dir     string
	Program string // absolute
	Args    []string
	More    []string
}

// script is the batch script of an array.
func (c Command) script(base int) []byte {
	more := ""
	for _, word := range c.More {
		more += " " + process.ShellLine(word, nil)
	}
	return fmt.Appendf(nil, "#!/bin/sh\ntask=$((%d + ${SLURM_ARRAY_TASK_ID:?}))\ncd %s && exec %s \"$task\"%s\n",
		base, process.ShellLine(c.Dir, nil), process.ShellLine(c.Program, c.Args), more)
}

// logName is the file, below the jobs' directory, with what a task prints.  In an option of
// sbatch the index is %a.
func (a array) logName(index string) string {
	return fmt.Sprintf("%s/%d+%s.txt", LogDir, a.base, index)
}

var jobNumber = regexp.MustCompile(`^([0-9]{1,10})(;[^\n]*)?\n?$`)

// submit submits an array and returns its job number.
func (j *Jobs) submit(ctx context.Context, a array) (string, error) {
	args := slices.Concat(a.need.args(), []string{
		"--parsable", fmt.Sprintf("--job-name=%s.%d", j.Name, a.base), "--array=" + a.list(), "--ntasks=1", "--requeue",
		// The directory is that of the log, whose name must not have a % of the user's.
		"--chdir=" + j.Dir, "--output=" + a.logName("%a"), "--open-mode=append",
	}, j.Options)
	out, err := command(context.WithoutCancel(ctx), j.Command.script(a.base), "sbatch", args...)
	if err != nil {
		return "", err
	}
	m := jobNumber.FindSubmatch(out)
	if m == nil {
		return "", &refusal{"sbatch", fmt.Sprintf("prints %.60q instead of a job number", out)}
	}
	return string(m[1]), nil
}
