// Package testcluster starts a real Slurm on this machine for a test: munged, slurmctld and slurmd, with
// a key, sockets, ports and a directory of their own.  It needs no other daemon, no root, and leaves
// nothing behind.  Only tests import it.
//
//	cluster := testcluster.Start(t, testcluster.Options{ArrayLimit: 4})
//	cmd.Env = append(os.Environ(), cluster.Env())
package testcluster

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Options are what tests change in the cluster's configuration.
type Options struct {
	ArrayLimit int // MaxArraySize
	CPUs       int // of the one node
}

// Cluster is a running Slurm with one node.
type Cluster struct {
	t       testing.TB
	dir     string
	node    string
	daemons chan func() // executed on the thread that starts the daemons
	running map[string]*exec.Cmd
}

// commands are what the tests need of Debian's packages.
var commands = []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol"}

// Start starts a cluster, which ends with the test.  The test fails where Slurm is missing.
func Start(t testing.TB, o Options) *Cluster {
	t.Helper()
	for _, name := range commands {
		if _, err := lookPath(name); err != nil {
			t.Fatalf("%s: not found: install it with: apt-get install slurm-wlm munge", name)
		}
	}
	// The paths of sockets are short: t.TempDir has the test's name.
	dir, err := os.MkdirTemp("", "mxslurm")
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	c := &Cluster{t: t, dir: dir, node: host, daemons: make(chan func()), running: map[string]*exec.Cmd{}}
	go func() {
		runtime.LockOSThread() // the daemons end with the thread that started them
		for f := range c.daemons {
			f()
		}
	}()
	t.Cleanup(c.stop)
	c.writeFiles(o)
	c.start("munged", "--foreground", "--force", "--socket="+c.path("munge.socket"), "--key-file="+c.path("munge.key"),
		"--pid-file="+c.path("munged.pid"), "--log-file="+c.path("munged.log"), "--seed-file="+c.path("munged.seed"))
	c.await("munged", func() bool {
		_, err := os.Stat(c.path("munge.socket"))
		return err == nil
	})
	c.start("slurmctld", "-D", "-f", c.path("slurm.conf"))
	c.StartNode()
	return c
}

// Env names the cluster to Slurm's commands.
func (c *Cluster) Env() string { return "SLURM_CONF=" + c.path("slurm.conf") }

// Dir is where the cluster's files are.
func (c *Cluster) Dir() string { return c.dir }

func (c *Cluster) path(name string) string { return filepath.Join(c.dir, name) }

func (c *Cluster) writeFiles(o Options) {
	key := make([]byte, 1024)
	_, _ = rand.Read(key) // never fails
	me, err := user.Current()
	if err != nil {
		c.t.Fatal(err)
	}
	ports := freePorts(c.t, 2)
	conf := fmt.Sprintf(`ClusterName=mxgen
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
AuthType=auth/munge
AuthInfo=socket=%[5]s/munge.socket,cred_expire=5
StateSaveLocation=%[5]s/state
SlurmdSpoolDir=%[5]s/spool
SlurmctldPidFile=%[5]s/slurmctld.pid
SlurmdPidFile=%[5]s/slurmd.pid
SlurmctldLogFile=%[5]s/slurmctld.log
SlurmdLogFile=%[5]s/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_min_interval=50000,sched_interval=1
SlurmdParameters=config_overrides
MaxArraySize=%[6]d
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=%[7]d RealMemory=64000
PartitionName=main Nodes=%[1]s Default=YES MaxTime=1-0
PartitionName=short Nodes=%[1]s MaxTime=1
`, c.node, me.Username, ports[0], ports[1], c.dir, o.ArrayLimit, o.CPUs)
	for _, err := range []error{
		os.WriteFile(c.path("munge.key"), key, 0o400), os.WriteFile(c.path("slurm.conf"), []byte(conf), 0o600),
		os.Mkdir(c.path("state"), 0o700), os.Mkdir(c.path("spool"), 0o700),
	} {
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

// StartNode starts slurmd, and waits until the node takes jobs.
func (c *Cluster) StartNode() {
	c.t.Helper()
	c.start("slurmd", "-D", "-f", c.path("slurm.conf"))
	c.await("the node", func() bool {
		out, err := c.Command("sinfo", "--noheader", "--partition=main", "--format=%T").Output()
		state := strings.TrimSpace(string(out))
		return err == nil && (state == "idle" || state == "mixed" || state == "allocated")
	})
}

// StopNode stops slurmd.  The tasks go on.
func (c *Cluster) StopNode() {
	c.end("slurmd", syscall.SIGTERM)
}

// LoseNode kills slurmd and everything on the node, and tells the controller that the node is down,
// which it finds out by itself after a time.
func (c *Cluster) LoseNode() {
	c.t.Helper()
	c.end("slurmd", syscall.SIGKILL)
	for _, pid := range c.Tasks() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	for _, state := range []string{"state=down", "state=resume"} {
		if out, err := c.Command("scontrol", "update", "nodename="+c.node, state, "reason=lost").CombinedOutput(); err != nil {
			c.t.Fatalf("scontrol: %v: %s", err, out)
		}
	}
}

// Command is a command of Slurm for this cluster.
func (c *Cluster) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), c.Env())
	return cmd
}

// Queue returns squeue's lines of all tasks: number, name and state.
func (c *Cluster) Queue() []string {
	c.t.Helper()
	out, err := c.Command("squeue", "--noheader", "--array", "--format=%i %j %T").Output()
	if err != nil {
		c.t.Fatalf("squeue: %v", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
}

// Tasks returns the processes of Slurm's tasks on the node, and those of Slurm that watch them.
func (c *Cluster) Tasks() []int {
	var pids []int
	for _, pid := range c.processes() {
		environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if bytes.Contains(environ, []byte("SLURM_JOB_ID=")) || bytes.HasPrefix(commandLine(pid), []byte("slurmstepd")) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// processes returns the processes whose environment or command line names the cluster's directory,
// without this one.
func (c *Cluster) processes() []int {
	entries, _ := os.ReadDir("/proc")
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if bytes.Contains(environ, []byte(c.Env())) || bytes.Contains(commandLine(pid), []byte(c.dir)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func commandLine(pid int) []byte {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return text
}

// start starts a daemon, which the kernel kills if the test dies.
func (c *Cluster) start(name string, args ...string) {
	c.t.Helper()
	path, err := lookPath(name)
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.Env())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	log, err := os.OpenFile(c.path(name+".out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	started := make(chan error)
	c.daemons <- func() { started <- cmd.Start() }
	if err := <-started; err != nil {
		c.t.Fatal(err)
	}
	c.running[name] = cmd
}

// end ends a daemon and waits for it.
func (c *Cluster) end(name string, signal syscall.Signal) {
	cmd := c.running[name]
	if cmd == nil {
		return
	}
	delete(c.running, name)
	_ = cmd.Process.Signal(signal)
	kill := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait()
}

// await waits until something is so.
func (c *Cluster) await(what string, is func() bool) {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("%s is not ready within a minute\n%s", what, c.logs())
		}
	}
}

// logs are what the daemons say.
func (c *Cluster) logs() string {
	var all strings.Builder
	for _, name := range []string{"munged.log", "munged.out", "slurmctld.log", "slurmctld.out", "slurmd.log", "slurmd.out"} {
		text, _ := os.ReadFile(c.path(name))
		fmt.Fprintf(&all, "== %s\n%s", name, text[max(0, len(text)-4000):])
	}
	return all.String()
}

// stop ends the daemons and all that is left on the node, and removes the directory.
func (c *Cluster) stop() {
	if c.t.Failed() {
		c.t.Log(c.logs())
	}
	c.end("slurmd", syscall.SIGTERM)
	c.end("slurmctld", syscall.SIGTERM)
	c.end("munged", syscall.SIGTERM)
	close(c.daemons)
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		left := c.processes()
		if len(left) == 0 || time.Now().After(deadline) {
			break
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if left := c.processes(); len(left) > 0 {
		c.t.Errorf("processes are left: %v", left)
	}
	if err := os.RemoveAll(c.dir); err != nil {
		c.t.Error(err)
	}
}

// lookPath finds a program in PATH, or where Debian has the daemons and PATH of a user lacks them.
func lookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) {
		return exec.LookPath("/usr/sbin/" + name)
	}
	return path, err
}

// freePorts returns ports that nobody listens on.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
