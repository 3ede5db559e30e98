package verify

import (
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// unforeseen is a system of which the registry expects no deadlock with the reading
// member, where two of twelve numberings have one: three nodes wait after the fourth
// has gone.
const unforeseen = "sets:1,2/2,3/1,3,4/2,4"

// What the registry expects of each variant of Maekawa's algorithm on each quorum
// system of four nodes is what the explorer finds under some numbering; with the
// race detector, of three.
func TestSystemsAsExpected(t *testing.T) {
	nodes := "4"
	if testenv.Racing {
		nodes = "3"
	}
	for _, variant := range []string{
		"basic", "ordered", "circulating", "own-first", "slides", "mk85,thesis", "sanders,thesis", "sanders,member", "th-sanders,sticky",
	} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			systems, err := models.Sweep("maekawa", models.SweepQuorums, models.Params{"n": nodes, "rounds": "1", "variant": variant})
			if err != nil {
				t.Fatal(err)
			}
			a, _ := algorithms.Lookup("maekawa")
			for _, numbered := range systems {
				expected, found := false, false
				for _, c := range numbered {
					_, fails := a.Fails(c)["deadlock"]
					expected = expected || fails
					found = found || deadlocks(t, c)
					if found && expected {
						break
					}
				}
				if first := numbered[0].Quorum; found != expected && !(first == unforeseen && variant == "sanders,member") {
					t.Errorf("%s: a deadlock under some numbering: %t; the registry expects one: %t", first, found, expected)
				}
			}
		})
	}
}

func deadlocks(t *testing.T, c config.Config) bool {
	t.Helper()
	rs, err := Explore(t.Context(), Task{Config: c, Properties: []string{"deadlock"}}, false, 2*time.Minute, 1<<30)
	if err != nil || rs[0].Verdict == results.Inconclusive {
		t.Fatal(c, rs, err)
	}
	return rs[0].Verdict == results.Fail
}
