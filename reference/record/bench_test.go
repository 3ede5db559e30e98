package record_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/mxgen/mxgen/reference/record"
)

// BenchmarkEvent records the receipt of a REQUEST that is answered with a REPLY; one
// operation is one event.  "written" writes each line before the next event, "nodes" has
// three nodes at work on one buffered file, "state" gives five variables.
func BenchmarkEvent(b *testing.B) {
	for _, c := range []struct {
		name     string
		buffered bool
		timed    bool
		nodes    int
		state    bool
	}{
		{name: "buffered", buffered: true, nodes: 1},
		{name: "timed", buffered: true, timed: true, nodes: 1},
		{name: "state", buffered: true, nodes: 1, state: true},
		{name: "nodes", buffered: true, nodes: 3},
		{name: "written", nodes: 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			h := header
			h.Buffered, h.Timed = c.buffered, c.timed
			l, err := record.Open(filepath.Join(b.TempDir(), "log"), h)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			var wait sync.WaitGroup
			for i := 1; i <= c.nodes; i++ {
				wait.Go(func() {
					for k := range b.N / c.nodes {
						answer(l.Node(i), k, c.state)
					}
				})
			}
			wait.Wait()
			b.StopTimer()
			if err := l.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

func answer(n *record.Node, number int, state bool) {
	n.Receive(2, record.Message{Kind: "REQUEST", Fields: []int{number}})
	n.Send(2, record.Message{Kind: "REPLY"})
	if state {
		n.State("phase", 0)
		n.State("num", 0)
		n.State("hi", number)
		n.State("replies", 0)
		n.State("deferred", 0)
	}
	n.End()
}
