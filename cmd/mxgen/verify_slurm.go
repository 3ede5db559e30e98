package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen"
	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/batch"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/slurm"
)

// verifyOnCluster verifies a suite on the cluster, and shows the results as those of this machine.
func (f verifyFlags) verifyOnCluster(c *cobra.Command, s *suite.Suite, table func(io.Writer, []results.Result) error) error {
	if f.keep != "" {
		return &config.Error{Operand: "--keep", Reason: "cannot be combined with --backend slurm", Remedy: "verify the entry in question on this machine"}
	}
	r, err := f.openClusterRun(c, s)
	if err != nil {
		return err
	}
	defer r.dir.Close()
	if f.slurm.detach {
		return r.detach(c)
	}
	ctx, end := f.within(c)
	defer end()
	progress := terminal.NewProgress(progressTo(c), len(s.Cases), s.Name, nil)
	r.done = func(k int, rs []results.Result) { progress.Step(k, finishedLine(s.Cases[k].Subject(), rs)) }
	rs, err := r.follow(ctx, f.failFast)
	progress.Finish()
	if errors.Is(err, slurm.ErrLeave) {
		return fmt.Errorf("the terminal is gone; the jobs go on, and the same command collects their results from %s", r.dir.Path)
	}
	f.slurm.dir = r.dir.Path
	if left := f.finish(c, nil, results.Report{Schema: results.Schema, Suite: s.Name, Results: rs}, err, table, suiteCode); err != nil || !reported(left) {
		return left // the same command continues
	} else if r.broken {
		warn(c.ErrOrStderr(), r.dir.Path+" keeps what the tasks without a result have printed; the same command tries them again")
		return left
	} else {
		return errors.Join(r.dir.Remove(), left)
	}
}

// reported tells whether a command that ends with err has written its report.
func reported(err error) bool {
	var code outcome
	return err == nil || errors.As(err, &code)
}

// clusterRun is a suite on the cluster.
type clusterRun struct {
	suite  *suite.Suite
	dir    *batch.Directory
	jobs   *slurm.Jobs
	seeds  int                              // of each case; a unit of the directory is a case with one seed
	done   func(k int, rs []results.Result) // is told the index of each case that is decided
	units  [][]results.Result               // by unit, nil: none yet
	rs     [][]results.Result               // by case, nil: none yet
	broken bool                             // a task gave no result: its output may be needed
}

// openClusterRun finds the cluster, and opens the directory of the run.
func (f verifyFlags) openClusterRun(c *cobra.Command, s *suite.Suite) (*clusterRun, error) {
	cluster, err := slurm.Find(c.Context())
	if err != nil {
		return nil, err
	}
	tasks, err := f.tasks(s)
	if err != nil {
		return nil, err
	}
	subject, err := f.subject(s)
	if err != nil {
		return nil, err
	}
	path := f.slurm.dir
	if path == "" {
		path = strings.ReplaceAll(s.Name, ", ", "+") + ".slurm"
	}
	seeds := max(1, f.swarm)
	dir, err := batch.Create(path, subject, seeds*len(s.Cases), tasks)
	if err != nil {
		return nil, err
	}
	command, err := taskCommand(c, dir.Path)
	if err != nil {
		dir.Close()
		return nil, err
	}
	r := &clusterRun{suite: s, dir: dir, seeds: seeds, units: make([][]results.Result, seeds*len(s.Cases)), rs: make([][]results.Result, len(s.Cases))}
	r.jobs = &slurm.Jobs{
		Cluster: cluster, Dir: dir.Path, Name: dir.Plan.Run, Command: command, Options: f.slurm.sbatchOptions(),
		Done: r.collect, GiveUp: r.giveUp, Warn: func(text string) { warn(c.ErrOrStderr(), text) }, Poll: time.Second,
	}
	for _, t := range dir.Plan.Tasks {
		r.jobs.Needs = append(r.jobs.Needs, t.Need)
	}
	return r, nil
}

// follow submits the jobs, and returns the results when all cases are decided, or those that there
// are where ctx ends before.
func (r *clusterRun) follow(ctx context.Context, failFast bool) ([]results.Result, error) {
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() {
		if results.InterruptedBy(ctx) == hangup {
			cancel(slurm.ErrLeave)
		}
		cancel(context.Cause(ctx))
	})()
	if failFast {
		told := r.done
		r.done = func(k int, rs []results.Result) {
			told(k, rs)
			if results.CountOutcomes(rs).Wrong() {
				cancel(&results.Interruption{By: results.InterruptedByFailFast})
			}
		}
	}
	err := r.jobs.Follow(own)
	if errors.Is(err, slurm.ErrLeave) {
		return nil, err
	}
	if err != nil {
		_, _ = r.collect() // what came in meanwhile
	}
	if err != nil && !slices.ContainsFunc(r.units, func(rs []results.Result) bool { return rs != nil }) {
		_ = r.dir.Remove() // nothing is lost
	}
	if err != nil && results.InterruptedBy(own) == "" {
		return nil, err
	}
	for k, c := range r.suite.Cases {
		if r.rs[k] == nil {
			r.rs[k] = verify.NotReached(own, c)
		}
	}
	return slices.Concat(r.rs...), err
}

// hangup is the signal of a terminal that is gone.
const hangup = "SIGHUP"

// detach submits the jobs and leaves them alone.
func (r *clusterRun) detach(c *cobra.Command) error {
	r.done = func(int, []results.Result) {}
	left, refused, err := r.jobs.Submit(c.Context())
	switch {
	case err != nil:
		return err
	case left > 0 && left == len(r.jobs.Needs):
		return refused
	case left > 0:
		warn(c.ErrOrStderr(), fmt.Sprintf("the cluster took all but %d of %d tasks: %v", left, len(r.jobs.Needs), refused))
	}
	fmt.Fprintf(c.ErrOrStderr(), "mxgen: the jobs are named %s (squeue --me shows them); the same command without --detach collects the results\n", r.jobs.Name)
	return nil
}

// collect reads the results that are new, and says which tasks have all of theirs.
func (r *clusterRun) collect() ([]bool, error) {
	found, err := r.dir.Collect()
	if err != nil {
		return nil, err
	}
	for u, rs := range found {
		if r.units[u] == nil {
			r.units[u] = rs
		}
	}
	r.join()
	var complete []bool
	for _, t := range r.dir.Plan.Tasks {
		missing := false
		for u := t.From; u < t.To; u++ {
			missing = missing || r.units[u] == nil && r.rs[u/r.seeds] == nil
		}
		complete = append(complete, !missing)
	}
	return complete, nil
}

// join finds the cases that are decided: all units are there, or one of a swarm's decides.
func (r *clusterRun) join() {
	decided := 0
	for k := range r.rs {
		units := r.units[k*r.seeds : (k+1)*r.seeds]
		if r.rs[k] == nil && enough(units) {
			r.rs[k] = engine.JoinSwarm(slices.DeleteFunc(slices.Clone(units), isNil))
			r.done(k, r.rs[k])
		}
		if r.rs[k] != nil {
			decided++
		}
	}
	r.jobs.Rest = r.seeds > 1 && decided == len(r.rs)
}

func isNil(rs []results.Result) bool { return rs == nil }

// enough tells whether the units of a case decide it.
func enough(units [][]results.Result) bool {
	return !slices.ContainsFunc(units, isNil) ||
		slices.ContainsFunc(units, func(rs []results.Result) bool { return rs != nil && engine.Decided(rs) })
}

// giveUp gives the units of a task that left no result the verdict that follows from its end.
func (r *clusterRun) giveUp(task int, why slurm.Ending) {
	verdict := results.Error
	if fate := why.Fate(); fate == slurm.OverLimit || fate == slurm.Cancelled {
		verdict = results.Inconclusive
	}
	reason := fmt.Sprintf("Slurm: %v", why)
	if said := r.dir.Log(why.Log); said != "" {
		reason += ": " + said
	}
	t := r.dir.Plan.Tasks[task]
	for u := t.From; u < t.To; u++ {
		if r.units[u] == nil {
			r.units[u] = verify.NotRun(r.suite.Cases[u/r.seeds], verdict, reason)
		}
	}
	r.broken = true
	r.join()
}

// tasks divides the units into tasks, each with units that have the same limits.
func (f verifyFlags) tasks(s *suite.Suite) ([]batch.Task, error) {
	memory, err := config.ParseMemory("memory", f.memory)
	if err != nil {
		return nil, err
	}
	var tasks []batch.Task
	seeds := max(1, f.swarm)
	for u := range seeds * len(s.Cases) {
		need := f.need(s.Cases[u/seeds], memory)
		last := len(tasks) - 1
		if last >= 0 && tasks[last].To-tasks[last].From < f.slurm.perTask && tasks[last].Need.Memory == need.Memory {
			tasks[last].To = u + 1
			tasks[last].Need.Time += need.Time
			continue
		}
		tasks = append(tasks, batch.Task{From: u, To: u + 1, Need: need})
	}
	return tasks, nil
}

const (
	// besidesPan is the memory of mxgen, and of the explorer in it, bytes.
	besidesPan = 1 << 30
	// besidesRuns is the time of a case for all that is not pan: compilers, and the explorer.
	besidesRuns = 5 * time.Minute
	// propertiesOfFile is how many properties a file has, as a guess.
	propertiesOfFile = 8
)

// need is what Slurm is asked for, for one case.  Limits of mxgen end a run before, so that the
// result says which limit it was.
func (f verifyFlags) need(c suite.Case, memory int64) slurm.Need {
	timeout, cpus := f.timeout, max(1, f.jobs)
	if c.Memory > 0 {
		memory = c.Memory
	}
	if c.Timeout > 0 {
		timeout = c.Timeout
	}
	runs := len(c.Properties) + len(c.Formulas) + c.Config.N // starvation has a run for each node
	if c.Model != nil && len(c.Properties) == 0 {
		runs = propertiesOfFile
	}
	return slurm.Need{Memory: int64(cpus)*memory + besidesPan, Time: time.Duration(runs)*timeout + besidesRuns, CPUs: cpus}
}

// subject is a hash of all that the results depend on: the cases, users' files, mxgen and the flags
// that say what is verified.
func (f verifyFlags) subject(s *suite.Suite) (string, error) {
	code, err := mxgen.Semantics()
	if err != nil {
		code = models.Version()
	}
	h := sha256.New()
	e := json.NewEncoder(h)
	err = e.Encode([]any{code, f.memory, f.timeout, f.jobs, f.raw, f.counterexamples, f.swarm, f.slurm.perTask, s.Name})
	for _, c := range s.Cases {
		text := []byte(nil)
		if c.Model != nil {
			text, _ = os.ReadFile(c.Model.Path) // the task says why it cannot be read
		}
		err = errors.Join(err, e.Encode([]any{c, text}))
	}
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// taskCommand is the command of a task: that of the user, with the number of the task.
func taskCommand(c *cobra.Command, dir string) (slurm.Command, error) {
	program, err := os.Executable()
	if err != nil {
		return slurm.Command{}, err
	}
	here, err := os.Getwd()
	if err != nil {
		return slurm.Command{}, err
	}
	verb := slices.Index(os.Args, c.Name())
	if verb < 0 {
		return slurm.Command{}, fmt.Errorf("internal: no %s in the command line", c.Name())
	}
	more := append([]string{"--slurm-dir", dir}, os.Args[verb+1:]...)
	return slurm.Command{Dir: here, Program: program, Args: append(slices.Clone(os.Args[1:verb+1]), "--"+taskFlag), More: more}, nil
}

// runTask decides the units of one task, on a node of the cluster, but for those that have their
// results already.
func (f verifyFlags) runTask(c *cobra.Command, s *suite.Suite) error {
	subject, err := f.subject(s)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(f.slurm.dir)
	if err != nil {
		return err
	}
	dir, err := batch.Open(path, subject)
	if err != nil {
		return err
	}
	if f.slurm.task >= len(dir.Plan.Tasks) {
		return &process.ToolError{Step: fmt.Sprintf("task %d", f.slurm.task), Reason: fmt.Sprintf("the plan has %d tasks", len(dir.Plan.Tasks))}
	}
	f.jobs = max(1, f.jobs)
	v, err := f.verifier(c)
	if err != nil {
		return err
	}
	t := dir.Plan.Tasks[f.slurm.task]
	seeds := max(1, f.swarm)
	for u := t.From; u < t.To && err == nil; u++ {
		if dir.Has(u) {
			continue
		}
		if f.swarm > 0 {
			v.Seeds = []int{u%seeds + 1}
		}
		one := &suite.Suite{Name: s.Name, Cases: s.Cases[u/seeds : u/seeds+1]}
		var rs []results.Result
		if rs, err = v.RunSuite(c.Context(), one, nil); err == nil && cutShort(c.Context(), rs) {
			err = context.Cause(c.Context())
		}
		if err == nil {
			err = dir.Write(u, rs)
		}
	}
	warn(c.ErrOrStderr(), v.Cache.Warning())
	return err
}

// signalTime is how long after the end of a tool mxgen's own signal may be late.
const signalTime = time.Second

// cutShort tells whether what a task has left open is the work of a signal.  scancel sends one to all processes of a
// task: mxgen may see that a tool has ended by it before its own signal comes.
func cutShort(ctx context.Context, rs []results.Result) bool {
	if !slices.ContainsFunc(rs, func(r results.Result) bool { return r.Verdict == results.Inconclusive || r.Verdict == results.Error }) {
		return false
	}
	select {
	case <-ctx.Done():
		return true
	case <-time.After(signalTime):
		return false
	}
}
