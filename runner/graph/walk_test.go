package graph

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// walk is the records of a walk.
func walk(records ...[2]uint32) []byte {
	var out []byte
	for _, r := range records {
		out = binary.LittleEndian.AppendUint32(out, r[0])
		out = binary.LittleEndian.AppendUint32(out, r[1])
	}
	return out
}

const (
	beforeClaim = 1 << 8
	accepts     = 1 << 9
)

// A claim that accepts, and two processes of which one, within an atomic sequence,
// comes back to the first state.
var sample = walk(
	[2]uint32{down | beforeClaim}, [2]uint32{stored, 0},
	[2]uint32{move, 7}, [2]uint32{down | accepts}, // the claim's
	[2]uint32{move | 1<<8, 1}, [2]uint32{down},
	[2]uint32{move | 1<<8, 2}, [2]uint32{down | beforeClaim}, [2]uint32{stored, 0}, [2]uint32{up}, [2]uint32{up},
	[2]uint32{move | 2<<8, 3}, [2]uint32{down | beforeClaim}, [2]uint32{stored, 1}, [2]uint32{up}, [2]uint32{up},
)

func TestReadWalk(t *testing.T) {
	g, err := ReadWalk(bytes.NewReader(sample), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.vertices) != 4 || g.everyone != 1<<1|1<<2 {
		t.Fatalf("%d states, processes %b", len(g.vertices), g.everyone)
	}
	between, inside := g.vertices[1], g.vertices[2]
	if !between.accepting || !between.settled || between.able != 1<<1|1<<2 || between.stored {
		t.Errorf("after the claim's move: %+v", between)
	}
	if inside.settled || len(inside.out) != 1 || inside.out[0].to != g.root {
		t.Errorf("within the atomic sequence: %+v", inside)
	}
	l, whole := g.Shortest(t.Context(), LassoOptions{Below: 100, Budget: 1000})
	if !whole || l == nil || l.Length != 2 || len(l.Cycle) != 3 || len(l.Prefix) != 0 {
		t.Errorf("%+v", l)
	}
	if fair, _ := g.Shortest(t.Context(), LassoOptions{Fair: true, Below: 100, Budget: 1000}); fair != nil {
		t.Errorf("process 2 can always move, and does not: %+v", fair)
	}
}

// movers is a walk in which so many processes move, the claim among them.
func movers(n uint32) []byte {
	records := [][2]uint32{{down}}
	for p := range n {
		records = append(records, [2]uint32{move | (3*p)<<8}, [2]uint32{down}, [2]uint32{up})
	}
	return walk(records...)
}

// Moves have the numbers that processes have in trails, however large.
func TestReadWalkNumbers(t *testing.T) {
	g, err := ReadWalk(bytes.NewReader(movers(64)), true)
	if err != nil {
		t.Fatal(err)
	}
	last := g.vertices[g.root].out[63]
	if moves := (&search{Walk: g}).append(nil, last); moves[0].Process != 3*63 {
		t.Errorf("%+v", moves)
	}
}

func TestReadWalkRejects(t *testing.T) {
	for name, text := range map[string][]byte{
		"empty":            nil,
		"cut":              sample[:len(sample)-8],
		"half a record":    sample[:len(sample)-3],
		"moves first":      walk([2]uint32{move, 1}),
		"stored first":     walk([2]uint32{stored, 1}),
		"up first":         walk([2]uint32{up}),
		"down twice":       walk([2]uint32{down}, [2]uint32{down}),
		"up from the root": walk([2]uint32{down}, [2]uint32{up}),
		"unknown":          walk([2]uint32{down}, [2]uint32{9}),
		"65 processes":     movers(65),
	} {
		if _, err := ReadWalk(bytes.NewReader(text), true); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzReadWalk(f *testing.F) {
	f.Add(sample, true)
	f.Add(sample, false)
	f.Add(walk([2]uint32{down}, [2]uint32{move}, [2]uint32{down}, [2]uint32{stored, 3}, [2]uint32{stored, 3}), false)
	f.Fuzz(func(t *testing.T, text []byte, claimed bool) {
		g, err := ReadWalk(bytes.NewReader(text), claimed)
		if err != nil {
			return
		}
		for _, fair := range []bool{false, true} {
			g.Shortest(t.Context(), LassoOptions{Fair: fair, Below: 1 << 20, Budget: 100_000})
		}
	})
}
