package trace_test

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// incomplete are lines of which parts are not known.
var incomplete = []trace.Line{
	{Step: trace.Step{Record: reference.Record{Event: event.Event{Kind: event.Request, Node: 1, Choice: 2}}, NoSends: true, NoState: true}},
	{Step: trace.Step{Record: reference.Record{Event: event.Event{Kind: event.Receive, Node: 2}}, NoSends: true, NoState: true}, NoPeer: true, NoMessage: true, Clock: []int{0, 1, 1, 0}},
	{Step: trace.Step{Record: reference.Record{Event: event.Event{Kind: event.Receive, Node: 2, Peer: 3}}, NoSends: true, NoState: true}, NoMessage: true},
	{Step: trace.Step{Record: reference.Record{Event: event.Event{Kind: event.Receive, Node: 2, Msg: event.Message{Kind: "REPLY"}}}, NoSends: true, NoState: true}, NoPeer: true, Clock: []int{0, 0, 2, 7}},
}

// TestWriteLine: an incomplete line is read as it was written.
func TestWriteLine(t *testing.T) {
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Config: configurations[1], Origin: trace.Origin{Driver: trace.Foreign}, Order: trace.OrderNodes})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range incomplete {
		if err := w.WriteLine(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r, err := trace.NewReader("x", &out)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range incomplete {
		got, err := r.NextLine()
		want.Seq, want.Line = k+1, k+2
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("line %d is read as %+v, want %+v, error %v", k+2, got, want, err)
		}
	}
	if _, err := r.NextLine(); err != io.EOF {
		t.Errorf("error %v", err)
	}
}

func TestWriteLineRefuses(t *testing.T) {
	w, err := trace.NewWriter(io.Discard, trace.Header{Config: configurations[1], Origin: trace.Origin{Driver: trace.Foreign}})
	if err != nil {
		t.Fatal(err)
	}
	for want, e := range map[string]event.Event{
		"want 1 to 3":       {Kind: event.Enter, Node: 9},
		`message "TOKEN"`:   {Kind: event.Receive, Node: 1, Peer: 2, Msg: event.Message{Kind: "TOKEN"}},
		"choice 1000000000": {Kind: event.Request, Node: 1, Choice: 1_000_000_000},
	} {
		err := w.WriteLine(trace.Line{Step: trace.Step{Record: reference.Record{Event: e}, NoSends: true, NoState: true}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}
