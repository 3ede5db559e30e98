package main

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/simulate"
)

// TestExplainedMessages: messages carry the numbers that explain names; those of a variant may
// carry none.
func TestExplainedMessages(t *testing.T) {
	for _, a := range algorithms.All() {
		carried := map[string][]int{} // by class, the numbers of fields
		for k, s := range samples(a) {
			sys, err := programs.New(s.config)
			if err != nil {
				t.Fatalf("%s: %v", s.config, err)
			}
			err = simulate.Run(context.Background(), sys, simulate.Options{Seed: uint64(k), Scheduler: "random", Entries: 1}, func(_ *reference.World, r reference.Record) error {
				for _, m := range r.Sends {
					carried[m.Msg.Kind] = append(carried[m.Msg.Kind], len(m.Msg.Fields))
				}
				return nil
			})
			if err != nil && !errors.Is(err, simulate.ErrStuck) {
				t.Fatalf("%s: %v", s.config, err)
			}
		}
		for _, m := range a.Messages {
			if most := slices.Max(append(carried[m.Name], 0)); most != len(m.Fields) {
				t.Errorf("%s: %s carries %d numbers, explain names %q", a.Name, m.Name, most, m.Fields)
			}
			for _, n := range carried[m.Name] {
				if n != 0 && n != len(m.Fields) {
					t.Errorf("%s: %s carries %d numbers", a.Name, m.Name, n)
				}
			}
		}
	}
}

// TestExplainedVariables: explain has every variable of a node, and every one that is compared, of
// every sample, each once.
func TestExplainedVariables(t *testing.T) {
	for _, a := range algorithms.All() {
		node, compared := variableRows(a)
		for _, s := range samples(a) {
			sys, err := programs.New(s.config)
			if err != nil {
				t.Fatal(err)
			}
			w := sys.World()
			for i := 1; i <= w.N(); i++ {
				for _, v := range w.Vars(i) {
					if !named(node, v.Name) {
						t.Errorf("%s: no %s", s.config, v.Name)
					}
				}
			}
			for _, v := range sys.Variables() {
				if name := baseName(v.Name); !named(compared, name) {
					t.Errorf("%s: no %s", s.config, name)
				}
			}
		}
		for _, r := range slices.Concat(node, compared) {
			if r[1] == "" {
				t.Errorf("%s: nothing about %s", a.Name, r[0])
			}
		}
	}
}

func named(rows [][2]string, name string) bool {
	return slices.ContainsFunc(rows, func(r [2]string) bool { return r[0] == name })
}

// TestFieldsParse: a message with the fields that explain names can be the text of an event.
func TestFieldsParse(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, m := range a.Messages {
			if _, err := event.Parse("receive 1<-2 " + m.Name + withNumbers(m)); err != nil {
				t.Error(err)
			}
		}
	}
}

func withNumbers(m registry.Message) (text string) {
	for range m.Fields {
		text += " 1"
	}
	return text
}
