package main

import "io"

// checkedWriter records the first error of a writer.  The command fails with this error even
// where a library that prints help ignores it.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}
