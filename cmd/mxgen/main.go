// Command mxgen generates Promela models of distributed mutual exclusion
// algorithms and has SPIN verify them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first interrupt cancels: every child process is killed, nothing is
	// left half-written.  A second one ends mxgen at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
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
