package explore

// components finds the strongly connected components of the states in which
// a node waits, by Tarjan's algorithm without recursion.  It calls do for each
// component, with its states in any order and a function in that reports
// whether a state belongs to the component.
func (f *fairGraph) components(node int, do func(states []State, in func(State) bool)) {
	n := State(len(f.waiting))
	const unseen = 0
	var (
		number = make([]uint32, n) // order of discovery, from 1
		low    = make([]uint32, n) // least number reachable within the stack
		part   = make([]uint32, n) // component, 0: not known yet
		stack  []State
		frames []frame
		clock  uint32
		parts  uint32
	)
	push := func(s State) {
		clock++
		number[s], low[s] = clock, clock
		stack = append(stack, s)
		frames = append(frames, frame{state: s, edge: f.first[s]})
	}
	for root := range n {
		if !f.waiting[root].Has(node) || number[root] != unseen {
			continue
		}
		push(root)
		for len(frames) > 0 {
			top := &frames[len(frames)-1]
			s := top.state
			if top.edge < f.first[s+1] {
				to := f.to[top.edge]
				top.edge++
				switch {
				case !f.waiting[to].Has(node):
				case number[to] == unseen:
					push(to)
				case part[to] == 0:
					low[s] = min(low[s], number[to])
				}
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				parent := frames[len(frames)-1].state
				low[parent] = min(low[parent], low[s])
			}
			if low[s] != number[s] {
				continue
			}
			parts++
			start := len(stack)
			for done := false; !done; {
				start--
				part[stack[start]] = parts
				done = stack[start] == s
			}
			this := parts
			do(stack[start:], func(s State) bool { return part[s] == this })
			stack = stack[:start]
		}
	}
}

// frame is a state on the path of the search, with the next edge to follow.
type frame struct {
	state State
	edge  uint32
}
