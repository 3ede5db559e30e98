// Package page is the page on which a person steps a run: a Session of package explore as
// fragments of HTML and SVG, and the commands that the page sends.
//
//	p := page.New(session, explore.Limits{})
//	reply := p.Do(ctx, page.Command{Do: "step", Event: "request 1"})
//	reply.Fragments["events"] // HTML: what is possible now
//
// The script of the page (static/page.js) sends commands and shows fragments; it knows neither
// algorithms nor events.  A server (package server) and WebAssembly (package wasm) run the same
// code, so that a live and an exported page are the same.
//
// Everything from a run, a link or a file reaches the page through html/template or through the escapes
// of package scene: it is text, never markup.
package page
