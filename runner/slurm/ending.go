package slurm

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Ending is how a task ended that left no result.
type Ending struct {
	State  string // Slurm's: FAILED, TIMEOUT, NODE_FAIL ...; "" if Slurm does not know the task any more
	Code   int    // exit status
	Signal int    // that ended it, 0: none
	Log    string // the file, below the jobs' directory, with what it printed
}

// String says it in a few words.
func (e Ending) String() string {
	switch {
	case e.State == "":
		return "left the queue"
	case e.Signal != 0:
		return fmt.Sprintf("%s by signal %d", e.State, e.Signal)
	case e.Code != 0:
		return fmt.Sprintf("%s with exit status %d", e.State, e.Code)
	}
	return e.State
}

// Fate is what follows from an ending.
type Fate int

// The fates.
const (
	TryAgain  Fate = iota // the task was killed or its node lost
	OverLimit             // it used more time or memory than it may
	Cancelled             // somebody cancelled it
	Failed                // its command failed by itself
	Finished              // its command ended well: the result may still be under way
	Alive                 // it has not ended: Slurm has put it back into the queue
)

// Fate returns what follows.
func (e Ending) Fate() Fate {
	switch e.State {
	case "TIMEOUT", "OUT_OF_MEMORY", "DEADLINE":
		return OverLimit
	case "CANCELLED", "REVOKED":
		return Cancelled
	case "COMPLETED":
		return Finished
	case "PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "STAGE_OUT", "SIGNALING", "STOPPED", "RESIZING":
		return Alive
	case "FAILED":
		if e.Signal == 0 && e.Code <= 128 { // a shell returns 128 plus the signal
			return Failed
		}
	}
	return TryAgain
}

var (
	jobState = regexp.MustCompile(`(?:^|\s)JobState=([A-Z_]+)(?:\s|$)`)
	exitCode = regexp.MustCompile(`(?:^|\s)ExitCode=([0-9]{1,4}):([0-9]{1,4})(?:\s|$)`)
)

// parseJob reads a line of scontrol show job --oneliner.
func parseJob(line string) Ending {
	var e Ending
	if m := jobState.FindStringSubmatch(line); m != nil {
		e.State = m[1]
	}
	if m := exitCode.FindStringSubmatch(line); m != nil {
		e.Code, _ = strconv.Atoi(m[1])
		e.Signal, _ = strconv.Atoi(m[2])
	}
	return e
}

var accounted = regexp.MustCompile(`^([A-Z_]+)[^|]*\|([0-9]{1,4}):([0-9]{1,4})$`)

// parseAccount reads the first line of sacct --parsable2 --format=State,ExitCode.
func parseAccount(text string) Ending {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	m := accounted.FindStringSubmatch(line) // "CANCELLED by 1000"
	if m == nil {
		return Ending{}
	}
	code, _ := strconv.Atoi(m[2])
	signal, _ := strconv.Atoi(m[3])
	return Ending{State: m[1], Code: code, Signal: signal}
}

// ending asks Slurm how a task ended.  The controller knows it for some minutes, the accounting,
// which not every cluster has, for longer.
func ending(ctx context.Context, job string) Ending {
	if out, err := command(ctx, nil, "scontrol", "--oneliner", "show", "job", job); err == nil {
		if e := parseJob(string(out)); e.State != "" {
			return e
		}
	}
	out, err := command(ctx, nil, "sacct", "--noheader", "--parsable2", "--allocations", "--jobs="+job, "--format=State,ExitCode")
	if err != nil {
		return Ending{}
	}
	return parseAccount(string(out))
}
