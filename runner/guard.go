package runner

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guardScript reads the number of a process group, "" if there is none after all,
// and kills the group if its input ends before it is dismissed: mxgen is gone then.
const guardScript = `read -r group && [ "$group" ] || exit; read -r dismissed || kill -s KILL -- "-$group"`

// guard kills what is left of one process group when mxgen is killed.  The
// kernel does so for the process that mxgen has started (Pdeathsig), but not for
// that one's children, such as gcc's cc1 or the preprocessor that spin starts.
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
	// Out of reach of the terminal's signals, and of those that are for mxgen's group.
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := shell.StdinPipe()
	if err != nil || shell.Start() != nil {
		return nil
	}
	return &guard{shell, input}
}

// watch says which group is to be killed.
func (g *guard) watch(group int) {
	if g != nil {
		fmt.Fprintln(g.input, group) // if it is gone nobody guards, and nothing is worse
	}
}

// dismiss ends the guard of a group that is over.  Its leader must not be reaped
// yet: the number might be another's by then.
func (g *guard) dismiss() {
	if g != nil {
		fmt.Fprintln(g.input)
		g.input.Close()
		_ = g.shell.Wait()
	}
}
