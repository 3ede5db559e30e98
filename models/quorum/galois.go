package quorum

// galois is the projective plane over the field of q elements.  Points and lines
// are the triples that begin, after zeros, with 1; a point is on a line if their
// scalar product is 0.  Lines are then given to points so that each has one
// that it is on.
func galois(q int) [][]int {
	f := newField(q)
	table := f.products()
	var triples [][3]int
	for y := range q {
		for z := range q {
			triples = append(triples, [3]int{1, y, z})
		}
	}
	for z := range q {
		triples = append(triples, [3]int{0, 1, z})
	}
	triples = append(triples, [3]int{0, 0, 1})
	lines := each(len(triples), func(i int) []int {
		u := triples[i-1]
		var points []int
		for k, v := range triples {
			if f.add(f.add(table[u[0]][v[0]], table[u[1]][v[1]]), table[u[2]][v[2]]) == 0 {
				points = append(points, k+1)
			}
		}
		return points
	})
	return matched(lines)
}

// matched gives each point a line that it is on, no line twice: a bipartite
// matching, which a plane has, since each of its points is on as many lines as a
// line has points.
func matched(lines [][]int) [][]int {
	owner := make([]int, len(lines)+1) // of each point: its line, counted from 1
	var place func(line int, tried map[int]bool) bool
	place = func(line int, tried map[int]bool) bool {
		for _, point := range lines[line-1] {
			if tried[point] {
				continue
			}
			tried[point] = true
			if owner[point] == 0 || place(owner[point], tried) {
				owner[point] = line
				return true
			}
		}
		return false
	}
	for k := range lines {
		place(k+1, map[int]bool{})
	}
	return each(len(lines), func(i int) []int { return lines[owner[i]-1] })
}
