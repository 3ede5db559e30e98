package models

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// The model and the program have their parameters from Resolve, so that no comparison of
// the two can notice a wrong one.  Here what a parameter means is said a second time.

// defaults are what each algorithm has where nothing but N is given.
var defaults = map[string]config.Config{
	"centralized":           {Network: "unordered", Coordinator: 1},
	"token-ring":            {Network: "fifo", Order: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	"lamport":               {Network: "fifo", Variant: config.Variant{{Name: "l0"}}},
	"ricart-agrawala":       {Network: "unordered"},
	"carvalho-roucairol":    {Network: "unordered"},
	"ricart-agrawala-token": {Network: "unordered", Variant: config.Variant{{Name: "cyclic"}}, Token: 1},
	"suzuki-kasami":         {Network: "unordered", Token: 1},
	"singhal":               {Network: "fifo", Variant: config.Variant{{Name: "cyclic"}}},
	"neilsen-mizuno":        {Network: "unordered", Topology: "line", Token: 1},
	"raymond":               {Network: "unordered", Topology: "line", Token: 1},
	"raymond-k":             {Network: "unordered", K: 2},
	"maekawa":               {Network: "fifo", Variant: config.Variant{{Name: "sanders"}, {Name: "thesis"}}},
}

func TestDefaultsMeaning(t *testing.T) {
	for _, a := range algorithms.All() {
		for n := a.MinN; n <= min(8, a.MaxN); n++ {
			want, known := defaults[a.Name]
			if !known {
				t.Fatalf("%s has no defaults here", a.Name)
			}
			text := able(a, fmt.Sprintf("--n %d", n))
			got := mustResolve(t, a.Name, text)
			want.Algorithm, want.N, want.K = a.Name, n, min(want.K, n)
			want.Rounds, _ = strconv.Atoi(flags(t, text)["rounds"]) // 0 where it need not be given
			if want.Order != nil {
				want.Order = want.Order[:n]
			}
			if want.Topology != "" {
				for i := 1; i < n; i++ {
					want.Edges = append(want.Edges, config.Edge{i, i + 1})
				}
			}
			if a.Name == "maekawa" {
				want.Quorum = "method1"
				if n == 3 || n == 7 {
					want.Quorum = "fpp"
				}
				want.Quorums = got.Quorums // package quorum says which
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", got, got, want)
			}
		}
	}
}

// taking is an algorithm that takes everything, and has no model.
var taking = &registry.Algorithm{Name: "taking", MinN: 1, MaxN: 30, Networks: []config.Network{config.FIFO, config.Unordered},
	Takes: []string{"topology", "token", "coordinator", "k", "order", "never-exit", "quorum", "requesters"}}

// TestNumbersMeaning: a number that is given is the one that is taken, if it is in range.
func TestNumbersMeaning(t *testing.T) {
	for name, of := range map[string]func(config.Config) int{
		"n":           func(c config.Config) int { return c.N },
		"rounds":      func(c config.Config) int { return c.Rounds },
		"token":       func(c config.Config) int { return c.Token },
		"coordinator": func(c config.Config) int { return c.Coordinator },
		"k":           func(c config.Config) int { return c.K },
	} {
		for n := 1; n <= 5; n++ {
			most := map[string]int{"n": 30, "rounds": 250}[name]
			if most == 0 {
				most = n
			}
			for v := -1; v <= most+1; v++ {
				p := Params{"n": strconv.Itoa(n), name: strconv.Itoa(v)}
				if c, err := resolve(taking, p); (err == nil) != (v >= 1 && v <= most) || err == nil && of(c) != v {
					t.Errorf("%v: %s, %v", p, c, err)
				}
			}
		}
	}
}

// TestListsMeaning: every list of at most 4 numbers from 0 to 4, as each of the parameters
// that are lists.
func TestListsMeaning(t *testing.T) {
	const n, k = 3, 2
	for _, list := range lists(4) {
		var parts []string
		once, inRange := true, true
		for at, i := range list {
			parts = append(parts, strconv.Itoa(i))
			once = once && slices.Index(list, i) == at
			inRange = inRange && i >= 1 && i <= n
		}
		take := func(name string) (config.Config, bool) {
			c, err := resolve(taking, Params{"n": "3", "k": "2", name: strings.Join(parts, ",")})
			return c, err == nil
		}
		nodes := once && inRange && len(list) > 0
		if c, ok := take("order"); ok != (nodes && len(list) == n) || ok && !slices.Equal(c.Order, list) {
			t.Errorf("order %v: %v %v", list, c.Order, ok)
		}
		if c, ok := take("requesters"); ok != nodes || ok && !holds(n, list, c.Requests) {
			t.Errorf("requesters %v: %v %v", list, c.Requesters, ok)
		}
		c, ok := take("never-exit")
		if stays := func(i int) bool { return slices.Contains(c.NeverExit, i) }; ok != (nodes && len(list) < k) || ok && !holds(n, list, stays) {
			t.Errorf("never-exit %v: %v %v", list, c.NeverExit, ok)
		}
	}
}

// lists are all lists of up to length numbers from 0 to 4.
func lists(length int) [][]int {
	all := [][]int{{}}
	for from := 0; length > 0; length-- {
		to := len(all)
		for _, list := range all[from:to] {
			for i := 0; i <= 4; i++ {
				all = append(all, append(slices.Clone(list), i))
			}
		}
		from = to
	}
	return all
}

// holds reports whether the predicate holds of exactly these nodes.
func holds(n int, nodes []int, is func(i int) bool) bool {
	for i := 1; i <= n; i++ {
		if is(i) != slices.Contains(nodes, i) {
			return false
		}
	}
	return true
}

// TestEntriesMeaning: who requests enters in each round, or once if it never leaves.
func TestEntriesMeaning(t *testing.T) {
	c, err := resolve(taking, Params{"n": "4", "rounds": "3", "k": "2", "never-exit": "2", "requesters": "1,2,4"})
	got := map[int]int{}
	for i := 1; i <= 4; i++ {
		got[i] = c.Entries(i)
	}
	if want := map[int]int{1: 3, 2: 1, 3: 0, 4: 3}; err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// TestSwitchesMeaning: a switch with a value has the value that is given, or its default.
func TestSwitchesMeaning(t *testing.T) {
	for _, s := range []struct {
		name        string
		least, most int
		defaults    [4]int // for N = 1, 2, 3, 4
	}{
		{"arbitrary-number", 1, 50, [4]int{1, 2, 3, 4}},
		{"modulo", 2, 100, [4]int{3, 3, 5, 7}},
	} {
		for n := 1; n <= 4; n++ {
			for v := 0; v <= s.most+1; v++ {
				text, want, fits := s.name, s.defaults[n-1], true
				if v > 0 {
					text, want, fits = fmt.Sprintf("%s=%d", s.name, v), v, s.least <= v && v <= s.most
				}
				c, err := Resolve("ricart-agrawala", Params{"n": strconv.Itoa(n), "variant": text, "rounds": "1"})
				if (err == nil) != fits || fits && c.Variant.Value(s.name) != want {
					t.Errorf("n %d, %s: %s, %v", n, text, c, err)
				}
			}
		}
	}
}

// TestQuorumsMeaning: all systems of three nodes are taken if any two sets share a node, and
// the others with the flag alone; the sets are those that are given.
func TestQuorumsMeaning(t *testing.T) {
	texts := map[int]string{1: "1", 2: "2", 3: "1,2", 4: "3", 5: "1,3", 6: "2,3", 7: "1,2,3"}
	for a := 1; a <= 7; a++ {
		for b := 1; b <= 7; b++ {
			for c := 1; c <= 7; c++ {
				valid := a&b != 0 && a&c != 0 && b&c != 0
				masks := []int{a, b, c}
				p := Params{"quorum": "sets:" + texts[a] + "/" + texts[b] + "/" + texts[c]}
				if _, err := resolve(taking, p); (err == nil) != valid {
					t.Errorf("%v: %v", p, err)
				}
				p["allow-invalid-quorums"] = "true"
				got, err := resolve(taking, p)
				if err != nil || got.AllowInvalidQuorums == valid || len(got.Quorums) != 3 {
					t.Errorf("%v: %s, %v", p, got, err)
					continue
				}
				for k, set := range got.Quorums {
					if !holds(3, set, func(i int) bool { return masks[k]>>(i-1)&1 == 1 }) {
						t.Errorf("%v: %v", p, got.Quorums)
					}
				}
			}
		}
	}
}

// TestEdgesMeaning: of all graphs over four nodes those are trees that have three edges, of
// which one leaves each set of nodes.
func TestEdgesMeaning(t *testing.T) {
	all := []config.Edge{{1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}
	for graph := 1; graph < 1<<len(all); graph++ {
		var edges []config.Edge
		var parts []string
		for k, e := range all {
			if graph>>k&1 == 1 {
				edges = append(edges, e)
				parts = append(parts, fmt.Sprintf("%d-%d", e[1], e[0]))
			}
		}
		tree := len(edges) == 3
		for nodes := 1; nodes < 15; nodes++ {
			tree = tree && slices.ContainsFunc(edges, func(e config.Edge) bool { return nodes>>(e[0]-1)&1 != nodes>>(e[1]-1)&1 })
		}
		c, err := resolve(taking, Params{"n": "4", "topology": "edges:" + strings.Join(parts, ",")})
		if (err == nil) != tree || tree && !slices.Equal(c.Edges, edges) {
			t.Errorf("%v: %v, %v", edges, c.Edges, err)
		}
	}
}
