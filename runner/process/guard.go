package process

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"syscall"
)

// guardScript keeps the numbers of the process groups that its input names, "+ GROUP" and "- GROUP", and kills those
// that are left when its input ends, which happens when mxgen is gone.
const guardScript = `trap '' INT
groups=' '
while read -r op group; do
	case $op in
	+) groups="$groups$group " ;;
	-) groups="${groups%% $group *} ${groups#* $group }" ;;
	esac
done
for group in $groups; do kill -s KILL -- "-$group"; done`

// guard kills process groups when mxgen is killed.  The kernel does so for the processes that mxgen has started
// (Pdeathsig), but not for their children, such as gcc's cc1 or the preprocessor that spin starts.
//
// The guard is a shell, which is there because spin needs one.  Where no shell can be started, Pdeathsig is the only
// protection.  Starting a process costs more than a small pan takes, so there is one guard for all groups.
type guard struct {
	mu     sync.Mutex
	groups map[int]bool
	input  io.WriteCloser // nil: the guard has not been started, or is gone
}

var theGuard = guard{groups: map[int]bool{}}

// add puts a group under the guard.
func (g *guard) add(group int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.groups[group] = true
	if g.input == nil {
		g.start()
		return
	}
	g.tell("+", group)
}

// remove is for a group whose processes have ended.  It is called before the leader is reaped: afterwards its number
// may be somebody else's.
func (g *guard) remove(group int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, group)
	g.tell("-", group)
}

// start starts the shell, and names it all groups.
func (g *guard) start() {
	shell := exec.Command("/bin/sh", "-c", guardScript)
	shell.Dir, shell.Env = "/", []string{}
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := shell.StdinPipe()
	if err != nil || shell.Start() != nil {
		return
	}
	go func() { _ = shell.Wait() }() // somebody may kill it
	g.input = input
	for group := range g.groups {
		g.tell("+", group)
	}
}

// tell writes to the shell.  Where that fails, the shell is gone, and the next group starts another.
func (g *guard) tell(op string, group int) {
	if g.input == nil {
		return
	}
	if _, err := fmt.Fprintln(g.input, op, group); err != nil {
		_ = g.input.Close()
		g.input = nil
	}
}
