// Command mxgen generates Promela models of distributed mutual exclusion algorithms and
// verifies them with SPIN.
//
// Each verb has a file with its name: verify.go parses the command line of mxgen verify,
// calls a room of package results, and prints what it returns.  A file whose name ends in
// flags.go has flags that several verbs share.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// gracePeriod is how long a command may take to end after a signal.  A command that runs
// other processes ends them within two seconds.
const gracePeriod = 5 * time.Second

func main() {
	// The first signal cancels the context: the command kills its child processes and
	// removes its temporary files.  The second one ends mxgen at once.
	ctx, stop := signal.NotifyContext(cancelOnBrokenPipe(context.Background()), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(gracePeriod, func() {
			fmt.Fprintf(os.Stderr, "mxgen: interrupted; the command did not end within %s\n", gracePeriod)
			exit(exitTool)
		})
	})
	exit(run(ctx, os.Args[1:]))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	out := &checkedWriter{w: os.Stdout}
	root.SetOut(out)
	strictHelp(root) // after SetOut: completion takes the writer that is set
	err := root.ExecuteContext(ctx)
	if out.err != nil {
		commandStarted = true // help has no command that could have set it
		err = out.err
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if errors.Is(err, syscall.EPIPE) {
		brokenPipe.Store(true) // the write may fail before the signal arrives
		return exitTool
	}
	code := exitCode(err)
	if line := errorLine(err); line != "" {
		fmt.Fprintln(os.Stderr, "mxgen: "+line)
	}
	return code
}
