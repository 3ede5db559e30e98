//go:build !embedwasm

package site

// embedded is the program, where mxgen has it in it.
var embedded Program
