package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// brokenPipe says that nobody reads any more what mxgen writes, as behind | head -1.
var brokenPipe atomic.Bool

// watchPipes has a broken pipe end a command like an interrupt, after its child
// processes and temporary files.
func watchPipes(parent context.Context) context.Context {
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

// exit ends mxgen, before a broken pipe with what a shell says of others that the
// signal has ended.
func exit(code int) {
	if brokenPipe.Load() {
		code = 128 + int(syscall.SIGPIPE)
	}
	os.Exit(code)
}
