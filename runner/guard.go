package runner

import (
	"io"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// guardScript kills its process group when its input ends: mxgen is gone then.  Who
// interrupts the group does not mean the guard.
const guardScript = `trap '' INT; read -r never; kill -s KILL 0`

// guard kills a process group when mxgen is killed.  The kernel does so for the
// process that mxgen has started (Pdeathsig), but not for that one's children,
// such as gcc's cc1 or the preprocessor that spin starts.  It leads the group, and
// is there before it, so that there is no moment without it.
//
// A shell can do it, which is there: spin needs it.  Where none can be started,
// Pdeathsig is all there is, and the guard is nil.
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

// group is the number of the group that it leads, 0: there is none to join.
func (g *guard) group() int {
	if g == nil {
		return 0
	}
	return g.shell.Process.Pid
}

// dismiss ends the guard, and whatever is left of its group, whose number is its
// own until here.
func (g *guard) dismiss() {
	if g != nil {
		unix.Kill(-g.group(), unix.SIGKILL)
		g.input.Close()
		_ = g.shell.Wait()
	}
}
