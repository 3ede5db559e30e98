package process

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestGuard has a guard lose its shell.  The next one knows every group that is left, and kills those alone.
func TestGuard(t *testing.T) {
	g := guard{groups: map[int]bool{}}
	group := func() *exec.Cmd {
		c := exec.Command("/bin/sh", "-c", "sleep 60 & wait")
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) })
		return c
	}
	first, second, third, spared := group(), group(), group(), group()
	g.add(first.Process.Pid)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = g.input.Close()
	_ = first.Wait() // the shell has killed it
	_ = r.Close()
	g.input = w
	g.remove(first.Process.Pid)
	for _, c := range []*exec.Cmd{second, spared, third} {
		g.add(c.Process.Pid)
	}
	g.remove(spared.Process.Pid)
	_ = g.input.Close() // as when mxgen is gone
	for _, c := range []*exec.Cmd{second, third} {
		_ = c.Wait()
		if s := c.ProcessState.Sys().(syscall.WaitStatus); s.Signal() != syscall.SIGKILL {
			t.Errorf("a group has ended with %v", c.ProcessState)
		}
	}
	if err := syscall.Kill(spared.Process.Pid, 0); err != nil {
		t.Errorf("a group that was removed: %v", err)
	}
}
