package compare

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/process"
)

// compared are configurations in which model and program must be the same
// thing: three algorithms on every network with every variant, every kind of
// tree, the token at its root and at a leaf.
func compared() map[string][]string {
	all := map[string][]string{}
	for _, network := range []string{" --network unordered", " --network fifo"} {
		for _, n := range []int{2, 3, 5} {
			for _, coordinator := range []int{1, n} {
				all["centralized"] = append(all["centralized"], fmt.Sprintf("--n %d --coordinator %d", n, coordinator)+network)
			}
		}
		for n := 2; n <= 3; n++ {
			for _, variant := range []string{"", " --variant no-tie-break", " --variant no-request-flag", " --variant arbitrary-number=2",
				" --rounds 1", " --rounds 1 --variant no-request-flag"} {
				if n == 3 && strings.Contains(variant, "arbitrary") && strings.Contains(network, "unordered") {
					continue // a minute
				}
				all["ricart-agrawala"] = append(all["ricart-agrawala"], fmt.Sprintf("--n %d", n)+variant+network)
			}
		}
		for _, tree := range []struct {
			n        int
			topology string
			leaf     int
		}{
			{2, "line", 2}, {4, "line", 4}, {5, "line", 5}, {4, "star", 3}, {5, "tree:2", 5},
			{5, "radiating:2", 4}, {5, "edges:3-1,3-2,2-4,2-5", 1},
		} {
			for _, token := range []int{1, tree.leaf} {
				all["neilsen-mizuno"] = append(all["neilsen-mizuno"],
					fmt.Sprintf("--n %d --topology %s --token %d", tree.n, tree.topology, token)+network)
			}
		}
	}
	return all
}

// The model's graph, as SPIN makes it, and the program's are equal: the same
// states, the same labelled edges.
func TestModelsEqualPrograms(t *testing.T) {
	x := testComparer(t)
	for algorithm, configurations := range compared() {
		for k, flags := range configurations {
			if testenv.Racing && k%10 != 1 {
				continue
			}
			c := testenv.Config(t, algorithm, flags)
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				r, err := x.Compare(t.Context(), c, Options{NoProperties: true})
				switch {
				case err != nil:
					t.Error(err)
				case !r.Equal || r.Edges != EdgesCompared:
					t.Errorf("equal %v, edges %s, %+v", r.Equal, r.Edges, r.Difference)
				}
			})
		}
	}
}

// suiteCases are the entries of four suites.
func suiteCases(t *testing.T) (all []suite.Case) {
	t.Helper()
	for _, name := range []string{"catalogue", "permission", "networks", "quick"} {
		s, err := suite.Load("../../models/suites/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s.Cases...)
	}
	return all
}

// wantEqual compares all of a suite.
func wantEqual(t *testing.T, s *suite.Suite, o Options) {
	t.Helper()
	all, err := testComparer(t).Suite(t.Context(), s, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d configurations", len(all))
	for _, one := range all {
		if one.Err != nil || !one.Comparison.Equal {
			t.Errorf("%s: %+v, %v", one.Configuration, one.Comparison, one.Err)
		}
	}
}

// manyStates is beyond what a comparison does in a second or two.
const manyStates = 30_000

// The same of the suites' configurations: of each algorithm, variant and network the
// largest one that has not many states.
func TestSuitesEqualPrograms(t *testing.T) {
	type kind struct {
		algorithm, variant string
		network            config.Network
	}
	largest := map[kind]suite.Case{}
	for _, c := range suiteCases(t) {
		k := kind{c.Config.Algorithm, c.Config.Variant.String(), c.Config.Network}
		if old, found := largest[k]; states(c) < manyStates && (!found || states(c) > states(old)) {
			largest[k] = c
		}
	}
	s := &suite.Suite{Name: "largest", Cases: slices.Collect(maps.Values(largest))}
	if testenv.Racing {
		s.Cases = s.Cases[:3]
	}
	wantEqual(t, s, Options{NoProperties: true})
}

// The properties of the suites' configurations mean the same: of each algorithm and variant the smallest one.
func TestSuitesPropertiesMeanTheSame(t *testing.T) {
	if testenv.Racing {
		return
	}
	smallest := map[string]suite.Case{}
	for _, c := range suiteCases(t) {
		k := c.Config.Algorithm + " " + c.Config.Variant.String()
		if old, found := smallest[k]; !found || states(old) == 0 || states(c) > 0 && states(c) < states(old) {
			smallest[k] = c
		}
	}
	s := &suite.Suite{Name: "smallest"}
	for _, c := range smallest {
		if states(c) < manyStates {
			s.Cases = append(s.Cases, c)
		}
	}
	wantEqual(t, s, Options{})
}

// states is how many states the suite expects of a case, 0 if it does not say.
func states(c suite.Case) int {
	most := 0
	for _, e := range c.Expect {
		most = max(most, e.States)
	}
	return most
}

// Beyond the number of edges that are compared one by one, a hash of them is; a difference
// is found all the same, and the way to it.
func TestHashedEdges(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "centralized", "--n 4")
	r, err := x.Compare(t.Context(), c, Options{MaxEdges: 10})
	if err != nil || !r.Equal || r.Edges != EdgesHashed {
		t.Fatalf("%+v, %v", r, err)
	}
	model := string(testenv.BareModel(t, c))
	edited := strings.Replace(model, "\t\tserve_next()\n", "\t\tbusy = 0\n", 1)
	r, err = x.Compare(t.Context(), c, Options{MaxEdges: 10, Model: []byte(edited)})
	if err != nil || r.Equal || r.Difference == nil || len(r.Difference.Path) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
}

// TestInterruptedSuite: a suite that a signal ends has what was compared until then, and says of the
// rest that it was not reached.
func TestInterruptedSuite(t *testing.T) {
	s := &suite.Suite{}
	for n := 2; n <= 4; n++ {
		s.Cases = append(s.Cases, suite.Case{Config: testenv.Config(t, "centralized", fmt.Sprintf("--n %d", n))})
	}
	ctx, interrupt := context.WithCancelCause(t.Context())
	x := testComparer(t)
	x.Slots = process.NewSlots(1)
	all, err := x.Suite(ctx, s, Options{NoProperties: true}, func(SuiteComparison) { interrupt(&results.Interruption{By: "SIGTERM"}) })
	if by := (*results.Interruption)(nil); !errors.As(err, &by) || by.By != "SIGTERM" {
		t.Errorf("the error is %v", err)
	}
	if len(all) != 3 || all[0].NotReached || !all[0].Comparison.Equal || !all[2].NotReached || all[2].Comparison != nil {
		t.Errorf("%+v", all)
	}
	var out strings.Builder
	if err := Table(&out, all); err != nil || !strings.Contains(out.String(), " not compared in time") {
		t.Errorf("%s%v", &out, err)
	}
	if r := Results("", all).Results[2]; r.Verdict != results.Inconclusive || !r.NotReached {
		t.Errorf("in reports: %+v", r)
	}
}
