package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// brokenPipe says that the reader of mxgen's output has ended, as in | head -1.
var brokenPipe atomic.Bool

// cancelOnBrokenPipe returns a context that a broken pipe cancels.  The command then
// ends its child processes and removes its temporary files, as after an interrupt.
func cancelOnBrokenPipe(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGPIPE)
	go func() {
		<-signals
		brokenPipe.Store(true)
		cancel()
	}()
	return ctx
}

// exit ends mxgen.  After a broken pipe, the exit code is the one that a shell gives to a
// process that SIGPIPE has killed.
func exit(code int) {
	if brokenPipe.Load() {
		code = 128 + int(syscall.SIGPIPE)
	}
	os.Exit(code)
}
