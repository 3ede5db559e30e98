package algorithms_test

import (
	"context"
	"slices"
	"testing"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
)

// TestMutants: every property fails for its seeded bug, with a counterexample
// that can be replayed, and holds for the algorithm without it.  Every property
// of an algorithm has a seeded bug.
func TestMutants(t *testing.T) {
	caught := map[string]bool{}
	for _, m := range algorithms.Mutants() {
		t.Run(m.Config.Algorithm+"/"+m.Property+"/"+m.Name, func(t *testing.T) {
			sys, err := reference.Assemble(m.Algorithm(), m.Config)
			if err != nil {
				t.Fatal(err)
			}
			var v explore.Verdict
			for _, most := range []int{1000, 20000} { // most bugs show early
				v, err = explore.Run(context.Background(), sys, explore.Options{MaxStates: most}).Verdict(m.Property)
				if v.Result == explore.Fail {
					break
				}
			}
			if err != nil || v.Result != explore.Fail {
				t.Fatalf("%+v %v", v, err)
			}
			w := sys.World()
			for _, e := range slices.Concat(v.Path, v.Cycle) {
				if _, err := w.Step(e); err != nil {
					t.Fatalf("the path does not replay: %v", err)
				}
			}
			if v.Property == "starvation" {
				if err := sys.CheckStarvation(v.Path, v.Cycle, v.Node); err != nil {
					t.Errorf("%v, then for ever %v: %v", v.Path, v.Cycle, err)
				}
			}
			caught[m.Config.Algorithm+" "+m.Property] = true
		})
	}
	correct := slices.Concat(configurations(3), permissionConfigurations())
	for _, cfg := range correct {
		sys := mustNew(t, cfg)
		g := explore.Run(context.Background(), sys, explore.Options{})
		for _, name := range g.Properties() {
			if v, err := g.Verdict(name); err != nil || v.Result != explore.Pass {
				t.Errorf("%s: %s: %+v %v", cfg, name, v, err)
			}
		}
	}
	for _, variant := range []string{"sanders", "mk85,eager", "circulating"} {
		correct = append(correct, maekawa(t, variant, triangle, 1))
	}
	for _, cfg := range correct {
		for _, p := range mustNew(t, cfg).Algorithm.Properties(cfg) {
			if !caught[cfg.Algorithm+" "+p.Name] {
				t.Errorf("%s: %s: no seeded bug", cfg, p.Name)
			}
		}
	}
}

// TestIdleHolder: only deadlock and starvation fail if an idle holder keeps the
// token.
func TestIdleHolder(t *testing.T) {
	for _, m := range algorithms.Mutants() {
		if m.Name != "an idle holder does not pass the token on" {
			continue
		}
		sys, err := reference.Assemble(m.Algorithm(), m.Config)
		if err != nil {
			t.Fatal(err)
		}
		g := explore.Run(context.Background(), sys, explore.Options{})
		for _, p := range g.Properties() {
			v, _ := g.Verdict(p)
			progress := p == "deadlock" || p == "starvation"
			if v.Result == explore.Fail && !progress {
				t.Errorf("%s: %+v", p, v)
			}
		}
	}
}
