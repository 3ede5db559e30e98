package process

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// LimitsRemedy is what a user can do about an error that is OutOfResources.
const LimitsRemedy = "see the limits of the shell (ulimit -a)"

// OutOfResources tells whether an error comes from a lack of files, processes or
// memory that the shell may grant.
func OutOfResources(err error) bool {
	for _, e := range []error{unix.EMFILE, unix.ENFILE, unix.EAGAIN, unix.ENOMEM} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// WithoutPath is an error without the path that it is about.
func WithoutPath(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
