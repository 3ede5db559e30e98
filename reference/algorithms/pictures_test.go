package algorithms_test

import (
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
)

// queueIn is the queue with a title, and whether the picture has one.
func queueIn(p reference.Picture, title string) (nodes []int, found bool) {
	for _, part := range p {
		if part.Title == title && part.Queue != nil {
			for _, place := range part.Queue.Places {
				nodes = append(nodes, place.Node)
			}
			return nodes, true
		}
	}
	return nil, false
}

// TestQueuesForetell: in the algorithms that serve in the order of a queue which nobody stores, the node that
// enters is the head of the queue that the picture shows, and everybody who is behind it waits.
func TestQueuesForetell(t *testing.T) {
	star := []config.Edge{{1, 2}, {1, 3}, {1, 4}}
	for _, c := range []struct {
		cfg   config.Config
		title string
	}{
		{config.Config{Algorithm: "ricart-agrawala", N: 4, Network: config.Unordered}, "virtual queue"},
		{config.Config{Algorithm: "lamport", N: 3, Network: config.FIFO}, "virtual queue"},
		{config.Config{Algorithm: "neilsen-mizuno", N: 4, Token: 2, Edges: star, Network: config.Unordered}, "implicit queue"},
		{config.Config{Algorithm: "raymond", N: 4, Token: 2, Edges: star, Network: config.FIFO}, "implicit queue"},
	} {
		a, _ := algorithms.Lookup(c.cfg.Algorithm)
		sys, err := algorithms.New(c.cfg)
		if err != nil {
			t.Fatal(err)
		}
		before, entries, longest := sys.Raw().World(), 0, 0
		err = simulate.Run(t.Context(), sys, simulate.Options{Seed: 3, Entries: 20}, func(w *reference.World, r reference.Record) error {
			queue, found := queueIn(a.Picture(before), c.title)
			longest = max(longest, len(queue))
			if !found {
				t.Fatalf("%s: no %s", c.cfg.Algorithm, c.title)
			}
			for _, i := range queue {
				if before.Phase(i) == reference.Idle {
					t.Errorf("%s: node %d is idle in %v", c.cfg.Algorithm, i, queue)
				}
			}
			if r.Event.Kind == event.Enter {
				entries++
				if len(queue) == 0 || queue[0] != r.Event.Node {
					t.Errorf("%s: node %d enters, the queue is %v", c.cfg.Algorithm, r.Event.Node, queue)
				}
			}
			before.SetState(w.AppendState(nil))
			return nil
		})
		if err != nil || entries < 40 || longest < c.cfg.N-1 {
			t.Errorf("%s: %d entries, a queue of %d, %v", c.cfg.Algorithm, entries, longest, err)
		}
	}
}

// TestPictures: every algorithm has a picture, in every state of a run.
func TestPictures(t *testing.T) {
	for _, name := range algorithms.Names() {
		a, _ := algorithms.Lookup(name)
		if a.Picture == nil {
			t.Errorf("%s: no picture", a.Name)
		}
	}
	sk, _ := algorithms.Lookup("suzuki-kasami")
	sys, err := algorithms.New(config.Config{Algorithm: "suzuki-kasami", N: 3, Token: 1, Network: config.Unordered})
	if err != nil {
		t.Fatal(err)
	}
	w := sys.Raw().World()
	for _, label := range []string{"request 1", "request 2", "request 3", "receive 1<-3 REQUEST 1", "receive 1<-2 REQUEST 1", "enter 1", "exit 1"} {
		e, err := event.Parse(label)
		if err == nil {
			_, err = w.Step(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p := sk.Picture(w)
	if queue, _ := queueIn(p, "queue of the token"); !slices.Equal(queue, []int{3}) {
		t.Errorf("the queue of the token is %v", queue)
	}
	if p[1].Title != "token, under way from 1 to 2" || p[0].Table.Rows[0].Cells[2].Mark != reference.Notable {
		t.Errorf("%+v", p)
	}
}

// TestNextOwner: the token of Ricart and Agrawala goes to a node that the picture names, in every policy.
func TestNextOwner(t *testing.T) {
	for _, policy := range []string{"arbitrary", "cyclic", "minnumber"} {
		cfg := config.Config{Algorithm: "ricart-agrawala-token", N: 4, Token: 1, Network: config.Unordered, Rounds: 7, Variant: config.Variant{{Name: policy}}}
		a, _ := algorithms.Lookup(cfg.Algorithm)
		sys, err := algorithms.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		before, passed, most := sys.Raw().World(), 0, 0
		err = simulate.Run(t.Context(), sys, simulate.Options{Seed: 5, Entries: 7}, func(w *reference.World, r reference.Record) error {
			owners, _ := queueIn(a.Picture(before), "may get the token next")
			for _, f := range w.InFlight() {
				if f.Msg.Kind == "TOKEN" && r.Event.Kind == event.Exit {
					passed++
					most = max(most, len(owners))
					if !slices.Contains(owners, f.To) {
						t.Errorf("%s: %v gives the token to %d, and the picture has %v", policy, r.Event, f.To, owners)
					}
				}
			}
			before.SetState(w.AppendState(nil))
			return nil
		})
		if err != nil || passed < 10 || policy != "arbitrary" && most != 1 || policy == "arbitrary" && most < 2 {
			t.Errorf("%s: %d times passed, of %d nodes, %v", policy, passed, most, err)
		}
	}
}
