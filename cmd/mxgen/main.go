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
	"syscall"
	"time"
)

// gracePeriod is how long a command may take to end after a signal.  A command that runs
// other processes ends them within two seconds.
const gracePeriod = 5 * time.Second

func main() {
	ctx := cancelOnSignal(cancelOnBrokenPipe(context.Background()))
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
	if errors.Is(err, context.Canceled) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = errInterrupted
	}
	if errors.Is(err, syscall.EPIPE) {
		brokenPipe.Store(true) // the write may fail before the signal arrives
		return exitTool
	}
	code := exitCode(err)
	if signalled := signalCode(ctx); signalled != 0 && errors.Is(err, errInterrupted) {
		code = signalled
	}
	if line := errorLine(err); line != "" {
		fmt.Fprintln(os.Stderr, "mxgen: "+line)
	}
	return code
}
