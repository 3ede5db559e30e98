package slurm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Jobs are the tasks of one run.
type Jobs struct {
	Cluster *Cluster
	Dir     string // absolute, seen by all nodes
	Name    string // of all arrays; no other run has the same
	Command Command
	Options []string // more options of sbatch
	Needs   []Need   // of each task

	// Done says which tasks have their result.  An error ends Follow, which then cancels the jobs.
	Done func() ([]bool, error)
	// GiveUp is told each task that will have no result, once.
	GiveUp func(task int, why Ending)
	// Warn is told what a user should know while Follow goes on, once each.
	Warn func(string)
	// Rest may be set by Done: what is still missing is not needed any more, and is cancelled.
	Rest bool
	// Poll is the time between two looks at the queue.
	Poll time.Duration

	visible, stuck time.Duration // those below; tests have no time

	sent   map[int]sent // by task, of this call of Follow
	gaveUp map[int]bool
	warned map[string]bool
}

// sent is a task that was submitted.
type sent struct {
	job      string // "12_3"
	log      string
	times    int
	finished time.Time // when the task was first seen to have ended well; zero: it was not
}

const (
	// attempts is how often a task is submitted that is killed or loses its node.
	attempts = 3
	// visible is how long a result may take from a node to this machine: network file systems
	// remember for a minute that a file is not there.
	visible = 90 * time.Second
	// patience is how long the cluster may give no answer, and how long it may keep a task that it
	// can never start: an administrator restarts the controller, or a node comes back.
	patience = 10 * time.Minute
	stuck    = 30 * time.Second
)

// ErrLeave, as the cause that a context ends with, makes Follow return and leave the jobs alone.
var ErrLeave = errors.New("the jobs go on")

// Follow submits the tasks that have no result and are not in the queue, and returns when each
// task has its result or was given up.  If ctx ends with another cause than ErrLeave, or something
// makes it useless to go on, Follow cancels the jobs.  The error is the cause.
func (j *Jobs) Follow(ctx context.Context) error {
	err := j.follow(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), ErrLeave):
		return ErrLeave
	}
	if left := j.Cancel(ctx); left != nil {
		j.Warn(left.Error())
	}
	return err
}

// Submit submits the tasks that have no result and are not in the queue, and returns how many
// the cluster did not take, with its refusal.
func (j *Jobs) Submit(ctx context.Context) (left int, refused error, err error) {
	j.begin()
	waiting, err := queue(ctx, j.Name)
	if err != nil {
		return 0, nil, unreachable(err)
	}
	done, err := j.Done()
	if err != nil {
		return 0, nil, err
	}
	left, refused = j.submitAll(ctx, j.missing(done, waiting))
	return left, refused, nil
}

func (j *Jobs) begin() {
	j.visible, j.stuck = cmp.Or(j.visible, visible), cmp.Or(j.stuck, stuck)
	j.sent, j.gaveUp, j.warned = map[int]sent{}, map[int]bool{}, map[string]bool{}
}

func (j *Jobs) follow(ctx context.Context) error {
	j.begin()
	answered, progressed := time.Now(), time.Now()
	for {
		// In this order: a task that has left the queue has written its result before.
		waiting, err := queue(ctx, j.Name)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			answered = time.Now()
		} else if time.Since(answered) > patience {
			return unreachable(err)
		} else {
			j.warn(fmt.Sprintf("%v; asking again for %s", err, patience))
		}
		done, derr := j.Done()
		if derr != nil {
			return derr
		}
		if j.complete(done) || j.Rest {
			return j.end(ctx)
		}
		if err == nil {
			var never string
			if never, err = j.look(ctx, done, waiting); err != nil {
				return err
			}
			if never == "" {
				progressed = time.Now()
			} else if time.Since(progressed) > j.stuck {
				return &process.ToolError{Step: "squeue", Reason: "the cluster will not start the jobs: " + never +
					"; ask for less with --memory, --timeout or -j, or name another --partition; sinfo shows what there is"}
			}
		}
		if err := j.pause(ctx); err != nil {
			return err
		}
	}
}

// look does what the queue asks for: it judges the tasks that have left it, and submits those that
// are missing.  never is the reason why no task will start, "" if some may.
func (j *Jobs) look(ctx context.Context, done []bool, waiting map[int]queued) (never string, err error) {
	for task, q := range waiting {
		if s := j.sent[task]; s.job != q.job { // submitted by an earlier call
			j.sent[task] = sent{job: q.job, times: max(1, s.times), log: q.log}
		}
	}
	never = neverStart(waiting)
	again := j.missing(done, waiting)
	if len(again) == 0 {
		return never, nil
	}
	again = slices.DeleteFunc(again, func(task int) bool { return !j.judge(ctx, task) })
	left, refused := j.submitAll(ctx, again)
	if left > 0 && len(waiting) == 0 && left == len(again) {
		return "", refused // nothing of ours will end and make room
	}
	if left > 0 {
		j.warn(fmt.Sprintf("the cluster takes no more jobs for now: %v; the rest follows when some have ended", refused))
	}
	return never, nil
}

// neverStart returns the reason why none of the tasks in the queue will start, "" if one may.
func neverStart(waiting map[int]queued) (reason string) {
	for _, q := range waiting {
		if q.state != "PENDING" || !unsatisfiable[q.reason] {
			return ""
		}
		reason = q.reason
	}
	return reason
}

// missing are the tasks, ascending, without a result that are not in the queue.
func (j *Jobs) missing(done []bool, waiting map[int]queued) []int {
	var all []int
	for task := range j.Needs {
		if _, waits := waiting[task]; !done[task] && !waits && !j.gaveUp[task] {
			all = append(all, task)
		}
	}
	return all
}

// end waits for the end of the tasks that have just written their results, and cancels what nobody
// needs: a task that was submitted again though its result was under way, or the Rest.
func (j *Jobs) end(ctx context.Context) error {
	for began := time.Now(); !j.Rest && time.Since(began) < cancelTime; time.Sleep(100 * time.Millisecond) {
		waiting, err := queue(ctx, j.Name)
		if err != nil {
			break
		}
		pending, active := false, false
		for _, q := range waiting {
			pending = pending || q.state == "PENDING"
			active = active || q.state != "COMPLETING"
		}
		if !active {
			return nil
		}
		if pending {
			break
		}
	}
	return j.Cancel(ctx)
}

func (j *Jobs) complete(done []bool) bool {
	for task := range j.Needs {
		if !done[task] && !j.gaveUp[task] {
			return false
		}
	}
	return true
}

// judge tells whether a task that is missing is to be submitted.
func (j *Jobs) judge(ctx context.Context, task int) bool {
	s, submitted := j.sent[task]
	if !submitted {
		return true
	}
	e := ending(ctx, s.job)
	e.Log = s.log
	switch e.Fate() {
	case Alive:
		return false
	case Finished:
		if s.finished.IsZero() {
			s.finished = time.Now()
			j.sent[task] = s
		}
		if time.Since(s.finished) < j.visible {
			return false
		}
	case TryAgain:
		if s.times < attempts {
			j.warn(fmt.Sprintf("task %d (job %s): %v; it is submitted again", task, s.job, e))
			return true
		}
	}
	j.gaveUp[task] = true
	j.GiveUp(task, e)
	return false
}

// submitAll submits tasks until the cluster refuses an array.  It returns how many tasks are
// left, and the refusal.
func (j *Jobs) submitAll(ctx context.Context, tasks []int) (left int, refused error) {
	for _, a := range arrays(tasks, j.Needs, j.Cluster.ArrayLimit) {
		if refused != nil || ctx.Err() != nil {
			left += len(a.indexes)
			continue
		}
		job, err := j.submit(ctx, a)
		if err != nil {
			left, refused = left+len(a.indexes), unwilling(err)
			continue
		}
		for _, index := range a.indexes {
			task := a.base + index
			j.sent[task] = sent{job: fmt.Sprintf("%s_%d", job, index), log: a.logName(fmt.Sprint(index)), times: j.sent[task].times + 1}
		}
	}
	return left, refused
}

// unwilling adds the remedy to the refusal of a job.
func unwilling(err error) error {
	var r *refusal
	if !errors.As(err, &r) {
		return err
	}
	return &process.ToolError{Step: r.command, Reason: r.reason +
		"; sinfo and scontrol show partition say what the cluster takes: see --partition, --slurm-arg, --memory, --timeout and -j"}
}

func (j *Jobs) warn(text string) {
	if !j.warned[text] {
		j.warned[text] = true
		j.Warn(text)
	}
}

func (j *Jobs) pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(j.Poll):
		return nil
	}
}

// cancelTime is how long Cancel waits until the queue is empty.
const cancelTime = 3 * time.Second

// Cancel cancels every task of the run.  It works after ctx has ended.  The error says that jobs
// may be left, and how to cancel them.
func (j *Jobs) Cancel(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		waiting, err := queue(ctx, j.Name)
		ids := map[string]bool{}
		for _, q := range waiting {
			if q.state != "COMPLETING" {
				number, _, _ := strings.Cut(q.job, "_")
				ids[number] = true
			}
		}
		if err == nil && len(ids) == 0 {
			return nil
		}
		if err == nil {
			var args []string
			for id := range ids {
				args = append(args, id)
			}
			slices.Sort(args)
			_, err = command(ctx, nil, "scancel", args...)
		}
		if time.Since(began) > cancelTime {
			return &process.ToolError{Step: "scancel", Reason: fmt.Sprintf("jobs named %s may be left (%v); squeue --me shows them, scancel JOB ends them", j.Name, err)}
		}
	}
}
