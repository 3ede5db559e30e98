package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
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
		for range signals {
			if outputBroken() {
				brokenPipe.Store(true)
				cancel()
				return
			}
		}
	}()
	return ctx
}

// outputBroken tells whether nobody reads standard output or standard error any more.  SIGPIPE comes of any pipe: also of the one to a
// node's process that was just killed.
func outputBroken() bool {
	outputs := []unix.PollFd{{Fd: int32(os.Stdout.Fd())}, {Fd: int32(os.Stderr.Fd())}}
	if _, err := unix.Poll(outputs, 0); err != nil {
		return true
	}
	return (outputs[0].Revents|outputs[1].Revents)&(unix.POLLERR|unix.POLLHUP) != 0
}

// exit ends mxgen.  After a broken pipe, the exit code is the one that a shell gives to a
// process that SIGPIPE has killed.
func exit(code int) {
	if brokenPipe.Load() {
		code = 128 + int(syscall.SIGPIPE)
	}
	os.Exit(code)
}
