package models

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct{ algorithm, flags, want string }{
		{"centralized", "", "centralized --n 3 --coordinator 1 --network unordered"},
		{"neilsen-mizuno", "", "neilsen-mizuno --n 3 --topology line --token 1 --network unordered"},
		{"ricart-agrawala", "", "ricart-agrawala --n 3 --network unordered"},
		{"ricart-agrawala", "--n 5 --variant arbitrary-number", "ricart-agrawala --n 5 --variant arbitrary-number=5 --network unordered"},
		{"ricart-agrawala", "--n 1 --network fifo --rounds 250", "ricart-agrawala --n 1 --network fifo --rounds 250"},
		{"ricart-agrawala", "--variant no-tie-break,arbitrary-number=2", "ricart-agrawala --n 3 --variant arbitrary-number=2,no-tie-break --network unordered"},
		{"neilsen-mizuno", "--variant init", "neilsen-mizuno --n 3 --variant init --topology line --token 1 --network unordered"},
		{"raymond", "--n 5 --topology tree:2 --token 4", "raymond --n 5 --topology tree:2 --token 4 --network unordered"},
		{"raymond", "--n 6 --topology random:42", "raymond --n 6 --topology random:42 --token 1 --network unordered"},
		{"suzuki-kasami", "--rounds 7 --network fifo", "suzuki-kasami --n 3 --token 1 --network fifo --rounds 7"},
		{"ricart-agrawala-token", "", "ricart-agrawala-token --n 3 --variant cyclic --token 1 --network unordered"},
		{"ricart-agrawala-token", "--variant arbitrary --token 2", "ricart-agrawala-token --n 3 --variant arbitrary --token 2 --network unordered"},
		{"ricart-agrawala-token", "--variant minnumber --rounds 2", "ricart-agrawala-token --n 3 --variant minnumber --token 1 --network unordered --rounds 2"},
		{"token-ring", "", "token-ring --n 3 --order 1,2,3 --network fifo"},
		{"token-ring", "--n 1", "token-ring --n 1 --order 1 --network fifo"},
		{"token-ring", "--n 5 --order 3,1,5,2,4", "token-ring --n 5 --order 3,1,5,2,4 --network fifo"},
		{"raymond-k", "--n 1 --rounds 1", "raymond-k --n 1 --k 1 --network unordered --rounds 1"},
		{"raymond-k", "--k 3 --never-exit 3,1 --rounds 1", "raymond-k --n 3 --k 3 --never-exit 1,3 --network unordered --rounds 1"},
		{"neilsen-mizuno", "--n 30 --topology star:30 --token 30", "neilsen-mizuno --n 30 --topology star:30 --token 30 --network unordered"},
		{"maekawa", "--quorum sets:1,2/2,3/1,3 --rounds 2", "maekawa --n 3 --variant sanders,thesis --quorum sets:1,2/2,3/1,3 --network fifo --rounds 2"},
		{"maekawa", "--quorum sets:1,2/2,3/1,3 --variant basic", "maekawa --n 3 --variant basic --quorum sets:1,2/2,3/1,3 --network fifo"},
		{"maekawa", "--quorum sets:1,2/2,3/1,3 --variant eager --rounds 1", "maekawa --n 3 --variant eager,sanders --quorum sets:1,2/2,3/1,3 --network fifo --rounds 1"},
		{"centralized", "--n 2 --coordinator 2 --bug nobody-enters", "centralized --n 2 --coordinator 2 --network unordered --bug nobody-enters"},
	} {
		got, err := Resolve(c.algorithm, flags(t, c.flags))
		if err != nil || got.String() != c.want {
			t.Errorf("%s %s: got %s, %v, want %s", c.algorithm, c.flags, got, err, c.want)
		}
	}
}

// TestResolveRefuses has every kind of bad input, each with its one line.
func TestResolveRefuses(t *testing.T) {
	long := strings.Repeat("x", 10<<20)
	var all []string
	for _, a := range algorithms.All() {
		all = append(all, a.Name)
	}
	names := strings.Join(all, ", ")
	for _, c := range []struct {
		algorithm string
		params    Params
		want      string
	}{
		{"", nil, `algorithm "": unknown; there are ` + names},
		{"peterson", nil, `algorithm "peterson": unknown; there are ` + names},
		{"Centralized", nil, `algorithm "Centralized": unknown; did you mean centralized? there are ` + names},
		{"ricart-agrawala", Params{"n": "0"}, "ricart-agrawala: n 0: needs at least 1"},
		{"ricart-agrawala", Params{"n": "-3"}, "ricart-agrawala: n -3: needs at least 1"},
		{"ricart-agrawala", Params{"n": "31"}, "ricart-agrawala: n 31: needs at most 30"},
		{"ricart-agrawala", Params{"n": ""}, `ricart-agrawala: n "": not a number; needs 1 to 30`},
		{"ricart-agrawala", Params{"n": "three"}, "ricart-agrawala: n three: not a number; needs 1 to 30"},
		{"ricart-agrawala", Params{"n": "3.5"}, "ricart-agrawala: n 3.5: not a number; needs 1 to 30"},
		{"ricart-agrawala", Params{"n": "99999999999999999999"}, "ricart-agrawala: n 99999999999999999999: too large; needs 1 to 30"},
		{"ricart-agrawala", Params{"n": "3\n4"}, `ricart-agrawala: n "3\n4": not a number; needs 1 to 30`},
		{"ricart-agrawala", Params{"rounds": "0"}, "ricart-agrawala: rounds 0: needs at least 1"},
		{"ricart-agrawala", Params{"rounds": "251"}, "ricart-agrawala: rounds 251: needs at most 250"},
		{"ricart-agrawala", Params{"rounds": "x"}, "ricart-agrawala: rounds x: not a number; needs 1 to 250"},
		{"ricart-agrawala", Params{"network": ""}, `ricart-agrawala: network "": not one that this algorithm is modelled on; needs one of [unordered fifo]`},
		{"ricart-agrawala", Params{"network": "mailbox"}, "ricart-agrawala: network mailbox: not one that this algorithm is modelled on; needs one of [unordered fifo]"},
		{"ricart-agrawala", Params{"variant": "lamport"}, "ricart-agrawala: variant lamport: no such switch; there are arbitrary-number, no-tie-break, no-request-flag, own-number, assign, modulo"},
		{"ricart-agrawala", Params{"variant": "no-tie-break=2"}, "ricart-agrawala: variant no-tie-break=2: the switch takes no value; write no-tie-break"},
		{"ricart-agrawala", Params{"variant": "arbitrary-number=51"}, "ricart-agrawala: variant arbitrary-number=51: needs at most 50"},
		{"ricart-agrawala", Params{"variant": "arbitrary-number=0"}, `ricart-agrawala: variant "arbitrary-number=0": "0" is not a number of at least 1`},
		{"ricart-agrawala", Params{"variant": "no-tie-break,no-tie-break"}, `ricart-agrawala: variant "no-tie-break,no-tie-break": "no-tie-break" is given twice`},
		{"ricart-agrawala", Params{"variant": ","}, `ricart-agrawala: variant ",": an empty element; switches are separated by single commas`},
		{"centralized", Params{"variant": "l0"}, "centralized: variant l0: no such switch; the algorithm has no variants"},
		{"centralized", Params{"coordinator": "4"}, "centralized: coordinator 4: needs at most 3"},
		{"centralized", Params{"coordinator": "0"}, "centralized: coordinator 0: needs at least 1"},
		{"centralized", Params{"token": "1"}, `centralized: "token": not a parameter of this algorithm; it takes n, variant, coordinator, network, rounds, bug`},
		{"ricart-agrawala", Params{"topology": "star"}, `ricart-agrawala: "topology": not a parameter of this algorithm; it takes n, variant, network, rounds, bug`},
		{"neilsen-mizuno", Params{"coordinator": "1"}, `neilsen-mizuno: "coordinator": not a parameter of this algorithm; it takes n, variant, topology, token, network, rounds, bug`},
		{"neilsen-mizuno", Params{"token": "4"}, "neilsen-mizuno: token 4: needs at most 3"},
		{"neilsen-mizuno", Params{"topology": "ring"}, `neilsen-mizuno: topology "ring": no such form; the forms are line, star, star:C, radiating:ARMS, tree:K, random:SEED, edges:1-2,2-3,.., file:PATH`},
		{"neilsen-mizuno", Params{"topology": "edges:1-2,2-3,1-3"}, `neilsen-mizuno: topology "edges:1-2,2-3,1-3": edge 1-3: closes a cycle; a tree has none`},
		{"neilsen-mizuno", Params{"topology": "edges:1-2"}, `neilsen-mizuno: topology "edges:1-2": node 3 is not connected to node 1; a tree over 3 nodes has 2 edges`},
		{"neilsen-mizuno", Params{"bug": "typo"}, `neilsen-mizuno: bug "typo": unknown; there are `},
		{"neilsen-mizuno", Params{"zzz": "1"}, `neilsen-mizuno: "zzz": not a parameter of this algorithm; it takes n, variant, topology, token, network, rounds, bug`},
		{"ricart-agrawala-token", Params{"variant": "minnumber"}, "ricart-agrawala-token: rounds: not given, and no finite form is known of the variant minnumber; needs --rounds R, which lets each node request at most R times"},
		{"ricart-agrawala-token", Params{"variant": "arbitrary,cyclic"}, "ricart-agrawala-token: variant arbitrary,cyclic: the two exclude each other; choose one policy"},
		{"ricart-agrawala-token", Params{"rounds": "8"}, "ricart-agrawala-token: rounds 8: needs at most 7; REQUESTs under way are a set of numbers in a byte"},
		{"suzuki-kasami", Params{"rounds": "8"}, "suzuki-kasami: rounds 8: needs at most 7; REQUESTs under way are a set of numbers in a byte"},
		{"token-ring", Params{"order": "1,2"}, "token-ring: order 1,2: has length 2, not 3; needs each of 1 to 3 once, separated by commas"},
		{"token-ring", Params{"order": "1,2,2"}, "token-ring: order 1,2,2: node 2 stands there twice; needs each of 1 to 3 once, separated by commas"},
		{"token-ring", Params{"order": "1,2,4"}, `token-ring: order 1,2,4: "4" is not a node; needs each of 1 to 3 once, separated by commas`},
		{"token-ring", Params{"order": "1, 2,3"}, `token-ring: order 1, 2,3: " 2" is not a node; needs each of 1 to 3 once, separated by commas`},
		{"token-ring", Params{"order": ""}, `token-ring: order "": is empty; needs each of 1 to 3 once, separated by commas`},
		{"token-ring", Params{"order": long}, "token-ring: order "},
		{"token-ring", Params{"token": "1"}, `token-ring: "token": not a parameter of this algorithm; it takes n, variant, order, network, rounds, bug`},
		{"raymond", Params{"order": "1,2,3"}, `raymond: "order": not a parameter of this algorithm; it takes n, variant, topology, token, network, rounds, bug`},
		{"ricart-agrawala", Params{"variant": "modulo=1"}, "ricart-agrawala: variant modulo=1: needs at least 2"},
		{"ricart-agrawala", Params{"variant": "modulo=101"}, "ricart-agrawala: variant modulo=101: needs at most 100"},
		{"ricart-agrawala", Params{"variant": "assign"}, "ricart-agrawala: rounds: not given, and no finite form is known of the variant assign; needs --rounds R, which lets each node request at most R times"},
		{"ricart-agrawala", Params{"variant": "assign,modulo=3", "rounds": "1"}, "ricart-agrawala: variant assign,modulo: two rules for the same number; choose one of them"},
		{"carvalho-roucairol", nil, "carvalho-roucairol: rounds: not given, and no finite form is known of its tickets: "},
		{"singhal", nil, "singhal: rounds: not given, and no finite form is known of its numbers: "},
		{"singhal", Params{"rounds": "8"}, "singhal: rounds 8: needs at most 7; REQUESTs under way are a set of numbers in a byte"},
		{"lamport", nil, "lamport: rounds: not given, and no finite form is known of more than two clocks; "},
		{"lamport", Params{"n": "2", "network": "unordered"}, "lamport: rounds: not given, and no finite form is known of a link that is not first in, first out; "},
		{"lamport", Params{"n": "2", "variant": "l0,l1"}, "lamport: variant l0,l1: the two exclude each other; choose one rule for ACKs"},
		{"lamport", Params{"rounds": "21"}, "lamport: rounds 21: needs at most 20; each link must hold all messages"},
		{"raymond-k", nil, "raymond-k: rounds: not given, and no finite form is known of more than one entry: "},
		{"raymond-k", Params{"network": "fifo"}, "raymond-k: network fifo: not one that this algorithm is modelled on; needs one of [unordered]"},
		{"raymond-k", Params{"k": "0"}, "raymond-k: k 0: needs at least 1"},
		{"raymond-k", Params{"k": "4"}, "raymond-k: k 4: needs at most 3"},
		{"raymond-k", Params{"k": "1", "never-exit": "2"}, "raymond-k: never-exit 2: 1 of 1 places may be kept for ever; needs at most 0 with k 1"},
		{"raymond-k", Params{"k": "2", "never-exit": "3,2"}, "raymond-k: never-exit 3,2: 2 of 2 places may be kept for ever; needs at most 1 with k 2"},
		{"raymond-k", Params{"k": "3", "never-exit": "1,2,3"}, "raymond-k: never-exit 1,2,3: all nodes, so that nobody leaves; needs at most 2 with k 3"},
		{"raymond-k", Params{"never-exit": "4"}, "raymond-k: never-exit 4: 4 is not a node; needs nodes from 1 to 3, separated by commas"},
		{"raymond-k", Params{"never-exit": ""}, `raymond-k: never-exit "": "" is not a node; needs nodes from 1 to 3, separated by commas`},
		{"raymond-k", Params{"k": "3", "never-exit": "1,1"}, "raymond-k: never-exit 1,1: node 1 stands there twice"},
		{"raymond-k", Params{"never-exit": long}, "raymond-k: never-exit "},
		{"maekawa", nil, "maekawa: rounds: not given, and no finite form is known of its numbers: "},
		{"maekawa", Params{"network": "unordered"}, "maekawa: rounds: not given, and a REQUEST can overtake the RELEASE before it on an unordered link, "},
		{"maekawa", Params{"network": "unordered", "rounds": "2", "variant": "basic"}, "maekawa: rounds 2: "},
		{"maekawa", Params{"rounds": "1", "variant": "basic,eager"}, "maekawa: variant eager: goes only with mk85, sanders, th, th-sanders; leave it out, or choose one of these"},
		{"maekawa", Params{"rounds": "1", "variant": "member,eager"}, "maekawa: variant member,eager: the two exclude each other; choose one reading"},
		{"maekawa", Params{"variant": "circulating", "quorum": "sets:2,3/2,3/1,2"}, "maekawa: variant circulating: node 1 would send its own REQUEST and those of others to node 2; "},
		// Of several, the first in the order of the flags.
		{"neilsen-mizuno", Params{"n": "0", "token": "9", "topology": "ring"}, "neilsen-mizuno: n 0: needs at least 1"},
		// Hostile values neither flood the terminal nor control it.
		{long, nil, "algorithm "},
		{"ricart-agrawala", Params{"n": long}, "ricart-agrawala: n "},
		{"ricart-agrawala", Params{"network": long}, "ricart-agrawala: network "},
		{"ricart-agrawala", Params{"variant": long}, "ricart-agrawala: variant "},
		{"ricart-agrawala", Params{"variant": long + "=x"}, "ricart-agrawala: variant "},
		{"ricart-agrawala", Params{"variant": "a=" + long}, "ricart-agrawala: variant "},
		{"ricart-agrawala", Params{"variant": "a,a," + long}, "ricart-agrawala: variant "},
		{"ricart-agrawala", Params{"bug": long}, "ricart-agrawala: bug "},
		{"ricart-agrawala", Params{long: "1"}, "ricart-agrawala: "},
		{"neilsen-mizuno", Params{"topology": long}, "neilsen-mizuno: topology "},
		{"neilsen-mizuno", Params{"topology": "edges:" + long}, "neilsen-mizuno: topology "},
		{"ricart-agrawala", Params{"network": "\x1b[2J\a"}, `ricart-agrawala: network "\x1b[2J\a": `},
	} {
		_, err := Resolve(c.algorithm, c.params)
		var bad *config.Error
		if !errors.As(err, &bad) {
			t.Errorf("%.60s %.90v: got %v, want a *config.Error", c.algorithm, c.params, err)
			continue
		}
		got := err.Error()
		open := strings.HasSuffix(c.want, " ") // only how it begins
		if got != c.want && !(open && strings.HasPrefix(got, c.want)) {
			t.Errorf("%.60s %.90v:\ngot  %.300s\nwant %s", c.algorithm, c.params, got, c.want)
		}
		if len(got) > 400 || strings.ContainsAny(got, "\n\r\x1b\a") {
			t.Errorf("%.60s %.90v: %d bytes, not one clean line: %.300q", c.algorithm, c.params, len(got), got)
		}
	}
}

// TestFileTopology: a configuration names the tree of a file without the file.
func TestFileTopology(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	if err := os.WriteFile(path, []byte("4 3\n2-1\n# the last\n3 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Resolve("raymond", Params{"n": "4", "topology": "file:" + path})
	if want := "raymond --n 4 --topology edges:1-2,2-3,3-4 --token 1 --network unordered"; err != nil || got.String() != want {
		t.Fatalf("got %s, %v, want %s", got, err, want)
	}
	again, err := Resolve("raymond", flags(t, strings.Join(got.Args(), " ")))
	if err != nil || !reflect.DeepEqual(again, got) {
		t.Errorf("%s: names %s, %v", got, again, err)
	}
	if _, err := Resolve("raymond", Params{"topology": "file:" + path}); err == nil ||
		!strings.HasSuffix(err.Error(), "line 1: node 4: nodes are 1 to 3; --n says how many there are") {
		t.Errorf("3 nodes: error %v", err)
	}
}

// TestRoundTrip holds that the flags of a configuration name it.
func TestRoundTrip(t *testing.T) {
	for _, c := range configurations(t, 1, 2, 3, 8) {
		again, err := Resolve(c.Algorithm, flags(t, strings.Join(c.Args(), " ")))
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%s: names %s, %v", c, again, err)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	good := mustResolve(t, "ricart-agrawala", "--n 2")
	bugged := good
	bugged.Bug = "typo"
	for _, one := range []struct {
		c     config.Config
		build Build
		want  string
	}{
		{good, Build{Property: "token"}, `ricart-agrawala: property "token": unknown here; there are mutex, deadlock, no-overflow, conservation, deferral, ticket-order, bypass, entry, starvation`},
		{bugged, Build{}, `ricart-agrawala: bug "typo": unknown; there are `},
		{config.Config{Algorithm: "peterson"}, Build{}, `algorithm "peterson": unknown; there are `},
	} {
		_, err := Render(one.c, one.build)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), one.want) {
			t.Errorf("%s: got %v, want %s", one.c, err, one.want)
		}
	}
}
