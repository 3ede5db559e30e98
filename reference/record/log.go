package record

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// Log is a log of several nodes of one process.
type Log struct {
	header Header
	out    io.Writer // keeps writes at the same time apart, as an os.File does
	close  func() error
	nodes  []Node
	failed atomic.Pointer[error] // the first error: nothing is written after it
}

// Open creates the file of a log and writes the header.  An existing file is an error: a
// log holds one run.
func Open(path string, h Header) (*Log, error) {
	line, err := h.line()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	l := newLog(f, h, f.Close)
	if _, err := f.Write(line); err != nil {
		f.Close()
		return nil, err
	}
	return l, nil
}

// New writes a log to w.  The nodes call w.Write at the same time, each time with whole
// lines.
func New(w io.Writer, h Header) (*Log, error) {
	line, err := h.line()
	if err == nil {
		_, err = w.Write(line)
	}
	if err != nil {
		return nil, err
	}
	return newLog(w, h, func() error { return nil }), nil
}

// OpenNode creates the log of one node, DIR/node-I.jsonl, and the directory if it does not
// exist.  Its lines are numbered, so that a lost line is noticed.  Node.Close closes it.
func OpenNode(dir string, node int, h Header) (*Node, error) {
	if node < 1 || node > h.Config.N {
		return nil, fmt.Errorf("record: node %d: want 1 to %d", node, h.Config.N)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	l, err := Open(filepath.Join(dir, fmt.Sprintf("node-%d.jsonl", node)), h)
	if err != nil {
		return nil, err
	}
	n := l.Node(node)
	n.alone = true
	return n, nil
}

func newLog(w io.Writer, h Header, close func() error) *Log {
	l := &Log{header: h, out: w, close: close, nodes: make([]Node, h.Config.N)}
	for i := range l.nodes {
		l.nodes[i] = Node{log: l, id: i + 1}
	}
	return l
}

// Node returns the recorder of node i, 1 to N.  It is the same one in each call.
func (l *Log) Node(i int) *Node { return &l.nodes[i-1] }

// Close ends the last event of each node, closes the file and returns the first error of
// the recording.  No node may be in use.
func (l *Log) Close() error {
	for i := range l.nodes {
		l.nodes[i].End()
		l.nodes[i].Flush()
	}
	if err := l.close(); err != nil {
		l.fail(err)
	}
	return l.err()
}

func (l *Log) err() error {
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *Log) fail(err error) { l.failed.CompareAndSwap(nil, &err) }

// write writes whole lines.  After an error it writes nothing: a line that the error has
// torn stays the last.
func (l *Log) write(lines []byte) {
	if l.failed.Load() != nil {
		return
	}
	if _, err := l.out.Write(lines); err != nil {
		l.fail(err)
	}
}
