package processes

import "slices"

// quiet tells whether nothing can happen any more: in two rounds of reports no node can do
// anything of its own and no message is under way, and no event happened in between.  A
// report is nil for a node that was killed.
func quiet(before, now []*report) bool {
	return calm(before) && calm(now) && slices.EqualFunc(before, now, func(a, b *report) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Events == b.Events)
	})
}

// calm tells whether reports show no node that can go on, and no message under way between
// the nodes.  The reports are not of one moment; two equal rounds are.
func calm(round []*report) bool {
	if round == nil {
		return false
	}
	for i, to := range round {
		if to == nil {
			continue
		}
		if !to.Idle || to.Held > 0 {
			return false
		}
		for j, from := range round {
			if from == nil && !to.Gone[j] || from != nil && from.Sent[i] != to.Received[j] {
				return false
			}
		}
	}
	return true
}

// made tells whether every node has made its entries and left.
func made(round []*report) bool {
	return !slices.ContainsFunc(round, func(r *report) bool { return r != nil && !r.Made })
}

// waiting returns the nodes that wait.
func waiting(round []*report) (nodes []int) {
	for i, r := range round {
		if r != nil && r.Waiting {
			nodes = append(nodes, i+1)
		}
	}
	return nodes
}
