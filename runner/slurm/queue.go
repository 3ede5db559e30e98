package slurm

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// queued is a task that waits or runs.
type queued struct {
	job    string // the array's job number and the index: "12_3"
	state  string // PENDING, RUNNING, COMPLETING ...
	reason string // why it waits
	log    string // the file, below the jobs' directory, with what it prints
}

// queueFormat has one line for each task: job, name, state, reason.
const queueFormat = "%i|%j|%T|%r"

// queue returns the tasks of the arrays with this name that wait or run.
func queue(ctx context.Context, name string) (map[int]queued, error) {
	out, err := command(ctx, nil, "squeue", "--noheader", "--array", "--user="+strconv.Itoa(os.Getuid()), "--format="+queueFormat)
	if err != nil {
		return nil, err
	}
	return parseQueue(string(out), name), nil
}

// element matches one task of an array.
var element = regexp.MustCompile(`^([0-9]{1,10})_([0-9]{1,9})$`)

// maxTasks is more than the tasks of any run.
const maxTasks = 1 << 30

// parseQueue reads squeue's lines and leaves out those of other jobs.
func parseQueue(text, name string) map[int]queued {
	tasks := map[int]queued{}
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), "|", 4)
		if len(fields) != 4 {
			continue
		}
		base, ours := strings.CutPrefix(fields[1], name+".")
		first, err := strconv.Atoi(base)
		index := element.FindStringSubmatch(fields[0])
		if !ours || err != nil || first < 0 || first > maxTasks || index == nil {
			continue
		}
		offset, _ := strconv.Atoi(index[2]) // nine digits at most
		tasks[first+offset] = queued{job: fields[0], state: fields[2], reason: fields[3], log: array{base: first}.logName(index[2])}
	}
	return tasks
}

// unsatisfiable are squeue's reasons of a task that will never start on this cluster.
var unsatisfiable = map[string]bool{
	"PartitionTimeLimit": true, "PartitionNodeLimit": true, "PartitionConfig": true, "BadConstraints": true,
	"InvalidAccount": true, "InvalidQOS": true, "AccountNotAllowed": true, "QOSNotAllowed": true, "QOSTimeLimit": true,
}
