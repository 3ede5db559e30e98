package main

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

// A broken pipe to another process, such as a node's that was killed, does not end a command.
func TestBrokenPipeOfAnother(t *testing.T) {
	ctx := cancelOnBrokenPipe(t.Context())
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	if _, err := w.Write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Fatal(err)
	}
	select {
	case <-ctx.Done():
		t.Error("the command ends")
	case <-time.After(200 * time.Millisecond):
	}
	if brokenPipe.Load() {
		t.Error("the output is said to be broken")
	}
}
