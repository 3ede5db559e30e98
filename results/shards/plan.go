// Package shards divides the cases of a suite among machines, and merges the reports of
// these shards into the report of the suite.
//
//	plan := shards.New(s, shards.Costs(s, recorded), 4, code)
//	part := plan.Part(s, 2)           // what shard 2/4 verifies
//	report.Shard = plan.Shard(2)
//	report.Shard.Sum = shards.Sum(report)
//	...
//	whole, err := shards.Merge(all)   // all four of them
//
// Shards do not talk to each other: each makes the same plan from the same suite and the same recorded costs.  The
// hash of the plan is in each report, so that reports of different plans are never merged.
package shards

import (
	"cmp"
	"container/heap"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
)

// Most is the largest number of shards: GitHub's limit for the jobs of a matrix.
const Most = 256

// Plan says which shard verifies which cases.
type Plan struct {
	Cases [][]int // of each shard: positions in the suite's cases, ascending
	Costs []Cost  // of each shard
	hash  string
	parts [][]int // numbers of the cases of each shard
}

// New divides a suite among n shards, so that their costs are as equal as the largest cases allow.  code
// identifies the code that verifies.
func New(s *suite.Suite, costs []Cost, n int, code string) *Plan {
	p := &Plan{Cases: divide(costs, n), Costs: make([]Cost, n), parts: make([][]int, n)}
	for i, cases := range p.Cases {
		p.parts[i] = []int{}
		for _, k := range cases {
			p.Costs[i] += costs[k]
			p.parts[i] = append(p.parts[i], s.Cases[k].Place.Number)
		}
	}
	cases := slices.Clone(s.Cases)
	for k, c := range cases { // the same suite may be elsewhere on another machine
		if c.Model != nil {
			m := *c.Model
			if inside, err := filepath.Rel(filepath.Dir(c.Place.File), m.Path); err == nil {
				m.Path = inside
			}
			cases[k].Model = &m
		}
		cases[k].Place.File, cases[k].Place.Line = "", 0
	}
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, v := range []any{code, s.Name, cases, p.parts} {
		if err := e.Encode(v); err != nil {
			panic(fmt.Sprintf("a suite is plain data: %v", err)) // Case has no function, channel or map with other keys than texts
		}
	}
	p.hash = hex.EncodeToString(h.Sum(nil))
	return p
}

// Part returns the cases of a shard, from 1, as a suite.
func (p *Plan) Part(s *suite.Suite, shard int) *suite.Suite {
	part := &suite.Suite{Name: s.Name}
	for _, k := range p.Cases[shard-1] {
		part.Cases = append(part.Cases, s.Cases[k])
	}
	return part
}

// Shard describes a shard, from 1, in its report.
func (p *Plan) Shard(shard int) *results.Shard {
	return &results.Shard{Index: shard, Of: len(p.Cases), Plan: p.hash, Entries: p.parts[shard-1]}
}

// divide gives each case, the most expensive first, to the shard that has the least.  The most expensive shard costs at
// most 4/3 of the best possible (Graham 1969), and close to the mean where no single case costs much.
func divide(costs []Cost, n int) [][]int {
	order := make([]int, len(costs))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	loads := make(loads, n)
	for i := range loads {
		loads[i].shard = i
	}
	parts := make([][]int, n)
	for _, k := range order {
		least := &loads[0]
		parts[least.shard] = append(parts[least.shard], k)
		least.cost += costs[k]
		heap.Fix(&loads, 0)
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts
}

// loads is a heap of shards, the one with the least cost first, then the first.
type loads []struct {
	shard int
	cost  Cost
}

func (l loads) Len() int { return len(l) }
func (l loads) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(l[a].cost, l[b].cost), cmp.Compare(l[a].shard, l[b].shard)) < 0
}
func (l loads) Swap(a, b int) { l[a], l[b] = l[b], l[a] }
func (l *loads) Push(any)     {}
func (l *loads) Pop() any     { return nil }
