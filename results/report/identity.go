package report

import (
	"fmt"

	"github.com/mxgen/mxgen/results"
)

// Identities names results so that the same result of another run has the same name, whatever its verdict,
// place, states or time: by the suite, what is verified, and the property.  A result that has
// the name of another one before it gets a number.
type Identities map[string]int

// Next returns the name of the next result.  All results of a report must be named, in their order.
func (seen Identities) Next(r results.Result) string {
	name := r.Subject() + ": " + r.Property
	if r.Entry != nil {
		name = r.Entry.Suite + ": " + name
	}
	seen[name]++
	if n := seen[name]; n > 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	return name
}
