package models

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// What is expected to fail is told from the sets: here are those of which it is
// known.
func TestMaekawaFails(t *testing.T) {
	const (
		two   = "--n 2 --quorum sets:1,2/1,2"
		three = "--n 3 --quorum sets:1,2/2,3/1,3"
		four  = "--n 4 --quorum sets:1,2,4/1,2,3/2,3,4/1,3,4"
		five  = "--n 5 --quorum sets:1,2,3/2,4/3,4,5/1,4,5/2,5"
		one   = "--n 3 --quorum sets:1/1/1"
		apart = "--n 4 --quorum sets:1,2/2,3/3,4/1,4 --allow-invalid-quorums"
	)
	for _, c := range []struct{ flags, want string }{
		{"--n 1 --quorum sets:1 --variant basic", ""},
		{"--n 1 --quorum sets:1 --variant slides", ""},
		{two + " --variant basic", "deadlock"},
		{two + " --variant own-first", "deadlock"},
		{two + " --variant ordered", ""},
		{two + " --variant slides", "mutex"},
		{two + " --variant basic --requesters 2", ""},
		{three + " --variant basic", "deadlock"},
		{three + " --variant own-first", "deadlock"},
		{three + " --variant circulating", ""},
		{three + " --variant slides", "mutex"},
		{one + " --variant basic", ""},
		{one + " --variant own-first", ""},
		{one + " --variant slides", "mutex"},
		{apart + " --variant ordered", "mutex"},
		{apart + " --variant ordered --requesters 1,2", ""},
		{three + " --variant mk85 --rounds 2", ""},
		{three + " --variant th-sanders --rounds 2", ""},
		{four + " --variant mk85,sticky --rounds 1", "deadlock"},
		{four + " --variant mk85,eager --rounds 1", ""},
		{four + " --variant th --rounds 1", "deadlock"},
		{four + " --variant th-sanders --rounds 1", "deadlock"},
		{four + " --variant sanders,member --rounds 1", "deadlock"},
		{four + " --variant sanders --rounds 1", ""},
		{four + " --variant mk85 --rounds 1 --requesters 1,2,3", ""},
		{four + " --variant mk85 --rounds 1 --requesters 1,3,4", "deadlock"},
		{four + " --variant sanders --rounds 1 --requesters 1,3,4", ""},
		{four + " --variant mk85 --rounds 1 --requesters 2,3,4", ""},
		{five + " --variant mk85 --rounds 1", "deadlock"},
		{five + " --variant sanders,member --rounds 1", "deadlock"},
		{five + " --variant sanders --rounds 1", ""},
	} {
		fails := lookup(config.Config{Algorithm: "maekawa"}).Fails(mustResolve(t, "maekawa", c.flags))
		var got []string
		for _, name := range []string{"mutex", "deadlock"} {
			if fails[name] != "" {
				got = append(got, name)
			}
		}
		if strings.Join(got, ",") != c.want || (fails["deadlock"] == "") != (fails["starvation"] == "") {
			t.Errorf("%s: %v are expected to fail, want %s", c.flags, fails, c.want)
		}
	}
}

// The type of a link is the smallest that holds what can be under way.
func TestMaekawaLinks(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"--n 2 --quorum sets:1,2/1,2 --rounds 2", "\tint to[N+1]\n"},
		{"--n 2 --quorum sets:1,2/1,2 --rounds 1", "\tshort to[N+1]\n"},
		{"--n 3 --quorum sets:1,2/2,3/1,3 --rounds 2", "\tshort to[N+1]\n"},
		{"--n 3 --quorum sets:1,2/2,3/1,3 --variant basic", "\tbyte to[N+1]\n"},
		{"--n 2 --quorum sets:1,2/1,2 --variant basic", "\tshort to[N+1]\n"},
		{"--n 2 --quorum sets:1,2/1,2 --variant basic --rounds 1", "\tbyte to[N+1]\n"},
		{"--n 2 --quorum sets:1,2/1,2 --variant basic --rounds 1 --network unordered", "\tshort to[N+1]\n"},
	} {
		m := mustRender(t, mustResolve(t, "maekawa", c.flags), Build{})
		if !strings.Contains(string(m.Source), c.want) {
			t.Errorf("%s: links are not %s", c.flags, c.want)
		}
	}
}
