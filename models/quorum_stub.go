package models

// STUB, to be dropped at merge: the least that reads --quorum and --requesters,
// until models/quorum does.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func init() {
	ParamNames = slices.Insert(ParamNames, slices.Index(ParamNames, "network"), "quorum", "requesters")
	ParamHelp["quorum"] = "quorum sets: sets:1,2/2,3/3,1"
	ParamHelp["requesters"] = "the nodes that request, such as 1,3"
}

func (r *resolver) quorum() {
	if r.err != nil {
		return
	}
	text, given := r.params["quorum"]
	if !given { // node i and the next N/2
		var sets []string
		for i := range r.c.N {
			var set []int
			for d := 0; d <= r.c.N/2; d++ {
				set = append(set, (i+d)%r.c.N+1)
			}
			slices.Sort(set)
			sets = append(sets, strings.Trim(strings.ReplaceAll(fmt.Sprint(set), " ", ","), "[]"))
		}
		text = "sets:" + strings.Join(sets, "/")
	}
	r.c.Quorum = text
	for part := range strings.SplitSeq(strings.TrimPrefix(text, "sets:"), "/") {
		r.c.Quorums = append(r.c.Quorums, stubNodes(part))
	}
	if len(r.c.Quorums) != r.c.N {
		r.fail("quorum "+clip(text), "not as many sets as nodes", "")
	}
}

func (r *resolver) requesters() {
	if text, given := r.params["requesters"]; given && r.err == nil {
		r.c.Requesters = stubNodes(text)
	}
}

func stubNodes(text string) []int {
	var nodes []int
	for part := range strings.SplitSeq(text, ",") {
		i, _ := strconv.Atoi(part)
		nodes = append(nodes, i)
	}
	slices.Sort(nodes)
	return nodes
}
