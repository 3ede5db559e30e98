package reference_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// TestRewind: a world that steps and is rewound, and encodes only what has
// changed, is the same as one that is set and encoded afresh.
func TestRewind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	unbounded := slices.DeleteFunc(permissionConfigurations(), func(c config.Config) bool { return c.Rounds > 0 })
	for _, cfg := range slices.Concat(configurations(4), unbounded) {
		sys := mustNew(t, cfg)
		w, fresh := sys.World(), sys.World()
		state := w.AppendState(nil)
		for range 2000 {
			w.SetState(state)
			events := slices.Collect(w.Enabled())
			for _, e := range events {
				if _, err := w.Step(e); err != nil {
					t.Fatalf("%s: %s: %v", cfg, e, err)
				}
				fresh.SetState(slices.Clone(w.AppendState(nil)))
				if quick, slow := w.AppendState(nil), fullState(fresh); !bytes.Equal(quick, slow) {
					t.Fatalf("%s: after %s the world is %x, encoded afresh %x", cfg, e, quick, slow)
				}
				w.Rewind()
				if !bytes.Equal(w.AppendState(nil), state) {
					t.Fatalf("%s: %s is not taken back", cfg, e)
				}
			}
			if _, err := w.Step(events[random.IntN(len(events))]); err != nil {
				t.Fatal(err)
			}
			state = slices.Clone(w.AppendState(nil))
		}
	}
}

// fullState encodes every node of a world, by normalising, which gives up the
// short way and changes nothing.
func fullState(w *reference.World) []byte {
	w.Normalise()
	return w.AppendState(nil)
}

// TestVariables: names are different, and a world has one value for each.
func TestVariables(t *testing.T) {
	for _, cfg := range configurations(3) {
		for _, rounds := range []int{0, 2} {
			cfg.Rounds = rounds
			sys := mustNew(t, cfg)
			seen := map[string]bool{}
			for _, v := range sys.Variables() {
				if seen[v.Name] {
					t.Errorf("%s: %s twice", cfg, v.Name)
				}
				seen[v.Name] = true
				if v.Phase != strings.HasPrefix(v.Name, "phase[") {
					t.Errorf("%s: %+v", cfg, v)
				}
			}
			if seen["requests[1]"] != (rounds > 0) {
				t.Errorf("%s: requests[1] is there: %v", cfg, seen["requests[1]"])
			}
			values, err := sys.World().Values(nil)
			if err != nil || len(values) != len(seen) {
				t.Errorf("%s: %d values of %d variables, %v", cfg, len(values), len(seen), err)
			}
		}
	}
}

func TestImpossibleEvents(t *testing.T) {
	w := mustNew(t, configurations(3)[1]).World() // Ricart-Agrawala
	before := slices.Clone(w.AppendState(nil))
	for _, label := range []string{"request 4", "request 1 5", "enter 1", "exit 1", "receive 1<-2 REPLY",
		"receive 1<-2 HELLO", "receive 1<-9 REPLY", "receive 9<-1 REPLY", "receive 1<-2 REQUEST", "receive 1<-2 REQUEST 1 2"} {
		e, err := event.Parse(label)
		if err != nil {
			t.Fatal(err)
		}
		if w.Can(e) {
			t.Errorf("%s: can happen", label)
		}
		if _, err := w.Step(e); err == nil || !strings.Contains(err.Error(), label) {
			t.Errorf("%s: error %v", label, err)
		}
	}
	if !bytes.Equal(before, w.AppendState(nil)) {
		t.Error("an impossible event has changed the world")
	}
}

func TestRefusedConfigurations(t *testing.T) {
	line := []config.Edge{{1, 2}, {2, 3}}
	for want, cfg := range map[string]config.Config{
		"not one of":         {Algorithm: "paxos", N: 3, Network: config.FIFO},
		"n 0":                {Algorithm: "ricart-agrawala", N: 0, Network: config.FIFO},
		"n 63":               {Algorithm: "ricart-agrawala", N: 63, Network: config.FIFO},
		"rounds -1":          {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Rounds: -1},
		`network "mailbox"`:  {Algorithm: "ricart-agrawala", N: 3, Network: config.Mailbox},
		"arbitrary-number=T": {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Variant: config.Variant{{Name: "arbitrary-number"}}},
		"variant assign":     {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Variant: config.Variant{{Name: "assign"}}},
		"coordinator 4":      {Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 4},
		"variant inti":       {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line, Token: 1, Variant: config.Variant{{Name: "inti"}}},
		"token 0":            {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line},
		"1 edges":            {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line[:1], Token: 1},
		"edge 1-9":           {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: []config.Edge{{1, 9}, {2, 3}}, Token: 1},
		"order [1 2 2]":      {Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{1, 2, 2}},
		"has 2 of 3":         {Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{1, 2}},
		"token 4":            {Algorithm: "suzuki-kasami", N: 3, Network: config.FIFO, Token: 4},
		"rounds 8":           {Algorithm: "suzuki-kasami", N: 3, Network: config.FIFO, Token: 1, Rounds: 8},
		"needs rounds":       {Algorithm: "ricart-agrawala-token", N: 3, Network: config.FIFO, Token: 1, Variant: config.Variant{{Name: "minnumber"}}},
		"one policy":         {Algorithm: "ricart-agrawala-token", N: 3, Network: config.FIFO, Token: 1, Variant: config.Variant{{Name: "arbitrary"}, {Name: "cyclic"}}},
		"not connected":      {Algorithm: "neilsen-mizuno", N: 4, Network: config.FIFO, Edges: []config.Edge{{1, 2}, {1, 2}, {3, 4}}, Token: 1},
	} {
		if _, err := reference.New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
