package main

import "errors"

// errGivenTwice refuses the second value of a flag that takes one: the first would
// silently have no effect.
var errGivenTwice = errors.New("given twice")

// onceFlag is the text of a flag that must not be given twice.
type onceFlag struct {
	text  string
	given bool
}

func (f *onceFlag) String() string { return f.text }
func (f *onceFlag) Type() string   { return "string" }

// Set implements pflag.Value.
func (f *onceFlag) Set(text string) error {
	if f.given {
		return errGivenTwice
	}
	f.text, f.given = text, true
	return nil
}
