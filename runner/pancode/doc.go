// Package pancode reads the source of the verifier that spin -a has generated: which claims, proctypes and variables
// the model has, where each statement stands in the user's files, and what a claim reads.
//
// SPIN has parsed the model by then, with its macros, inlines and files.  Nothing here guesses at Promela.  The regular
// expressions are for the text of SPIN 6.5.2; text that they do not know is a *process.ToolError.
package pancode

// Dir is the directory with pan.c, pan.h, pan.m and pan.t, and with spin.out: what spin -a has printed.
type Dir string
