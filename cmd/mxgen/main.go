// Command mxgen generates Promela models of distributed mutual exclusion
// algorithms and has SPIN verify them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long a command may take to end after a signal; those that run
// other processes end them within two seconds.
const patience = 5 * time.Second

func main() {
	// The first interrupt cancels: every child process is killed, nothing is
	// left half-written.  A second one ends mxgen at once.
	ctx, stop := signal.NotifyContext(watchPipes(context.Background()), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, func() {
		stop()
		// Whoever waits for something that does not listen is not waited for.
		time.AfterFunc(patience, func() {
			fmt.Fprintln(os.Stderr, "mxgen: interrupted; what does not end was not waited for")
			exit(exitTool)
		})
	})
	exit(run(ctx, os.Args[1:]))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	out := &output{to: os.Stdout}
	root.SetOut(out)
	explainHelp(root) // which takes the output as it is by then
	err := root.ExecuteContext(ctx)
	if out.failed != nil {
		running = true // whatever is printed, the command line was understood
		err = out.failed
	}
	if errors.Is(err, context.Canceled) { // whatever was going on
		err = errInterrupted
	}
	if errors.Is(err, syscall.EPIPE) {
		brokenPipe.Store(true) // the signal may be on its way yet
		return exitTool
	}
	code := exitCode(err)
	if text := complaint(err); text != "" {
		fmt.Fprintln(os.Stderr, "mxgen: "+text)
	}
	return code
}

// output remembers what went wrong: what was not written must not pass for a
// success, be it a table's last line or a help.
type output struct {
	to     io.Writer
	failed error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.failed == nil {
		o.failed = err
	}
	return n, err
}
