// Package lasso finds shortest lassos: runs that come to a cycle which they then
// go round for ever.  It knows nothing of files; it reads the walk of a
// depth-first search from a stream (see lasso.c of package runner).
package lasso

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Move is a transition of a process, both numbered as in pan's trails.
type Move struct {
	Process    int
	Transition int
}

// Graph is what a search has walked: states, stored or passed through within an
// atomic sequence or before a claim's answer, and the moves between them.
type Graph struct {
	claimed  bool // process 0 is a claim
	vertices []vertex
	root     int32
	everyone uint64 // processes that move somewhere
	numbers  []int  // of these in pan's trails; nil: their own
}

type vertex struct {
	out       []edge
	able      uint64 // processes that can begin a move here
	partners  uint64 // those that can take part in a move of another's
	stored    bool
	accepting bool
	settled   bool // between steps: whoever cannot move here is blocked
}

type edge struct {
	to         int32
	process    uint8
	silent     bool // no move at all: the same state, told twice
	transition uint32
}

// mostProcesses is how many processes that move fairness can keep apart.
const mostProcesses = 64

// Records of a walk.
const (
	down = iota + 1
	stored
	move
	up
)

// frame is a state on the search's stack.
type frame struct {
	vertex int32
	step   int32 // where the step began that it is within, or vertex
	claim  bool  // the claim moves next
	inside bool  // within an atomic sequence
}

// reader makes a graph of a walk.
type reader struct {
	*Graph
	states  map[uint32]int32 // of stored states, their vertices
	stack   []frame
	pending edge // the move that leads down
	from    int32
	flags   uint32 // of the state that was come to
	waiting bool   // for what may say which state it is
}

// Read takes in a walk.  claimed says that process 0 is a claim's.
//
// The error says that the stream is no whole walk, or that a process has too high
// a number.
func Read(in io.Reader, claimed bool) (*Graph, error) {
	r := &reader{Graph: &Graph{claimed: claimed, root: -1}, states: map[uint32]int32{}}
	buffered := bufio.NewReaderSize(in, 1<<20)
	var record [8]byte
	for {
		_, err := io.ReadFull(buffered, record[:])
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := r.record(binary.LittleEndian.Uint32(record[:]), binary.LittleEndian.Uint32(record[4:])); err != nil {
			return nil, err
		}
	}
	r.settle(-1)
	if r.root < 0 || len(r.stack) != 1 {
		return nil, errors.New("the walk has no end")
	}
	return r.Graph, nil
}

func (r *reader) record(what, which uint32) error {
	if what&0xff == stored {
		if r.waiting {
			r.settle(int64(which))
			return nil
		}
		return r.again(which)
	}
	r.settle(-1)
	switch what & 0xff {
	case move:
		process, err := r.process(int(what >> 8))
		if err != nil {
			return err
		}
		return r.moved(process, which)
	case down:
		if r.waiting = r.root < 0 || r.from >= 0; !r.waiting {
			return errors.New("down without a move")
		}
		r.flags = what
	case up:
		if len(r.stack) < 2 {
			return errors.New("up from the first state")
		}
		r.stack = r.stack[:len(r.stack)-1]
	default:
		return fmt.Errorf("record %d is unknown", what&0xff)
	}
	return nil
}

// process is the number in the graph of a process, in the order in which they move.  A
// claim has the first.
func (r *reader) process(number int) (uint8, error) {
	if r.numbers == nil && r.claimed {
		r.numbers = []int{0}
	}
	at := slices.Index(r.numbers, number)
	if at < 0 {
		if at = len(r.numbers); at == mostProcesses {
			return 0, fmt.Errorf("more than %d processes move", mostProcesses)
		}
		r.numbers = append(r.numbers, number)
	}
	return uint8(at), nil
}

// moved notes a move of the state on top.  Its target follows.
func (r *reader) moved(process uint8, transition uint32) error {
	if len(r.stack) == 0 {
		return errors.New("a move before the first state")
	}
	top := r.stack[len(r.stack)-1]
	r.from, r.pending = top.vertex, edge{process: process, transition: transition}
	if !r.claimed || process > 0 {
		if top.step == top.vertex {
			r.vertices[top.vertex].able |= 1 << process
		} else { // of a rendezvous, who receives
			r.vertices[top.step].partners |= 1 << process
		}
		r.everyone |= 1 << process
	}
	return nil
}

// settle gives the state that was come to its vertex, and the move its end.
func (r *reader) settle(number int64) {
	if !r.waiting {
		return
	}
	r.waiting = false
	f := frame{claim: r.flags>>8&1 == 1}
	accepting := r.flags>>9&1 == 1
	if number >= 0 {
		f.vertex = r.known(uint32(number))
	} else {
		f.vertex = r.add(false)
		// What follows a claim's move is a step; what follows a step, the rest of it.
		f.inside = !f.claim && len(r.stack) > 0 && !r.stack[len(r.stack)-1].claim
	}
	if f.step = f.vertex; f.inside {
		f.step = r.stack[len(r.stack)-1].step
	}
	v := &r.vertices[f.vertex]
	v.accepting = v.accepting || accepting
	v.settled = v.settled || !f.claim && !f.inside
	if r.root < 0 {
		r.root = f.vertex
	} else {
		r.pending.to = f.vertex
		r.vertices[r.from].out = append(r.vertices[r.from].out, r.pending)
	}
	r.from = -1
	r.stack = append(r.stack, f)
}

// again is a state that turns out to be a stored one: an atomic sequence that
// cannot go on ends there.
func (r *reader) again(number uint32) error {
	if len(r.stack) == 0 {
		return errors.New("a state before the first")
	}
	top := &r.stack[len(r.stack)-1]
	to := r.known(number)
	r.vertices[to].accepting = r.vertices[to].accepting || r.vertices[top.vertex].accepting
	r.vertices[top.vertex].out = append(r.vertices[top.vertex].out, edge{to: to, silent: true})
	r.vertices[to].settled = r.vertices[to].settled || !r.claimed
	*top = frame{vertex: to, step: to, claim: r.claimed}
	return nil
}

func (r *reader) known(number uint32) int32 {
	v, found := r.states[number]
	if !found {
		v = r.add(true)
		r.states[number] = v
	}
	return v
}

func (r *reader) add(stored bool) int32 {
	r.vertices = append(r.vertices, vertex{stored: stored})
	return int32(len(r.vertices) - 1)
}

// weight is what a move counts: 1 for a process's, 0 for a claim's.
func (g *Graph) weight(e edge) int {
	if e.silent || g.claimed && e.process == 0 {
		return 0
	}
	return 1
}
