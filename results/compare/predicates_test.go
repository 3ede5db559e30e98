package compare

import (
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/testenv"
)

// propertied has configurations that have, together, every state property of every
// algorithm.
var propertied = map[string][]string{
	"centralized":           {"--n 3"},
	"token-ring":            {"--n 3"},
	"lamport":               {"--n 2 --rounds 2"},
	"ricart-agrawala":       {"--n 3"},
	"carvalho-roucairol":    {"--n 3 --rounds 1"},
	"raymond-k":             {"--n 3 --k 2 --rounds 1"},
	"ricart-agrawala-token": {"--n 3"},
	"suzuki-kasami":         {"--n 3"},
	"singhal":               {"--n 3 --rounds 1"},
	"maekawa":               {"--n 3 --rounds 1", "--n 3 --variant basic", "--n 3 --variant mk85 --rounds 1"},
	"raymond":               {"--n 3"},
	"neilsen-mizuno":        {"--n 3"},
}

// Model and program mean the same by every state property, also in states that no run
// reaches.
func TestPropertiesMeanTheSame(t *testing.T) {
	x := testComparer(t)
	for algorithm, all := range propertied {
		for _, flags := range all {
			c := testenv.Config(t, algorithm, flags)
			t.Run(c.String(), func(t *testing.T) {
				t.Parallel()
				m, err := models.Render(c, models.Build{})
				if err != nil {
					t.Fatal(err)
				}
				g, err := explored(t.Context(), c, x.Limits)
				if err != nil {
					t.Fatal(err)
				}
				d, n, err := x.compareProperties(t.Context(), c, g, m.Source, x.Limits)
				if err != nil {
					t.Fatal(err)
				}
				if d != nil {
					t.Error(d.Text(), d.Reason, d.Reached)
				}
				t.Logf("%d states", n)
			})
		}
	}
}
