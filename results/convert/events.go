package convert

import (
	"iter"

	"github.com/mxgen/mxgen/reference/event"
)

// Events yields the events of the run, with the numbers of the program.
func (r *Run) Events() iter.Seq2[event.Event, error] { return r.events() }
