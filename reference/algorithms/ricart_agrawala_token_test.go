package algorithms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// delivery returns the events in which the others receive a REQUEST of node i, the
// node with the token last.
func delivery(n, i, number, holder int) string {
	var events []string
	for j := 1; j <= n; j++ {
		if j != i && j != holder {
			events = append(events, fmt.Sprintf("receive %d<-%d REQUEST %d", j, i, number))
		}
	}
	return strings.Join(append(events, fmt.Sprintf("receive %d<-%d REQUEST %d", holder, i, number)), ", ")
}

// history returns the events in which nodes enter one after the other, no node
// twice in a row.
func history(n, holder int, entries ...int) string {
	var events []string
	numbers := make([]int, n+1)
	for _, i := range entries {
		numbers[i]++
		events = append(events, fmt.Sprintf("request %d, %s, receive %d<-%d TOKEN, enter %d, exit %d",
			i, delivery(n, i, numbers[i], holder), i, holder, i, i))
		holder = i
	}
	return strings.Join(events, ", ")
}

// table returns events that lead to the table of Ben-Ari, section 10.6: node 3 of
// 5 is in its critical section, and nodes 2 and 4 have requested.
func table() string {
	return strings.Join([]string{
		history(5, 1, 2, 1, 3, 1, 2, 4, 1, 4, 1, 4, 5, 4, 3),
		"request 3, enter 3",
		"request 2, " + delivery(5, 2, 3, 3),
		"request 4, " + delivery(5, 4, 5, 3),
	}, ", ")
}

func TestTK1(t *testing.T) {
	agrawala := config.Config{Algorithm: "ricart-agrawala-token", N: 5, Network: config.FIFO, Token: 1}
	filled := step{table(), "requested@3 [4 3 0 5 1], granted@3 [4 2 2 4 1], net "}
	after := func(to int) step {
		return step{"", fmt.Sprintf("net 3>%d TOKEN, token 0 0 0 0 0", to)}
	}
	for policy, to := range map[string]int{"cyclic": 4, "minnumber": 2, "": 4} {
		cfg := agrawala
		if policy != "" {
			cfg.Variant = config.Variant{{Name: policy}}
		}
		cfg.Rounds = 7
		play(t, cfg, []step{filled, {"exit 3", "phase 0 1 0 1 0"}, after(to)})
	}
	agrawala.Variant = config.Variant{{Name: "arbitrary"}}
	play(t, agrawala, []step{filled, {"", "exit 3 2; 3 4"}, {"exit 3 2", "phase 0 1 0 1 0"}, after(2)})
	play(t, agrawala, []step{filled, {"exit 3 4", "phase 0 1 0 1 0"}, after(4),
		{"receive 4<-3 TOKEN", "granted@4 [4 2 2 4 1]"},
		{"enter 4, exit 4 2, receive 2<-4 TOKEN", "granted@2 [4 2 2 5 1]"}})
	play(t, config.Config{Algorithm: "suzuki-kasami", N: 5, Network: config.FIFO, Token: 1}, []step{
		{table(), "rn@3 [4 3 2 5 1], ln@3 [4 2 2 4 1], queue@3 []"},
		{"exit 3", "net 3>2 TOKEN"},
		{"receive 2<-3 TOKEN", "ln@2 [4 2 2 4 1], queue@2 [4]"},
	})
}

// TestTK3: nodes 2 and 3 keep requesting, and whoever of them leaves chooses
// the other; node 1 waits for ever.
func TestTK3(t *testing.T) {
	parse := func(labels string) (events []event.Event) {
		for label := range strings.SplitSeq(labels, ", ") {
			e, err := event.Parse(label)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, e)
		}
		return events
	}
	heard := "receive 2<-1 REQUEST 1, receive 3<-1 REQUEST 1, request 3, receive 2<-3 REQUEST 1, receive 1<-3 REQUEST 1"
	turn := "exit 2 3, receive 3<-2 TOKEN, enter 3, request 2, receive 3<-2 REQUEST 1, receive 1<-2 REQUEST 1, " +
		"exit 3 2, receive 2<-3 TOKEN, enter 2, request 3, receive 2<-3 REQUEST 1, receive 1<-3 REQUEST 1"
	sys := mustNew(t, config.Config{Algorithm: "ricart-agrawala-token", N: 3, Network: config.FIFO, Token: 2,
		Variant: config.Variant{{Name: "arbitrary"}}})
	if err := sys.CheckStarvation(parse("request 2, enter 2, request 1, "+heard+", "+turn), parse(turn), 1); err != nil {
		t.Error(err)
	}
}

// TestTargets: with the policy arbitrary an exit must choose a waiting node.
func TestTargets(t *testing.T) {
	w := mustNew(t, config.Config{Algorithm: "ricart-agrawala-token", N: 4, Network: config.FIFO, Token: 1,
		Variant: config.Variant{{Name: "arbitrary"}}}).World()
	for label := range strings.SplitSeq("request 1, enter 1, request 2, request 4, receive 1<-2 REQUEST 1, receive 1<-4 REQUEST 1", ", ") {
		e, err := event.Parse(label)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Step(e); err != nil {
			t.Fatal(err)
		}
	}
	for label, want := range map[string]bool{"exit 1": false, "exit 1 1": false, "exit 1 2": true, "exit 1 3": false, "exit 1 4": true, "exit 1 99": false} {
		if e, err := event.Parse(label); err != nil || w.Can(e) != want {
			t.Errorf("%s: can happen: %v, %v", label, !want, err)
		}
	}
}
