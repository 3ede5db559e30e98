package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mxgen/mxgen/results"
)

// WriteBaseline writes a run without what differs from machine to machine and from run to run: times, memory,
// commands, versions, hashes and counterexamples.  It is JSON of verify with a line for each result.
func WriteBaseline(w io.Writer, rs []results.Result) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"schema\":%q,\"results\":[", results.Schema)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for k, r := range rs {
		if k > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		if err := e.Encode(timeless(r)); err != nil {
			return err
		}
		out.Truncate(out.Len() - 1) // the encoder ends each line
	}
	out.WriteString("\n]}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// timeless is a result without what a baseline leaves out.
func timeless(r results.Result) results.Result {
	r.Seconds, r.Memory, r.Cached, r.SHA256 = 0, 0, false, ""
	r.Commands, r.Retries, r.Tools = []string{}, nil, map[string]string{"mxgen": "", "spin": ""} // the schema wants both
	r.Counterexample, r.Counterexamples, r.Nodes = nil, nil, nil
	r.Warnings, r.Next, r.ConfirmedBy = nil, "", nil
	if r.Verdict != results.Pass { // it depends on which violation comes first, and on the machine
		r.States, r.Transitions, r.Depth, r.Reason = 0, 0, 0, ""
	}
	return r
}
