package graph

// components finds the strongly connected components, and which of them can contain a cycle
// that counts.  The algorithm is Tarjan's (1972) without recursion, since the graphs are deep.
func (s *search) components() {
	n := len(s.vertices)
	s.component = make([]int32, n)
	s.into = make([][]int32, n)
	index := make([]int32, n) // 0: not visited
	low := make([]int32, n)
	var stack []int32 // of Tarjan's
	type call struct{ vertex, edge int32 }
	var calls []call
	var count, seen int32
	enter := func(v int32) {
		seen++
		index[v], low[v] = seen, seen
		s.component[v] = -1
		stack = append(stack, v)
		calls = append(calls, call{v, 0})
	}
	enter(s.root) // every vertex is reachable from the root, or not of interest
	for len(calls) > 0 {
		top := &calls[len(calls)-1]
		v := top.vertex
		if int(top.edge) < len(s.vertices[v].out) {
			to := s.vertices[v].out[top.edge].to
			top.edge++
			s.into[to] = append(s.into[to], v)
			switch {
			case index[to] == 0:
				enter(to)
			case s.component[to] < 0:
				low[v] = min(low[v], index[to])
			}
			continue
		}
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			from := calls[len(calls)-1].vertex
			low[from] = min(low[from], low[v])
		}
		if low[v] != index[v] {
			continue
		}
		first := len(stack) - 1
		for stack[first] != v {
			first--
		}
		for _, member := range stack[first:] {
			s.component[member] = count
		}
		s.promising = append(s.promising, s.promise(stack[first:]))
		stack = stack[:first]
		count++
	}
}

// promise tells whether a component has all that a cycle must contain (see needs).
func (s *search) promise(members []int32) bool {
	var all needs
	cyclic := false
	for _, v := range members {
		all = s.at(v, all)
		for _, e := range s.vertices[v].out {
			if s.component[e.to] == s.component[v] {
				cyclic = true
				all = s.over(e, all)
			}
		}
	}
	return cyclic && s.met(all)
}
