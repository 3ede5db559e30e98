package algorithms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// step of a scenario: events and the expected values afterwards, both separated by
// commas.  An expected value is "name values" with the values of nodes 1..N;
// "name@i" is the value of node i.  "net" has the messages under way, "entry" the
// nodes that can enter, "exit" the enabled exits with their choices.
type step struct{ events, after string }

// play runs a scenario of docs/algorithms.md, section 5.
func play(t *testing.T, cfg config.Config, steps []step) {
	t.Helper()
	w := mustNew(t, cfg).Raw().World()
	for k, s := range steps {
		for label := range strings.SplitSeq(s.events, ", ") {
			if label == "" {
				continue
			}
			e, err := event.Parse(label)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Step(e); err != nil {
				t.Fatalf("step %d: %v", k+1, err)
			}
		}
		for expected := range strings.SplitSeq(s.after, ", ") {
			name, want, _ := strings.Cut(expected, " ")
			if got := valuesOf(w, name); got != want {
				t.Errorf("step %d: %s is %q, want %q", k+1, name, got, want)
			}
		}
	}
}

func valuesOf(w *reference.World, name string) string {
	var values []string
	if name == "net" {
		for _, f := range w.InFlight() {
			values = append(values, fmt.Sprintf("%d>%d %s", f.From, f.To, f.Msg))
		}
		return strings.Join(values, "; ")
	}
	if name == "entry" {
		for e := range w.Enabled() {
			if e.Kind == event.Enter {
				values = append(values, fmt.Sprint(e.Node))
			}
		}
		return strings.Join(values, " ")
	}
	if name == "exit" {
		for e := range w.Enabled() {
			if e.Kind == event.Exit {
				values = append(values, strings.TrimPrefix(e.String(), "exit "))
			}
		}
		return strings.Join(values, "; ")
	}
	name, at, _ := strings.Cut(name, "@")
	for i := 1; i <= w.System().Config.N; i++ {
		for _, v := range w.Vars(i) {
			switch {
			case v.Name != name || at != "" && at != fmt.Sprint(i):
			case v.List != nil:
				values = append(values, fmt.Sprint(v.List))
			default:
				values = append(values, fmt.Sprint(v.Number))
			}
		}
	}
	return strings.Join(values, " ")
}
