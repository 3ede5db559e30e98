package explore

import (
	"errors"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestHostile: text from anybody is refused in one line of bounded length, and reads no file.
func TestHostile(t *testing.T) {
	const agrawala = "algorithm=ricart-agrawala&n=2"
	for text, want := range map[string]string{
		"":                              "begins neither a trace, nor a scenario, nor a link",
		"#":                             "begins neither",
		"algorithm=":                    "names no algorithm; copy the whole link",
		"algorithm=paxos":               "unknown",
		"algorithm=<script>":            "unknown",
		agrawala + "&n=3":               `has "n" twice`,
		agrawala + "&x=3":               `has an unknown part "x"`,
		agrawala + "&at=1":              "at 1: there are 0 events",
		agrawala + "&at=-1":             `at "-1" is not a number of events`,
		agrawala + "&run=boom.1":        `number 1: event "boom 1": "boom" is not request, receive, enter or exit`,
		agrawala + "&run=enter.1":       "event 1, enter 1: cannot happen here; possible are request 1, request 2",
		agrawala + "&run=request.1__":   `number 2: event "": "" is not request`,
		agrawala + "&run=request.9":     "event 1, request 9: cannot happen here",
		agrawala + "&bug=zz":            `bug "zz": is none of the program`,
		agrawala + "&challenge=x":       `challenge "x": is no property that a run can violate here`,
		agrawala + "&variant=%zz":       "%zz",
		agrawala + "\n&n=3":             "begins neither",
		"algorithm=lamport&n=999999999": "needs at most",
		"algorithm=neilsen-mizuno&n=3&topology=file:/etc/passwd":        `topology "file:/etc/passwd": a page reads no files`,
		"algorithm=maekawa&rounds=1&quorum=file:/etc/passwd":            "a page reads no files",
		agrawala + "&run=" + strings.Repeat("request.1_", MaxLink/10+1): "longer than 1048576 bytes",
		"{":            `trace "opened", line 1: torn`,
		"{}\n":         "a header without schema",
		"x:\nsteps: [": "scenario opened:",
		"name: x\nsource: y\nalgorithm: raymond\nwith: {topology: \"\\x66ile:/etc/passwd\"}\nsteps: [{step: a}]\n":                                                                                                               "a page reads no files",
		`{"schema":"mxgen.trace/v1","algorithm":"raymond","configuration":{"algorithm":"raymond","n":2,"variant":"","network":"fifo","topology":"file:/etc/passwd","edges":[[1,2]],"token":1},"origin":{"driver":"sim"}}` + "\n": "a page reads no files",
	} {
		start, err := ParseStart(text)
		if err == nil {
			_, err = start.Open(Limits{})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: error %v, want one with %q", text, err, want)
			continue
		}
		if line := err.Error(); strings.ContainsAny(line, "\n\r\x1b") || len(line) > 700 {
			t.Errorf("%.80q: not one short line: %.1000q", text, line)
		}
	}
}

func FuzzParseStart(f *testing.F) {
	for _, text := range []string{
		"algorithm=ricart-agrawala&n=2&network=unordered&run=request.1_receive.2~1.REQUEST.1&at=1",
		"http://x/#algorithm=maekawa&n=3&variant=slides&rounds=1&challenge=mutex&run=request.1",
		"algorithm=neilsen-mizuno&n=3&topology=star:2&bug=a-node-asks-twice",
		"name: x\nsource: y\nalgorithm: raymond\nwith: {n: 2}\nsteps: [{step: a, events: [request 1]}]\n",
		`{"schema":"mxgen.trace/v1","algorithm":"raymond","configuration":{"algorithm":"raymond","n":2,"variant":"","network":"fifo","topology":"line","edges":[[1,2]],"token":1},"origin":{"driver":"sim"}}` + "\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start, err := ParseStart(text)
		if err != nil || start.Setup.Config.N > 9 || len(start.Events) > 50 {
			return
		}
		s, err := start.Open(Limits{States: 60})
		if err != nil {
			if internal := (*config.Error)(nil); !errors.As(err, &internal) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		link, err := s.ShortLink()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseStart(link)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, link, err)
		}
		if back, err := again.Open(Limits{}); err != nil || encoded(back) != encoded(s) {
			t.Errorf("%q is written as %q, which is another state: %v", text, link, err)
		}
	})
}
