package models

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestSweep(t *testing.T) {
	for n, want := range map[string][2]int{"1": {1, 1}, "2": {1, 2}, "3": {2, 5}, "4": {4, 64}} {
		systems, err := Sweep("maekawa", SweepQuorums, Params{"n": n, "rounds": "1", "variant": "mk85"})
		if err != nil || len(systems) != want[0] {
			t.Errorf("n %s: %d systems, %v; want %d", n, len(systems), err, want[0])
		}
		seen := map[string]bool{}
		for _, c := range slices.Concat(systems...) {
			if !strings.HasPrefix(c.Quorum, "sets:") || seen[c.Quorum] || !c.Variant.Has("mk85") || c.Rounds != 1 {
				t.Errorf("n %s: %s", n, c)
			}
			seen[c.Quorum] = true
		}
		if len(seen) != want[1] {
			t.Errorf("n %s: %d numbered systems, want %d", n, len(seen), want[1])
		}
	}
}

func TestSweepRefuses(t *testing.T) {
	for _, test := range []struct {
		algorithm, what string
		params          Params
		want            string
	}{
		{"maekawa", "nodes", Params{"rounds": "1"}, `sweep "nodes": unknown`},
		{"maekawa", "", Params{"rounds": "1"}, `sweep "": unknown`},
		{"raymond", SweepQuorums, nil, "asks no quorums"},
		{"nobody", SweepQuorums, nil, `algorithm "nobody": unknown`},
		{"maekawa", SweepQuorums, Params{"rounds": "1", "quorum": "all"}, "quorum: does not go with a sweep"},
		{"maekawa", SweepQuorums, Params{"rounds": "1", "allow-invalid-quorums": "true"}, "allow-invalid-quorums: does not go with a sweep"},
		{"maekawa", SweepQuorums, Params{"rounds": "1", "n": "6"}, "needs at most n 5"},
		{"maekawa", SweepQuorums, Params{"rounds": "1", "n": "-1"}, "n -1"},
		{"maekawa", SweepQuorums, Params{"n": "3"}, "needs --rounds"},
	} {
		_, err := Sweep(test.algorithm, test.what, test.params)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s %v: %v; want %s", test.algorithm, test.what, test.params, err, test.want)
		}
	}
}
