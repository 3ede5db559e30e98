// Package graph reads the graphs that pan writes while it searches, and finds lassos in them.
//
// There are two kinds.  A [Graph] has the states of a model with the values of its
// variables, and the edges between them with what the model prints.  A [Walk] has states
// without values, and the moves of processes between them: its purpose are lassos, which are
// runs that come to a cycle and go round in it for ever.
//
//	walk, err := graph.ReadWalk(file, claimed)
//	if err != nil {
//		return err
//	}
//	lasso, complete := walk.Shortest(ctx, graph.LassoOptions{Fair: true, Below: 100, Budget: 1e8})
//	switch {
//	case !complete: // the budget was too small, or ctx is done
//	case lasso == nil: // no fair lasso has less than 100 moves
//	}
//
// The files are written by harnesses that are compiled with pan's code (runner/statespace/graph.c.txt and lasso.c.txt,
// which describe them).  The package runs nothing.
package graph

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Graph is the reachable part of a model: the states that a search stored, and the edges
// between them, labelled with what the model prints.  It reads from files, and is valid as
// long as they are there.
type Graph struct {
	Complete    bool              // every reachable state was stored
	Cells       []Cell            // of a state
	Mtypes      map[uint64]string // names of the mtype values
	States      int
	Labels      []string         // in the order of their numbers
	Counts      map[string]int64 // edges by label
	Transitions int64            // edges in all
	HasEdges    bool             // the edges were written, not only counted and hashed
	Hash        [2]uint64        // the sums of the hashes of the edges, if they were not written; see EdgeHash

	// Silent are the transitions, by pan's numbers, that print nothing and change nothing in some state: they are no edges.
	Silent []int

	// Of a model that was made to do a list of events: how many it did before the
	// one that it cannot do, -1 if it did all; and what it could do instead.
	Impossible int
	Possible   []string

	files Files
}

// Files are the files that a Graph is read from.
type Files struct {
	Dir        string
	States     string   // name of the file with the states, one after the other
	StateBytes int      // the size of a state in bytes
	Mtypes     []string // variables that are mtypes
}

// Names of the files that the harness writes in any case.
const (
	layoutFile = "edges"     // text: cells, labels, counts
	edgesFile  = "edges.bin" // edges, or the states that a driven model went through
)

// Cell is a place of a state that holds one number: a variable or an array's element.
type Cell struct {
	Name   string // as in Promela: next[2], request_net[1].to[2]
	Mtype  bool
	offset int // bytes
	size   int // bytes, 1 to 8
}

// Value is the cell's value in a state.
func (c Cell) Value(state []byte) uint64 {
	var value uint64
	for k := c.size - 1; k >= 0; k-- { // little-endian, as the machines that SPIN runs on
		value = value<<8 | uint64(state[c.offset+k])
	}
	return value
}

// Text is a cell's value as pan would print it; an mtype's is its name.
func (g *Graph) Text(c Cell, state []byte) string {
	v := c.Value(state)
	if name := g.Mtypes[v]; c.Mtype && name != "" {
		return name
	}
	return strconv.FormatUint(v, 10)
}

// maxStateBytes bounds the file of the states.
const maxStateBytes = 16 << 30

// FormatError says that a file is not as the harness writes it.
type FormatError struct{ Reason string }

func (e *FormatError) Error() string { return "graph: " + e.Reason }

// Open reads the layout, the labels and the counts of a graph.  hasEdges says that the edges
// were written.  The error is a *FormatError, or that of a file.
func Open(files Files, hasEdges bool) (*Graph, error) {
	g := &Graph{HasEdges: hasEdges, Impossible: -1, Counts: map[string]int64{}, Mtypes: map[uint64]string{}, files: files}
	info, err := os.Stat(filepath.Join(files.Dir, files.States))
	if err != nil {
		return nil, err
	}
	if info.Size()%int64(files.StateBytes) != 0 || info.Size() > maxStateBytes {
		return nil, &FormatError{fmt.Sprintf("%d bytes of states of %d bytes", info.Size(), files.StateBytes)}
	}
	g.States = int(info.Size()) / files.StateBytes
	file, err := os.Open(filepath.Join(files.Dir, layoutFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	ended := false
	for lines.Scan() && !ended {
		if ended, err = g.line(lines.Text()); err != nil {
			return nil, &FormatError{fmt.Sprintf("%q: %s", lines.Text(), err)}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if !ended {
		return nil, &FormatError{"the list of labels has no end"}
	}
	return g, nil
}

// line reads one line of the harness's text; see runner/statespace/graph.c.txt.
func (g *Graph) line(line string) (end bool, err error) {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "c":
		return false, g.cell(rest)
	case "m":
		number, name, _ := strings.Cut(rest, " ")
		value, err := strconv.ParseUint(number, 10, 16)
		g.Mtypes[value] = name
		return false, err
	case "l":
		g.Labels = append(g.Labels, rest)
		return false, nil
	case "n":
		number, label, _ := strings.Cut(rest, " ")
		count, err := strconv.ParseInt(number, 10, 63)
		g.Counts[label] = count
		g.Transitions += count
		return false, err
	case "h":
		if n, err := fmt.Sscan(rest, &g.Hash[0], &g.Hash[1]); n != 2 || err != nil {
			return false, errors.New("not two sums")
		}
		return false, nil
	case "x":
		g.Impossible, err = strconv.Atoi(rest)
		return false, err
	case "p":
		g.Possible = append(g.Possible, rest)
		return false, nil
	case "s":
		number, err := strconv.Atoi(rest)
		g.Silent = append(g.Silent, number)
		return false, err
	case ".":
		return true, nil
	}
	return false, errors.New("not a line of graph.c")
}

// cell reads where a cell is.
func (g *Graph) cell(text string) error {
	var c Cell
	if n, err := fmt.Sscan(text, &c.Name, &c.offset, &c.size); n != 3 || err != nil {
		return errors.New("not a name, an offset and a size")
	}
	if c.offset < 0 || c.size < 1 || c.size > 8 || c.offset+c.size > g.files.StateBytes {
		return errors.New("lies outside the state")
	}
	variable, _, _ := strings.Cut(c.Name, "[")
	c.Mtype = slices.Contains(g.files.Mtypes, variable)
	g.Cells = append(g.Cells, c)
	return nil
}

// EachState calls f with every state, in the order of their numbers.  The bytes are
// valid until f returns.  It stops at the first error of f, and returns it.
func (g *Graph) EachState(f func(number int, state []byte) error) error {
	n, err := g.eachRecord(g.files.States, g.files.StateBytes, f)
	if err == nil && n < g.States {
		return fmt.Errorf("state %d: %w", n, io.ErrUnexpectedEOF)
	}
	return err
}

// EachEdge calls f with every edge: the number of the state that it leaves, the number of
// its label, and the state that it leads to, which is valid until f returns.  It stops at
// the first error of f, and returns it.
func (g *Graph) EachEdge(f func(from, label int, to []byte) error) error {
	n, err := g.eachRecord(edgesFile, 6+g.files.StateBytes, func(k int, record []byte) error {
		from := int(binary.LittleEndian.Uint32(record))
		label := int(binary.LittleEndian.Uint16(record[4:]))
		if from >= g.States || label >= len(g.Labels) {
			return fmt.Errorf("edge %d leaves state %d by label %d, which do not exist", k, from, label)
		}
		return f(from, label, record[6:])
	})
	if err == nil && int64(n) != g.Transitions {
		return fmt.Errorf("%d edges, where %d were counted", n, g.Transitions)
	}
	return err
}

// EachDriven calls f with every state that a driven model went through: first, with n = 0,
// the initial state, then the state after each event.  It stops at the first error of f, and
// returns it.
func (g *Graph) EachDriven(f func(n int, state []byte) error) error {
	_, err := g.eachRecord(edgesFile, g.files.StateBytes, f)
	return err
}

// eachRecord calls f with every record of a file, and returns how many there are.
func (g *Graph) eachRecord(name string, size int, f func(k int, record []byte) error) (n int, err error) {
	file, err := os.Open(filepath.Join(g.files.Dir, name))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	record := make([]byte, size)
	for ; ; n++ {
		if _, err := io.ReadFull(in, record); err == io.EOF {
			return n, nil
		} else if err != nil {
			return n, fmt.Errorf("%s: record %d: %w", name, n, err)
		}
		if err := f(n, record); err != nil {
			return n, err
		}
	}
}
