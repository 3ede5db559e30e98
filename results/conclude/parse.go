package conclude

import (
	"io"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/pan"
)

// mostUnknown bounds how many unknown lines are shown.
const mostUnknown = 8

// ParsePan reads the output of a pan that somebody else ran, of any length and in
// constant memory, and concludes from it.  The error is the reader's.
func ParsePan(in io.Reader) (results.Parsed, error) {
	o, err := pan.Parse(in)
	if err != nil {
		return results.Parsed{}, err
	}
	c := pan.Conclude(o, pan.Want{})
	return results.Parsed{
		Schema: results.ParseSchema, Verdict: Verdict(c.Class), Class: string(c.Class), Kind: string(c.Kind), Reason: c.Reason,
		Warnings: c.Warnings, Checked: c.Checked, NotChecked: c.Skipped, SPIN: o.Version,
		Errors: o.Errors, Depth: o.Depth, States: int64(o.Stored), Transitions: int64(o.Transitions),
		Unknown: o.UnknownCount, FirstLines: o.Unknown[:min(len(o.Unknown), mostUnknown)],
	}, nil
}
