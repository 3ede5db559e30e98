package slurm_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results/testenv/testcluster"
	"github.com/mxgen/mxgen/runner/slurm"
)

// run is a directory in which tasks leave files done.N.
type run struct {
	*testing.T
	slurm.Jobs
	cluster *testcluster.Cluster

	mu     sync.Mutex
	gaveUp map[int]string
	warned []string
}

// newRun prepares tasks that execute a shell script, whose argument is the number of the task.
func newRun(t *testing.T, cluster *testcluster.Cluster, name, script string, tasks int) *run {
	t.Helper()
	found, err := slurm.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := &run{T: t, cluster: cluster, gaveUp: map[int]string{}}
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, slurm.LogDir), 0o700), os.WriteFile(filepath.Join(dir, "task.sh"), []byte(script), 0o600)); err != nil {
		t.Fatal(err)
	}
	r.Jobs = slurm.Jobs{
		Cluster: found, Dir: dir, Name: name, Poll: 200 * time.Millisecond,
		Command: slurm.Command{Dir: dir, Program: "/bin/sh", Args: []string{"task.sh"}},
		Done: func() ([]bool, error) {
			_, err := os.Stat(dir)
			var done []bool
			for k := range tasks {
				_, missing := os.Stat(filepath.Join(dir, fmt.Sprintf("done.%d", k)))
				done = append(done, missing == nil)
			}
			return done, err
		},
		GiveUp: func(task int, why slurm.Ending) {
			text, _ := os.ReadFile(filepath.Join(dir, why.Log))
			r.mu.Lock()
			defer r.mu.Unlock()
			r.gaveUp[task] = why.String() + ": " + strings.TrimSpace(string(text))
		},
		Warn: func(text string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.warned = append(r.warned, text)
		},
	}
	for range tasks {
		r.Needs = append(r.Needs, slurm.Need{Memory: 10 << 20, Time: 2 * time.Minute, CPUs: 1})
	}
	slurm.Hurry(&r.Jobs)
	return r
}

// empty fails the test if tasks are left in the queue.
func (r *run) empty() {
	r.Helper()
	for _, line := range r.cluster.Queue() {
		if strings.Contains(line, r.Name+".") && !strings.HasSuffix(line, "COMPLETING") {
			r.Errorf("left in the queue: %s", line)
		}
	}
}

// fails follows the jobs, which must end with an error that has the text, and leave none.
func (r *run) fails(text string) {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	defer cancel()
	if err := r.Follow(ctx); err == nil || !strings.Contains(err.Error(), text) {
		r.Errorf("%v, not %q", err, text)
	}
	r.empty()
}

// TestFollow has tasks of every fate on a real Slurm whose arrays have two tasks.
func TestFollow(t *testing.T) {
	cluster := testcluster.Start(t, testcluster.Options{ArrayLimit: 2, CPUs: 8})
	name, value, _ := strings.Cut(cluster.Env(), "=")
	t.Setenv(name, value)

	t.Run("fates", func(t *testing.T) {
		r := newRun(t, cluster, "fates", `echo "task $1" >> started
case $1 in
1) echo "no luck" >&2; exit 3 ;;
2) [ "$(grep -c "task 2" started)" = 3 ] || kill -9 $$ ;;
3) kill -9 $$ ;;
4) scancel "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"; sleep 100 ;;
5) exit 0 ;;
esac
: > "done.$1"
`, 7)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := r.Follow(ctx); err != nil {
			t.Fatal(err)
		}
		want := map[int]string{1: "FAILED with exit status 3: no luck", 3: "FAILED by signal 9: ", 5: "COMPLETED: "}
		for k, text := range want {
			if r.gaveUp[k] != text {
				t.Errorf("task %d: %q, not %q", k, r.gaveUp[k], text)
			}
		}
		if !strings.HasPrefix(r.gaveUp[4], "CANCELLED") || len(r.gaveUp) != 4 {
			t.Errorf("given up: %v", r.gaveUp)
		}
		started, err := os.ReadFile(filepath.Join(r.Dir, "started"))
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range []int{1, 1, 3, 3, 1, 1, 1} {
			if got := strings.Count(string(started), fmt.Sprintf("task %d\n", k)); got != want {
				t.Errorf("task %d was started %d times, not %d", k, got, want)
			}
		}
		if len(r.warned) != 4 {
			t.Errorf("warnings: %q", r.warned)
		}
		r.empty()
	})
	t.Run("refused", func(t *testing.T) {
		r := newRun(t, cluster, "refused", "", 2)
		r.Options = []string{"--partition=nowhere"}
		r.fails("invalid partition specified: nowhere")
	})
	t.Run("never", func(t *testing.T) {
		r := newRun(t, cluster, "never", "", 3)
		r.Options = []string{"--partition=short"}
		r.fails("will not start the jobs: PartitionTimeLimit")
	})
	t.Run("lost", func(t *testing.T) {
		r := newRun(t, cluster, "lost", "sleep 100", 3)
		done := r.Done
		r.Done = func() ([]bool, error) {
			if len(cluster.Tasks()) > 0 { // not before a task runs
				os.RemoveAll(r.Dir)
			}
			return done()
		}
		r.fails("no such file or directory")
	})
	t.Run("left", func(t *testing.T) {
		r := newRun(t, cluster, "left", `: > "done.$1"`, 3)
		if left, refused, err := r.Submit(t.Context()); left != 0 || refused != nil || err != nil {
			t.Fatalf("%d, %v, %v", left, refused, err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(slurm.ErrLeave)
		if err := r.Follow(ctx); !errors.Is(err, slurm.ErrLeave) {
			t.Errorf("%v", err)
		}
		if err := r.Follow(t.Context()); err != nil || len(r.gaveUp) > 0 {
			t.Errorf("%v, given up: %v", err, slices.Collect(maps.Keys(r.gaveUp)))
		}
		r.empty()
	})
}
