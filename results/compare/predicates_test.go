package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/testenv"
)

// propertied has configurations that have, together, every state property of every
// algorithm.
var propertied = map[string][]string{
	"centralized":           {"--n 3"},
	"token-ring":            {"--n 3"},
	"lamport":               {"--n 2 --rounds 3"},
	"ricart-agrawala":       {"--n 3", "--n 3 --variant no-tie-break"},
	"carvalho-roucairol":    {"--n 3 --rounds 1"},
	"raymond-k":             {"--n 3 --k 2 --rounds 1"},
	"ricart-agrawala-token": {"--n 3", "--n 2 --rounds 2"},
	"suzuki-kasami":         {"--n 3"},
	"singhal":               {"--n 3 --rounds 1", "--n 2 --rounds 2"},
	"maekawa": {"--n 3 --rounds 1 --quorum sets:1,2,3/1,2,3/1,2,3", "--n 3 --variant basic",
		"--n 3 --variant mk85 --rounds 1 --quorum sets:1,2,3/1,2,3/1,2,3", "--n 3 --variant eager,mk85 --rounds 1 --quorum sets:1,2,3/1,2,3/1,2,3"},
	"raymond":        {"--n 3"},
	"neilsen-mizuno": {"--n 3", "--n 3 --variant init", "--n 3 --variant init --token 3"},
}

// Model and program mean the same by every state property, also in states that no run
// reaches.
func TestPropertiesMeanTheSame(t *testing.T) {
	x := testComparer(t)
	for algorithm, all := range propertied {
		switch all = slices.Clip(all); algorithm {
		case "maekawa": // the model has no phase of a node that never requests, and other sets
			all = append(all, "--n 3 --rounds 1 --quorum sets:1,2,3/1,2,3/1,2,3 --requesters 1,3", "--n 3 --rounds 1")
		case "ricart-agrawala-token":
			all = append(all, "--n 2 --variant arbitrary") // a d_step ends in a loop, which spin -o1 -o3 rejects
		case "suzuki-kasami":
			all = append(all, "--n 3 --rounds 2")
		}
		for k, flags := range all {
			if testenv.Racing && (k > 0 || algorithm != "raymond" && algorithm != "centralized") {
				continue
			}
			c := testenv.Config(t, algorithm, flags)
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				g, err := explored(t.Context(), c, x.Limits)
				if err != nil {
					t.Fatal(err)
				}
				r := &Comparison{Equal: true}
				if err := x.compareProperties(t.Context(), c, g, nil, r); err != nil {
					t.Fatal(err)
				}
				if d := r.Properties.Difference; d != nil || !r.Equal {
					t.Errorf("%+v", d)
				}
				t.Logf("%d states", r.Properties.States)
			})
		}
	}
}

// An edit of a property alone is a difference, named with the state.
func TestEditedProperty(t *testing.T) {
	x := testComparer(t)
	c := testenv.Config(t, "ricart-agrawala", "--n 2")
	m, err := models.Render(c, models.Build{})
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(m.Source), "#define mutex		(how_many_inside <= 1)", "#define mutex		(how_many_inside <= 2)", 1)
	r, err := x.Compare(t.Context(), c, Options{Model: []byte(edited)})
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Properties.Difference; r.Equal || r.Difference != nil || d == nil || d.Property != "mutex" || !d.SPIN || d.Go || d.Reached {
		t.Errorf("%+v", r)
	}
	without := strings.Replace(string(testenv.BareModel(t, c)), "#define mutex", "#define never_mind", 1)
	r, err = x.Compare(t.Context(), c, Options{Model: []byte(without)})
	if err != nil || !r.Equal || strings.Join(r.Properties.Names, " ") != "deadlock conservation deferral ticket-order" {
		t.Errorf("a model without mutex: %+v, %v", r, err)
	}
}

// A weakening is noticed in the default configuration too, where no run has the values or messages on which it shows.
func TestWeakenedBeyondReach(t *testing.T) {
	if testenv.Racing {
		return
	}
	x := testComparer(t)
	for _, c := range []struct{ algorithm, flags, property, from, to string }{
		{"suzuki-kasami", "--n 3", "queue", "== ln[j] + 1)", ">= ln[j] + 1)"},
		{"suzuki-kasami", "--n 3", "queue", "(rn[i].by[j] == ln[j] + 1)", "(rn[i].by[j] > ln[j])"},
		{"neilsen-mizuno", "--n 3 --topology star", "lemma-1", "(sink_is_last(1) && sink_is_last(2) && sink_is_last(3))", "sink_is_last(1) && sink_is_last(2) && sink_is_last(3)"}, // in the guard ! stands before it
		{"centralized", "--n 3", "mutex", "(how_many_inside <= 1)", "true && how_many_inside <= 1"},
		{"maekawa", "--n 3 --rounds 1", "inquire-answered", "questions(m, i) <= inquired[m]", "questions(m, i) <= 1"},
	} {
		t.Run(c.algorithm+" "+c.to, func(t *testing.T) {
			t.Parallel()
			configuration := testenv.Config(t, c.algorithm, c.flags)
			m, err := models.Render(configuration, models.Build{})
			if err != nil {
				t.Fatal(err)
			}
			g, err := explored(t.Context(), configuration, x.Limits)
			if err != nil {
				t.Fatal(err)
			}
			r := &Comparison{Equal: true}
			if err := x.compareProperties(t.Context(), configuration, g, []byte(strings.Replace(string(m.Source), c.from, c.to, 1)), r); err != nil {
				t.Fatal(err)
			}
			if d := r.Properties.Difference; d == nil || d.Property != c.property || !d.SPIN || d.Reached || r.Equal {
				t.Errorf("%+v", d)
			}
		})
	}
}
