package graph

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

// Walk is the graph that a depth-first search went through.  Its vertices are states: those that
// the search stored, and those that it passed through within an atomic sequence or between a
// process's move and the claim's.  Its edges are moves.
type Walk struct {
	claimed  bool // process 0 is a claim
	vertices []vertex
	root     int32
	everyone uint64 // set of the processes that move somewhere
	numbers  []int  // their numbers in pan's trails; nil: the same as here
}

type vertex struct {
	out       []edge
	able      uint64 // set of the processes that can begin a move here
	partners  uint64 // set of those that can take part in a move of another process
	stored    bool   // the search stored the state
	accepting bool
	settled   bool // no step is under way: a process that cannot move here is blocked
}

type edge struct {
	to         int32
	process    uint8
	silent     bool // no move: both ends are the same state
	transition uint32
}

// mostProcesses is how many processes can move: a set of them is a uint64.
const mostProcesses = 64

// The kinds of records in the file; see runner/statespace/lasso.c.txt.
const (
	down = iota + 1
	stored
	move
	up
)

// frame is a state on the search's stack.
type frame struct {
	vertex int32
	step   int32 // the vertex where the step under way began, or vertex if none is
	claim  bool  // the claim moves next
	inside bool  // within an atomic sequence
}

// reader makes a Walk of records.
type reader struct {
	*Walk
	states  map[uint32]int32 // of stored states, their vertices
	stack   []frame
	pending edge   // the last move, whose target is not known yet
	from    int32  // where that move begins, -1: there is none
	flags   uint32 // of the state that was reached last
	waiting bool   // the next record may say under which number that state was stored
}

// ReadWalk reads the records of a depth-first search.  claimed says that process 0 is a claim.
//
// The error says that the records are damaged or end too early, or that more than 64
// processes move.
func ReadWalk(in io.Reader, claimed bool) (*Walk, error) {
	r := &reader{Walk: &Walk{claimed: claimed, root: -1}, states: map[uint32]int32{}}
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
	return r.Walk, nil
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

// process is the number of a process in the Walk: processes are numbered in the order of their
// first moves, a claim first.
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

// moved records a move from the state on top of the stack.  The next records say where it leads.
func (r *reader) moved(process uint8, transition uint32) error {
	if len(r.stack) == 0 {
		return errors.New("a move before the first state")
	}
	top := r.stack[len(r.stack)-1]
	r.from, r.pending = top.vertex, edge{process: process, transition: transition}
	if !r.claimed || process > 0 {
		if top.step == top.vertex {
			r.vertices[top.vertex].able |= 1 << process
		} else { // the receiver of a rendezvous
			r.vertices[top.step].partners |= 1 << process
		}
		r.everyone |= 1 << process
	}
	return nil
}

// settle gives the state that was reached last its vertex, and the last move its target.  number
// is under which the state was stored, -1: it was not.
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
		// A state after a claim's move begins a step; one after a process's move is within it.
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

// again says that the state on top is a stored one: an atomic sequence that cannot go on
// ends in it.
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

// weight is how much a move adds to a length: 1 if a process moves, 0 if the claim does.
func (g *Walk) weight(e edge) int {
	if e.silent || g.claimed && e.process == 0 {
		return 0
	}
	return 1
}
