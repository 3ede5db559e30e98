package trace_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/reference/trace"
)

// lines are the lines of a log, without its header.
func lines(t *testing.T, text string) iter.Seq2[trace.Line, error] {
	t.Helper()
	r, err := trace.NewReader("log", strings.NewReader(`{"schema":"mxgen.trace/v1","algorithm":"ricart-agrawala",`+
		`"configuration":{"algorithm":"ricart-agrawala","n":2,"variant":"","network":"fifo"},"origin":{"driver":"processes"},"order":"nodes"}`+"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(trace.Line, error) bool) {
		for {
			l, err := r.NextLine()
			if err != nil && err.Error() == "EOF" || !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// merged are the events of a merge, with their numbers.
func merged(logs ...iter.Seq2[trace.Line, error]) (all []string, err error) {
	for l, err := range trace.Merge(logs) {
		if err != nil {
			return all, err
		}
		if l.Seq != len(all)+1 {
			all = append(all, "wrong number")
		}
		all = append(all, l.Event.String())
	}
	return all, nil
}

func TestMerge(t *testing.T) {
	const (
		request = `{"seq":1,"event":"request","node":1,"time":5,"sends":[{"to":2,"message":{"kind":"REQUEST","fields":[1],"id":"1-1"}}]}` + "\n"
		receive = `{"seq":1,"event":"receive","node":2,"time":3,"peer":1,"message":{"kind":"REQUEST","fields":[1],"id":"1-1"},"sends":[{"to":1,"message":{"kind":"REPLY","id":"2-1"}}]}` + "\n"
		reply   = `{"seq":2,"event":"receive","node":1,"time":9,"peer":2,"message":{"kind":"REPLY","id":"2-1"},"sends":[]}` + "\n"
		wants   = `{"seq":2,"event":"request","node":2,"time":7,"sends":[{"to":1,"message":{"kind":"REQUEST","fields":[2],"id":"2-2"}}]}` + "\n"
	)
	// The order is that of the times, but never against a message: the clock of node 2 is late.
	got, err := merged(lines(t, request+reply), lines(t, receive+wants))
	if want := []string{"request 1", "receive 2<-1 REQUEST 1", "request 2", "receive 1<-2 REPLY"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	// A torn last line is left out; what comes after it is under way.
	if got, err := merged(lines(t, request+reply[:40]), lines(t, receive)); err != nil || len(got) != 2 {
		t.Errorf("%q, %v", got, err)
	}
	// No log sends the message, or it arrives twice.
	if got, err := merged(lines(t, ""), lines(t, receive)); err == nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
	twice := strings.Replace(receive, `"seq":1`, `"seq":2`, 1)
	if got, err := merged(lines(t, request), lines(t, receive+twice)); err == nil || !strings.Contains(err.Error(), `no line sends the message "1-1"`) {
		t.Errorf("%q, %v", got, err)
	}
	// A message without id was under way from the start.
	if got, err := merged(lines(t, ""), lines(t, strings.ReplaceAll(receive, `,"id":"1-1"`, ""))); err != nil || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := merged(lines(t, ""), lines(t, "{}\n")); err == nil {
		t.Error("a line that cannot be read is no error")
	}
}
