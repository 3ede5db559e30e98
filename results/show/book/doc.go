// Package book makes pages of the runs that mxgen has: of traces, and of the counterexamples of
// results, and a contents page for several.
//
//	d, err := book.OfResult(ctx, result, book.Window{})
//	err = page.Write(w, d)
package book
