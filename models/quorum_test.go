package models

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// quorumed is an algorithm that takes all that concerns quorums, and has no model.
var quorumed = &registry.Algorithm{Name: "quorumed", MinN: 1, MaxN: 30, Networks: []config.Network{config.FIFO}, Takes: []string{"quorum", "requesters"}}

func TestQuorums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sets.txt")
	if err := os.WriteFile(path, []byte("1 2\n2 3 # of node 2\n3,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flags, want string }{
		{"", "quorumed --n 3 --quorum fpp --network fifo"},
		{"--n 1", "quorumed --n 1 --quorum method1 --network fifo"},
		{"--n 7", "quorumed --n 7 --quorum fpp --network fifo"},
		{"--n 8", "quorumed --n 8 --quorum method1 --network fifo"},
		{"--n 4 --quorum singleton:2", "quorumed --n 4 --quorum singleton:2 --network fifo"},
		{"--quorum sets:2,1/2,3/3,1", "quorumed --n 3 --quorum sets:2,1/2,3/3,1 --network fifo"},
		{"--quorum file:" + path, "quorumed --n 3 --quorum sets:1,2/2,3/1,3 --network fifo"},
		{"--n 13 --quorum maekawa-fig-1c --requesters 11,2,3,13", "quorumed --n 13 --quorum maekawa-fig-1c --requesters 2,3,11,13 --network fifo"},
		{"--requesters 3,1,2", "quorumed --n 3 --quorum fpp --network fifo"},
		{"--n 4 --quorum sets:1,2/2,3/3,4/4,1 --allow-invalid-quorums",
			"quorumed --n 4 --quorum sets:1,2/2,3/3,4/4,1 --allow-invalid-quorums --network fifo"},
		{"--allow-invalid-quorums", "quorumed --n 3 --quorum fpp --network fifo"}, // nothing is invalid
	} {
		got, err := resolve(quorumed, flags(t, c.flags))
		if err != nil || got.String() != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.flags, got, err, c.want)
			continue
		}
		again, err := resolve(quorumed, flags(t, strings.Join(got.Args(), " ")))
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: names %s, %v", got, again, err)
		}
	}
	got, err := resolve(quorumed, Params{"quorum": "file:" + path, "requesters": "3"})
	if want := [][]int{{1, 2}, {2, 3}, {1, 3}}; err != nil || !reflect.DeepEqual(got.Quorums, want) || got.Requests(1) || !got.Requests(3) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestQuorumsRefused(t *testing.T) {
	nodes := "; needs nodes from 1 to 3, separated by commas"
	for _, c := range []struct {
		params Params
		want   string
	}{
		{Params{"quorum": ""}, `quorumed: quorum "": no such form; the forms are fpp, `},
		{Params{"n": "8", "quorum": "fpp"}, `quorumed: quorum "fpp", n 8: a projective plane has K(K-1)+1 points; needs n 7 or 13, or method1`},
		{Params{"quorum": "file:nowhere"}, `quorumed: quorum "file:nowhere": no such file or directory`},
		{Params{"quorum": "sets:1/2,3/3,1"}, `quorumed: quorum "sets:1/2,3/3,1": S[1] and S[2] are disjoint, so that both nodes can be inside at once; ` +
			"let any two sets share a node, or add --allow-invalid-quorums"},
		{Params{"quorum": "sets:1/2,3/3,1", "allow-invalid-quorums": "false"}, `quorumed: quorum "sets:1/2,3/3,1": S[1] and S[2] are disjoint`},
		{Params{"quorum": "sets:1/2", "allow-invalid-quorums": "true"}, `quorumed: quorum "sets:1/2": has 2 of 3 sets`},
		{Params{"allow-invalid-quorums": "yes"}, "quorumed: allow-invalid-quorums yes: neither true nor false; needs one of them"},
		{Params{"allow-invalid-quorums": ""}, `quorumed: allow-invalid-quorums "": neither true nor false; needs one of them`},
		{Params{"requesters": ""}, `quorumed: requesters "": nobody, so that nothing happens` + nodes},
		{Params{"requesters": "4"}, "quorumed: requesters 4: 4 is not a node" + nodes},
		{Params{"requesters": "0,1"}, "quorumed: requesters 0,1: 0 is not a node" + nodes},
		{Params{"requesters": "1,,2"}, `quorumed: requesters 1,,2: "" is not a node` + nodes},
		{Params{"requesters": "1,x"}, "quorumed: requesters 1,x: x is not a node" + nodes},
		{Params{"requesters": "2,1,2"}, "quorumed: requesters 2,1,2: node 2 stands there twice"},
		{Params{"n": "0", "requesters": "2", "quorum": "fpp"}, "quorumed: n 0: needs at least 1"},
		{Params{"token": "1"}, `quorumed: "token": not a parameter of this algorithm; it takes n, variant, quorum, allow-invalid-quorums, requesters, network, rounds, bug`},
	} {
		_, err := resolve(quorumed, c.params)
		var bad *config.Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v:\ngot  %v\nwant %s", c.params, err, c.want)
		}
	}
	for _, name := range []string{"quorum", "allow-invalid-quorums", "requesters"} {
		if _, err := Resolve("centralized", Params{name: "true"}); err == nil || !strings.Contains(err.Error(), "not a parameter of this algorithm") {
			t.Errorf("centralized takes %s: %v", name, err)
		}
	}
}

func TestParamsOf(t *testing.T) {
	got := ParamsOf(strings.Fields("--n 3 --allow-invalid-quorums --quorum all"))
	if want := (Params{"n": "3", "allow-invalid-quorums": "true", "quorum": "all"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if got := ParamsOf([]string{"--allow-invalid-quorums", "--n"}); !reflect.DeepEqual(got, Params{"allow-invalid-quorums": "true"}) {
		t.Errorf("a flag without its value: %v", got)
	}
}
