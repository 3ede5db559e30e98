//go:build js && wasm

// Command wasm is the page of package page in a browser: GOOS=js GOARCH=wasm.  It defines the
// function mxgenCommand, which takes a command as JSON and returns the reply as JSON.
// static/worker.js calls it.
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/explore/page"
)

func main() {
	// A browser gives less memory than a machine, and WebAssembly is slower.
	limits := explore.Limits{States: 50_000, Bytes: 64 << 20, SearchStates: 50_000, Seed: uint64(time.Now().UnixNano())}
	setup, err := explore.Standard("ricart-agrawala") // until the page opens a link
	if err != nil {
		panic(err)
	}
	session, err := explore.NewSession(setup, limits)
	if err != nil {
		panic(err)
	}
	p := page.New(session, limits)
	js.Global().Set("mxgenCommand", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(p.JSON(context.Background(), []byte(args[0].String())))
	}))
	select {}
}
