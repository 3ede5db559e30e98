// Command mxgen generates Promela models of distributed mutual exclusion
// algorithms and has SPIN verify them.
package main

import (
	"context"
	"fmt"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		// Whoever waits for something that does not listen is not waited for.
		time.AfterFunc(patience, func() {
			fmt.Fprintln(os.Stderr, "mxgen: "+errInterrupted.Error())
			os.Exit(exitTool)
		})
	})
	os.Exit(run(ctx, os.Args[1:]))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	code := exitCode(err)
	if text := complaint(err); text != "" {
		fmt.Fprintln(os.Stderr, "mxgen: "+text)
	}
	return code
}
