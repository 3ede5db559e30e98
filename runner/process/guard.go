package process

import (
	"io"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// guardScript kills its process group when its input ends, which happens when mxgen is
// gone.  The guard ignores SIGINT: it is sent to the group to interrupt pan.
const guardScript = `trap '' INT; read -r never; kill -s KILL 0`

// guard kills a process group when mxgen is killed.  The kernel does so for the
// process that mxgen has started (Pdeathsig), but not for the children of that process,
// such as gcc's cc1 or the preprocessor that spin starts.  The guard leads the group and
// is started first, so that the group is guarded from its beginning.
//
// The guard is a shell, which is there because spin needs one.  Where no shell can be
// started, the guard is nil, and Pdeathsig is the only protection.
type guard struct {
	shell *exec.Cmd
	input io.WriteCloser
}

func newGuard() *guard {
	shell := exec.Command("/bin/sh", "-c", guardScript)
	shell.Dir, shell.Env = "/", []string{}
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := shell.StdinPipe()
	if err != nil || shell.Start() != nil {
		return nil
	}
	return &guard{shell, input}
}

// group is the number of the group that the guard leads; 0: there is no guard.
func (g *guard) group() int {
	if g == nil {
		return 0
	}
	return g.shell.Process.Pid
}

// dismiss ends the guard and whatever is left of its group.  Until then the guard keeps
// the group's number from being given to another.
func (g *guard) dismiss() {
	if g != nil {
		unix.Kill(-g.group(), unix.SIGKILL)
		g.input.Close()
		_ = g.shell.Wait()
	}
}
