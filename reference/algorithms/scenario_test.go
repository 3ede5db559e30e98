package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// step of a scenario: events, separated by commas, and what holds afterwards,
// as "name values" per variable, values of nodes 1..N in order, separated by
// commas; "name@i" is that of node i alone.  "net" is the messages under way,
// "entry" who can enter, "exit" who can leave, and to whom it can choose to.
type step struct{ events, after string }

// play runs a scenario of spec section 5.
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
		for claim := range strings.SplitSeq(s.after, ", ") {
			name, want, _ := strings.Cut(claim, " ")
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

func tree(n, token int, edges ...config.Edge) config.Config {
	return config.Config{Algorithm: "neilsen-mizuno", N: n, Network: config.FIFO, Edges: edges, Token: token}
}

func TestNM1(t *testing.T) {
	play(t, tree(5, 5, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{3, 4}, config.Edge{4, 5}), []step{
		{"", "next 2 3 4 5 0, follow 0 0 0 0 0, holding 0 0 0 0 1, net "},
		{"request 5, enter 5", "next 2 3 4 5 0, holding 0 0 0 0 0"},
		{"request 3", "next 2 3 0 5 0, net 3>4 REQUEST 3"},
		{"receive 4<-3 REQUEST 3", "next 2 3 0 3 0, net 4>5 REQUEST 3"},
		{"receive 5<-4 REQUEST 3", "next 2 3 0 3 4, follow 0 0 0 0 3, net "},
		{"exit 5", "follow 0 0 0 0 0, net 5>3 PRIVILEGE"},
		{"receive 3<-5 PRIVILEGE, enter 3", "next 2 3 0 3 4, phase 0 0 2 0 0, holding 0 0 0 0 0, net "},
	})
}

func TestNM2(t *testing.T) {
	play(t, tree(6, 3, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{2, 5}, config.Edge{3, 4}, config.Edge{4, 6}), []step{
		{"", "next 2 3 0 3 2 4, follow 0 0 0 0 0 0, holding 0 0 1 0 0 0"},
		{"request 3, enter 3", "next 2 3 0 3 2 4, holding 0 0 0 0 0 0, phase 0 0 2 0 0 0"},
		{"request 2", "next 2 0 0 3 2 4, net 2>3 REQUEST 2"},
		{"receive 3<-2 REQUEST 2", "next 2 0 2 3 2 4, follow 0 0 2 0 0 0, net "},
		{"request 1", "next 0 0 2 3 2 4, net 1>2 REQUEST 1"},
		{"request 5", "next 0 0 2 3 0 4, net 1>2 REQUEST 1; 5>2 REQUEST 5, phase 1 1 2 0 1 0"},
		{"receive 2<-1 REQUEST 1", "next 0 1 2 3 0 4, follow 0 1 2 0 0 0"},
		{"receive 2<-5 REQUEST 5", "next 0 5 2 3 0 4, follow 0 1 2 0 0 0, net 2>1 REQUEST 5"},
		{"receive 1<-2 REQUEST 5", "next 2 5 2 3 0 4, follow 5 1 2 0 0 0, net "},
		{"exit 3", "follow 5 1 0 0 0 0, net 3>2 PRIVILEGE"},
		{"receive 2<-3 PRIVILEGE, enter 2, exit 2", "follow 5 0 0 0 0 0, net 2>1 PRIVILEGE"},
		{"receive 1<-2 PRIVILEGE, enter 1, exit 1", "follow 0 0 0 0 0 0, net 1>5 PRIVILEGE"},
		{"receive 5<-1 PRIVILEGE, enter 5, exit 5", "next 2 5 2 3 0 4, holding 0 0 0 0 1 0, phase 0 0 0 0 0 0, net "},
	})
}

func TestNM3(t *testing.T) {
	play(t, tree(5, 3, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{3, 4}, config.Edge{4, 5}), []step{
		{"request 3, enter 3", "next 2 3 0 3 4"},
		{"request 1", "next 0 3 0 3 4, net 1>2 REQUEST 1"},
		{"receive 2<-1 REQUEST 1", "next 0 1 0 3 4, net 2>3 REQUEST 1"},
		{"receive 3<-2 REQUEST 1", "next 0 1 2 3 4, follow 0 0 1 0 0"},
		{"request 5", "next 0 1 2 3 0, net 5>4 REQUEST 5"},
		{"receive 4<-5 REQUEST 5", "next 0 1 2 5 0, net 4>3 REQUEST 5"},
		{"receive 3<-4 REQUEST 5", "next 0 1 4 5 0, net 3>2 REQUEST 5"},
		{"receive 2<-3 REQUEST 5", "next 0 3 4 5 0, net 2>1 REQUEST 5"},
		{"receive 1<-2 REQUEST 5", "next 2 3 4 5 0, follow 5 0 1 0 0, net "},
		{"exit 3", "follow 5 0 0 0 0, net 3>1 PRIVILEGE"},
		{"receive 1<-3 PRIVILEGE, enter 1", "follow 5 0 0 0 0, net "},
		{"exit 1", "follow 0 0 0 0 0, net 1>5 PRIVILEGE"},
		{"receive 5<-1 PRIVILEGE, enter 5", "next 2 3 4 5 0, net "},
		{"exit 5", "holding 0 0 0 0 1"},
	})
}

func arbitrary(n, tickets int) config.Config {
	return config.Config{Algorithm: "ricart-agrawala", N: n, Network: config.Unordered,
		Variant: config.Variant{{Name: "arbitrary-number", Value: tickets}}}
}

func TestRA1(t *testing.T) {
	play(t, arbitrary(3, 15), []step{
		{"request 1 10, request 2 5, request 3 15", "num 10 5 15, deferred 0 0 0, replies 0 0 0"},
		{"receive 3<-1 REQUEST 10, receive 3<-2 REQUEST 5", "deferred 0 0 0, replies 0 0 0"},
		{"receive 2<-1 REQUEST 10, receive 2<-3 REQUEST 15", "deferred 0 10 0, replies 0 0 0"},
		{"receive 1<-2 REQUEST 5, receive 1<-3 REQUEST 15", "deferred 8 10 0, net 1>2 REPLY; 3>1 REPLY; 3>2 REPLY"},
		{"receive 1<-3 REPLY, receive 2<-3 REPLY, receive 2<-1 REPLY", "replies 1 2 0, net , entry 2"},
		{"enter 2, exit 2", "deferred 8 0 0, replies 1 0 0, net 2>1 REPLY; 2>3 REPLY"},
		{"receive 1<-2 REPLY, receive 3<-2 REPLY", "replies 2 0 1, net , entry 1"},
		{"enter 1, exit 1, receive 3<-1 REPLY", "deferred 0 0 0, replies 0 0 2, net , entry 3"},
		{"enter 3, exit 3", "deferred 0 0 0, replies 0 0 0, net , hi 15 15 10"},
	})
}

func TestRA2(t *testing.T) {
	play(t, arbitrary(2, 10), []step{
		{"request 1 10, request 2 5", "num 10 5"},
		{"receive 1<-2 REQUEST 5, receive 2<-1 REQUEST 10", "deferred 0 2"},
		{"receive 2<-1 REPLY, enter 2, exit 2, request 2 8", "net 2>1 REPLY; 2>1 REQUEST 8"},
		{"receive 1<-2 REPLY, enter 1, receive 1<-2 REQUEST 8", "phase 2 1"},
		{"receive 2<-1 REPLY, enter 2", "phase 2 2"},
	})
}

func TestCentralizedQueue(t *testing.T) {
	play(t, config.Config{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 2}, []step{
		{"request 3, request 1, receive 2<-3 REQUEST, receive 2<-1 REQUEST, request 2", "busy 3, net 2>3 GRANT"},
		{"receive 3<-2 GRANT, enter 3, exit 3", "busy 3, granted 0 0 0, net 3>2 RELEASE"},
		{"receive 2<-3 RELEASE, receive 1<-2 GRANT, enter 1, exit 1, receive 2<-1 RELEASE", "busy 2, granted 0 1 0, net "},
		{"enter 2, exit 2", "busy 0, granted 0 0 0, phase 0 0 0"},
	})
}
