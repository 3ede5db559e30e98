package results

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/live"
	"github.com/mxgen/mxgen/reference/trace"
)

// compared are configurations in which model and program must be the same
// thing: every algorithm on every network with every variant, every kind of
// tree, the token at its root and at a leaf.
func compared() map[string][]string {
	all := map[string][]string{}
	for _, network := range []string{" --network unordered", " --network fifo"} {
		for n := 1; n <= 5; n++ {
			for _, coordinator := range []int{1, n} {
				all["centralized"] = append(all["centralized"], fmt.Sprintf("--n %d --coordinator %d", n, coordinator)+network)
			}
		}
		for n := 1; n <= 3; n++ {
			for _, variant := range []string{"", " --variant no-tie-break", " --variant no-request-flag", " --variant arbitrary-number=2",
				" --rounds 1", " --rounds 1 --variant no-request-flag"} {
				all["ricart-agrawala"] = append(all["ricart-agrawala"], fmt.Sprintf("--n %d", n)+variant+network)
			}
		}
		for _, tree := range []struct {
			n        int
			topology string
			leaf     int
		}{
			{1, "line", 1}, {2, "line", 2}, {3, "line", 3}, {4, "line", 4}, {5, "line", 5},
			{3, "star", 2}, {4, "star", 3}, {5, "star", 5}, {4, "tree:2", 4}, {5, "tree:2", 5},
			{4, "radiating:2", 4}, {5, "radiating:2", 4}, {5, "radiating:3", 5}, {5, "edges:3-1,3-2,2-4,2-5", 1},
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
	v := testVerifier(t)
	for algorithm, configurations := range compared() {
		for k, flags := range configurations {
			if racing && k%10 != 1 {
				continue
			}
			c := resolve(t, algorithm, flags)
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				r, err := v.Compare(t.Context(), c, CompareOptions{})
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

// The same of every configuration of the suites, which have each algorithm with
// all its variants and networks.
func TestSuitesEqualPrograms(t *testing.T) {
	for _, name := range []string{"catalogue", "permission", "networks"} {
		s, err := suite.Load("../models/suites/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if racing {
			s.Cases = s.Cases[:3]
		}
		all, err := testVerifier(t).CompareSuite(t.Context(), s, CompareOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range all {
			if one.Err != nil || !one.Comparison.Equal {
				t.Errorf("%s: %+v, %v", one.Configuration, one.Comparison, one.Err)
			}
		}
	}
}

// Beyond the number of edges that are compared one by one, states and counts by
// label are; a difference is found all the same, and the way to it.
func TestCountedEdges(t *testing.T) {
	v := testVerifier(t)
	c := resolve(t, "centralized", "--n 4")
	r, err := v.Compare(t.Context(), c, CompareOptions{MaxEdges: 10})
	if err != nil || !r.Equal || r.Edges != EdgesCounted {
		t.Fatalf("%+v, %v", r, err)
	}
	model := string(bareModel(t, "centralized", "--n 4"))
	edited := strings.Replace(model, "\t\tserve_next()\n", "\t\tbusy = 0\n", 1)
	r, err = v.Compare(t.Context(), c, CompareOptions{MaxEdges: 10, Model: []byte(edited)})
	if err != nil || r.Equal || r.Difference == nil || len(r.Difference.Path) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
}

// Runs of real goroutines are behaviours of the compiled model.
func TestLiveRunsDriveSPIN(t *testing.T) {
	v := testVerifier(t)
	seeds := 20
	if racing {
		seeds = 2
	}
	for algorithm, flags := range map[string]string{
		"centralized":     "--n 4 --coordinator 2",
		"ricart-agrawala": "--n 3",
		"neilsen-mizuno":  "--n 5 --topology tree:2 --token 4",
	} {
		for seed := range seeds {
			path := liveTrace(t, algorithm, flags, uint64(seed))
			r, err := v.ReplayTrace(t.Context(), path)
			if err != nil || !r.Agrees || r.Events == 0 {
				t.Fatalf("%s, seed %d: %+v, %v", algorithm, seed, r, err)
			}
		}
	}
}

// liveTrace writes the trace of a live run.
func liveTrace(t *testing.T, algorithm, flags string, seed uint64) string {
	t.Helper()
	c := resolve(t, algorithm, flags)
	system, err := algorithms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := trace.NewWriter(file, trace.Header{Config: c, Origin: trace.Origin{Driver: trace.Live, Seed: &seed}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	record := func(r reference.Record) error { return w.Write(trace.Step{Record: r}) }
	if err := live.Run(ctx, system, live.Options{Seed: seed, Entries: 3}, record); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A trace with one number changed is not a run of the program, and says where.
func TestTamperedTrace(t *testing.T) {
	v := testVerifier(t)
	path := liveTrace(t, "ricart-agrawala", "--n 3", 1)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tampered := strings.Replace(string(text), `"REPLY"`, `"REQUEST"`, 1)
	if err := os.WriteFile(path, []byte(tampered), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := v.ReplayTrace(t.Context(), path)
	if err == nil && r.Agrees {
		t.Errorf("accepted: %+v", r)
	}
	t.Log(r, err)
}
