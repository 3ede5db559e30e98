package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv/testcluster"
)

// slurmSuite has six cases; one property fails as expected.
const slurmSuite = `entries:
  - algorithm: centralized
    with: { n: 2, network: [fifo, unordered] }
    properties: [mutex, deadlock]
  - algorithm: neilsen-mizuno
    with: { n: 2 }
    properties: [mutex, starvation]
  - algorithm: ricart-agrawala
    with: { n: 2, network: [fifo, unordered] }
    properties: [mutex, entry]
  - algorithm: ricart-agrawala
    with: { n: 2, variant: no-tie-break }
    properties: [mutex, deadlock]
    expect:
      deadlock: fail
`

// swarmSuite has one case, whose property is violated.
const swarmSuite = `entries:
  - algorithm: ricart-agrawala
    with: { n: 2, variant: no-tie-break }
    properties: deadlock
`

// clusterTest is a directory with a suite, a cluster whose arrays have four tasks, and a spin that
// waits while a gate is closed to the model.
type clusterTest struct {
	*testing.T
	mxgen   string
	dir     string
	cluster *testcluster.Cluster
}

func newClusterTest(t *testing.T) *clusterTest {
	t.Helper()
	c := &clusterTest{T: t, mxgen: program(t), dir: t.TempDir(), cluster: testcluster.Start(t, testcluster.Options{ArrayLimit: 4, CPUs: 4})}
	spin, err := exec.LookPath("spin")
	if err != nil {
		t.Fatal(err)
	}
	c.write("bin/spin", fmt.Sprintf(`#!/bin/sh
for model; do :; done
while [ -e %[1]s/closed ] && [ -f "$model" ] && grep -q -f %[1]s/closed -- "$model"; do sleep 0.05; done
exec %[2]s "$@"
`, c.dir, spin), 0o755)
	c.write("suite.yaml", slurmSuite, 0o644)
	c.write("swarm.yaml", swarmSuite, 0o644)
	return c
}

func (c *clusterTest) write(name, text string, mode os.FileMode) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)); err != nil {
		c.Fatal(err)
	}
}

// closeGate makes spin wait with the models that have the text.
func (c *clusterTest) closeGate(text string) { c.write("closed", text, 0o644) }

func (c *clusterTest) openGate() {
	c.Helper()
	if err := os.Remove(filepath.Join(c.dir, "closed")); err != nil {
		c.Fatal(err)
	}
}

// started is a mxgen that was started.
type started struct {
	*exec.Cmd
	stdout, stderr output
}

// output is what a process has printed so far.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// start starts mxgen verify SUITE, suite.yaml if the arguments begin with no other.
func (c *clusterTest) start(args ...string) *started {
	c.Helper()
	if !strings.HasSuffix(args[0], ".yaml") {
		args = append([]string{"suite.yaml"}, args...)
	}
	s := &started{Cmd: exec.Command(c.mxgen, append([]string{"verify", "--no-cache", "--memory", "1GB"}, args...)...)}
	s.Dir = c.dir
	s.Env = append(os.Environ(), c.cluster.Env(), "PATH="+filepath.Join(c.dir, "bin")+":"+os.Getenv("PATH"))
	s.Stdout, s.Stderr = &s.stdout, &s.stderr
	if err := s.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { s.Process.Kill() })
	return s
}

// finish waits for the end, and checks the exit code.
func (c *clusterTest) finish(s *started, code int) {
	c.Helper()
	late := time.AfterFunc(2*time.Minute, func() { s.Process.Kill() })
	defer late.Stop()
	_ = s.Wait()
	if got := s.ProcessState.ExitCode(); got != code {
		c.Fatalf("%q: exit code %d, not %d\n%s%s", s.Args[2:], got, code, &s.stdout, &s.stderr)
	}
}

// await waits until something is so.
func (c *clusterTest) await(what string, s *started, is func() bool) {
	c.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.Fatalf("no %s within a minute; the queue: %q\n%s", what, c.cluster.Queue(), &s.stderr)
		}
	}
}

// queued counts the tasks in the queue that are in one of the states.
func (c *clusterTest) queued(states ...string) int {
	n := 0
	for _, line := range c.cluster.Queue() {
		if slices.Contains(states, strings.Fields(line)[2]) {
			n++
		}
	}
	return n
}

// collected counts the results of suite.yaml in the shared directory.
func (c *clusterTest) collected() int {
	files, err := filepath.Glob(filepath.Join(c.dir, "suite.slurm", "results", "*.json"))
	if err != nil {
		c.Fatal(err)
	}
	return len(files)
}

// killTask kills the mxgen of one task.
func (c *clusterTest) killTask() {
	c.Helper()
	for _, pid := range c.cluster.Tasks() {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.HasPrefix(line, []byte(c.mxgen+"\x00")) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				c.Fatal(err)
			}
			return
		}
	}
	c.Fatal("no task to kill")
}

// report is the report without what differs from run to run.
func (c *clusterTest) report(s *started) string {
	c.Helper()
	var r results.Report
	if err := json.Unmarshal([]byte(s.stdout.String()), &r); err != nil {
		c.Fatalf("%v: %.300s", err, &s.stdout)
	}
	for k := range r.Results {
		one := &r.Results[k]
		one.Seconds, one.Memory, one.Commands = 0, 0, nil
		for n := range one.Nodes {
			one.Nodes[n].Seconds = 0
		}
		if one.Property == "entry" { // which run is found first depends on the order of concurrent searches
			one.States, one.Transitions, one.Depth = 0, 0, 0
		}
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

// TestSlurm runs a suite through a real Slurm.  mxgen is interrupted, left and started again, the
// daemon of the node stops and starts, a task is killed, the node loses all tasks; the report is
// that of this machine.
func TestSlurm(t *testing.T) {
	c := newClusterTest(t)
	local := c.start("--json")
	c.finish(local, 0)

	t.Log("interrupted: the results stay, and no job does")
	c.closeGate("ricart-agrawala")
	s := c.start("--backend", "slurm", "--json")
	c.await("three results", s, func() bool { return c.collected() == 3 })
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	c.finish(s, 130)
	if text := s.stderr.String(); !strings.Contains(text, "the jobs are cancelled") || strings.Contains(text, "warning") {
		t.Errorf("after an interrupt: %s", text)
	}
	if r := c.report(s); strings.Count(r, `"not_reached": true`) != 6 || !strings.Contains(r, `"interrupted": "SIGINT"`) {
		t.Errorf("the report after an interrupt: %s", r)
	}
	if n := c.queued("PENDING", "RUNNING"); n > 0 {
		t.Errorf("%d tasks are in the queue after an interrupt", n)
	}

	t.Log("left: the jobs stay, and another mxgen follows them")
	c.finish(c.start("--backend", "slurm", "--detach"), 0)
	if n := c.queued("PENDING", "CONFIGURING", "RUNNING"); n != 3 {
		t.Errorf("tasks in the queue, not 3 of them: %q", c.cluster.Queue())
	}
	s = c.start("--backend", "slurm", "--json")
	c.await("running tasks", s, func() bool { return c.queued("RUNNING") == 3 })
	second := c.start("--backend", "slurm")
	c.finish(second, exitUsage)
	if text := second.stderr.String(); !strings.Contains(text, "another mxgen follows this run") {
		t.Errorf("a second mxgen: %s", text)
	}

	t.Log("the daemon of the node stops and starts, and a task is killed")
	c.cluster.StopNode()
	c.killTask()
	c.cluster.StartNode()
	c.await("word of the killed task", s, func() bool { return strings.Contains(s.stderr.String(), "it is submitted again") })
	c.await("three tasks", s, func() bool { return c.queued("PENDING", "RUNNING") == 3 })

	t.Log("the node loses all tasks")
	c.cluster.LoseNode()
	c.openGate()
	c.cluster.StartNode()
	c.finish(s, 0)
	if got, want := c.report(s), c.report(local); got != want {
		t.Errorf("the report differs from that of this machine:\n%s\nand not\n%s", got, want)
	}
	c.empty()
	t.Logf("%s", &s.stderr)

	t.Log("a swarm: each search is a task, and the first violation ends the others")
	s = c.start("swarm.yaml", "--swarm", "3", "--backend", "slurm", "--json")
	c.finish(s, exitViolated)
	if r := s.stdout.String(); strings.Count(r, `"verdict": "fail"`) != 1 || !regexp.MustCompile(`pan .*-h[123] `).MatchString(r) {
		t.Errorf("a swarm: %s", r)
	}

	t.Log("what goes wrong")
	for _, one := range []struct {
		code int
		says string
		args []string
	}{
		{exitTool, "sbatch: invalid partition specified: nowhere", []string{"--partition", "nowhere"}},
		{exitTool, "sbatch: Memory specification can not be satisfied", []string{"--memory", "100GB"}},
		{exitUsage, "has files of its own, such as \"spin\"", []string{"--slurm-dir", "bin"}},
	} {
		s := c.start(append(one.args, "--backend", "slurm")...)
		c.finish(s, one.code)
		if text := s.stderr.String(); !strings.Contains(text, one.says) {
			t.Errorf("%q: %s", one.args, text)
		}
	}
	c.empty()
}

// empty fails the test if a job or a directory of results is left.
func (c *clusterTest) empty() {
	c.Helper()
	if n := c.queued("PENDING", "RUNNING"); n > 0 {
		c.Errorf("%d tasks are left in the queue", n)
	}
	if left, err := filepath.Glob(filepath.Join(c.dir, "*.slurm")); err != nil || len(left) > 0 {
		c.Errorf("left: %q, %v", left, err)
	}
}
