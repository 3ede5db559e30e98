package record_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/record"
)

var header = record.Header{
	Config:  record.Config{Algorithm: "ricart-agrawala", N: 3, Network: "fifo"},
	Program: "test",
}

// event is what these tests read of a line.
type event struct {
	Seq     int
	Event   string
	Node    int
	Peer    int
	Choice  int
	Time    int64
	Clock   map[string]int
	Message *message
	Sends   *[]send
	State   map[string]any
}

type send struct {
	To      int
	Message message
}

type message struct {
	Kind   string
	Fields []int
	ID     string
}

// read returns the header and the events of a log.
func read(t *testing.T, log []byte) (head map[string]any, events []event) {
	t.Helper()
	if !bytes.HasSuffix(log, []byte("\n")) {
		t.Fatalf("the log ends without a newline: %q", log)
	}
	for i, line := range bytes.Split(log[:len(log)-1], []byte("\n")) {
		var e event
		into := any(&e)
		if i == 0 {
			into = &head
		}
		if err := json.Unmarshal(line, into); err != nil {
			t.Fatalf("line %d: %v: %s", i+1, err, line)
		}
		if i > 0 {
			events = append(events, e)
		}
	}
	return head, events
}

func TestOneNode(t *testing.T) {
	h := header
	h.Timed, h.FromUnknown = true, true
	h.Messages = map[string]string{"REQ<\"é\">": "REQUEST"}
	h.Records = &record.Records{Nodes: []int{2}}
	dir := filepath.Join(t.TempDir(), "new")
	n, err := record.OpenNode(dir, 2, h)
	if err != nil {
		t.Fatal(err)
	}
	n.Request()
	n.Choice(3)
	n.Send(1, record.Message{Kind: "REQ<\"é\">", Fields: []int{3, 4}, ID: "2-1"})
	n.Send(3, record.Message{Kind: "REPLY"})
	n.State("num", 3)
	n.StateList("queue", []int{1, 2})
	n.StateList("empty", nil)
	n.Clock([]int{0, 1, 0})
	n.Receive(1, record.Message{Kind: "REPLY"}).Enter() // the next event ends the previous one
	n.End()
	n.End()
	n.Receive(0, record.Message{}).End()

	path := filepath.Join(dir, "node-2.jsonl")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("End had not written everything: then\n%s\nat the end\n%s", before, after)
	}

	head, events := read(t, before)
	want := map[string]any{
		"schema": "mxgen.trace/v1", "algorithm": "ricart-agrawala",
		"configuration": map[string]any{"algorithm": "ricart-agrawala", "n": 3., "variant": "", "network": "fifo"},
		"origin":        map[string]any{"driver": "foreign", "program": "test"},
		"order":         "nodes", "from": "unknown", "records": map[string]any{"nodes": []any{2.}},
		"messages": map[string]any{"REQ<\"é\">": "REQUEST"},
	}
	if !reflect.DeepEqual(head, want) {
		t.Errorf("header %v, want %v", head, want)
	}
	for i := range events {
		if events[i].Time == 0 {
			t.Errorf("event %d has no time", i+1)
		}
		events[i].Time = 0
	}
	none := &[]send{}
	wanted := []event{
		{Seq: 1, Event: "request", Node: 2, Choice: 3, Clock: map[string]int{"1": 0, "2": 1, "3": 0},
			Sends: &[]send{{1, message{"REQ<\"é\">", []int{3, 4}, "2-1"}}, {3, message{Kind: "REPLY"}}},
			State: map[string]any{"num": 3., "queue": []any{1., 2.}, "empty": []any{}}},
		{Seq: 2, Event: "receive", Node: 2, Peer: 1, Message: &message{Kind: "REPLY"}, Sends: none},
		{Seq: 3, Event: "enter", Node: 2, Sends: none},
		{Seq: 4, Event: "receive", Node: 2, Sends: none},
	}
	if !reflect.DeepEqual(events, wanted) {
		t.Errorf("events\n%+v\nwant\n%+v", events, wanted)
	}
	if _, err := record.OpenNode(dir, 2, h); !errors.Is(err, os.ErrExist) {
		t.Errorf("the log of an earlier run: error %v", err)
	}
	if _, err := record.OpenNode(dir, 4, h); err == nil || !strings.Contains(err.Error(), "want 1 to 3") {
		t.Errorf("node 4 of 3: error %v", err)
	}
}

// Nodes write to one file at the same time: every line is whole, and each node's lines are
// in its order.
func TestOneFile(t *testing.T) {
	for _, buffered := range []bool{false, true} {
		h := header
		h.Buffered, h.WithoutSends = buffered, true
		path := filepath.Join(t.TempDir(), "all.jsonl")
		l, err := record.Open(path, h)
		if err != nil {
			t.Fatal(err)
		}
		const count = 2000 // more than one buffer
		var wait sync.WaitGroup
		for i := 1; i <= 3; i++ {
			wait.Go(func() {
				for k := range count {
					n := l.Node(i).Receive(i%3+1, record.Message{Kind: "REQUEST", Fields: []int{k}})
					n.State("hi", k)
					n.End()
				}
			})
		}
		wait.Wait()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		log, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, events := read(t, log)
		next := map[int]int{}
		for _, e := range events {
			if e.Sends != nil || e.Seq != 0 {
				t.Fatalf("sends and seq are not known here: %+v", e)
			}
			if e.Message.Fields[0] != next[e.Node] {
				t.Fatalf("node %d: event %d, want %d", e.Node, e.Message.Fields[0], next[e.Node])
			}
			next[e.Node]++
		}
		for i := 1; i <= 3; i++ {
			if next[i] != count {
				t.Errorf("buffered %v: node %d has %d lines, want %d", buffered, i, next[i], count)
			}
		}
	}
}

// full is a disk with room for some bytes.
type full struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("no space")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room-f.Len())
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

// After an error of writing nothing is written: a torn line is the last one, even if there
// is room again.
func TestTornLine(t *testing.T) {
	disk := &full{room: 400}
	l, err := record.New(disk, header)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Node(1).Err(); err != nil {
		t.Errorf("Err: error %v before there is one", err)
	}
	for range 10 {
		l.Node(1).Request().End()
	}
	if err := l.Node(1).Err(); !errors.Is(err, errFull) {
		t.Errorf("Err: error %v, want %v", err, errFull)
	}
	disk.room = 4000
	l.Node(1).Exit().End()
	if err := l.Close(); !errors.Is(err, errFull) {
		t.Errorf("Close: error %v, want %v", err, errFull)
	}
	if disk.Len() != 400 || bytes.HasSuffix(disk.Bytes(), []byte("\n")) {
		t.Errorf("%d bytes, want 400 with a torn line at the end: %s", disk.Len(), disk)
	}
}

func TestMisuse(t *testing.T) {
	for name, call := range map[string]func(*record.Node){
		"Send":      func(n *record.Node) { n.Send(1, record.Message{Kind: "REPLY"}) },
		"State":     func(n *record.Node) { n.State("num", 1) },
		"StateList": func(n *record.Node) { n.StateList("num", nil) },
		"Choice":    func(n *record.Node) { n.Choice(1) },
		"Clock":     func(n *record.Node) { n.Clock(nil) },
	} {
		l, err := record.New(io.Discard, header)
		if err != nil {
			t.Fatal(err)
		}
		n := l.Node(1)
		n.Request().End()
		if call(n); n.Close() == nil || l.Close() == nil {
			t.Errorf("%s after End: no error", name)
		}
	}
	for _, c := range []record.Config{{N: 3}, {Algorithm: "lamport"}} {
		if _, err := record.New(io.Discard, record.Header{Config: c}); err == nil {
			t.Errorf("configuration %+v: no error", c)
		}
	}
}

// A Config has the keys of mxgen's configurations.  A program has no bug that mxgen seeded.
func TestConfigKeys(t *testing.T) {
	keys := func(of reflect.Type) (tags []string) {
		for i := range of.NumField() {
			if tag := of.Field(i).Tag.Get("json"); tag != "bug,omitempty" {
				tags = append(tags, tag)
			}
		}
		return tags
	}
	got, want := keys(reflect.TypeFor[record.Config]()), keys(reflect.TypeFor[config.Config]())
	if !reflect.DeepEqual(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
}

func ExampleNode() {
	var out bytes.Buffer
	log, err := record.New(&out, record.Header{
		Config:  record.Config{Algorithm: "ricart-agrawala", N: 2, Network: "fifo"},
		Program: "lockservice 1.4",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	node := log.Node(1)

	node.Request()
	node.Send(2, record.Message{Kind: "REQUEST", Fields: []int{1}})
	node.State("num", 1)
	node.End()

	node.Receive(2, record.Message{Kind: "REPLY"})
	node.Enter() // by the same handler
	node.End()

	if err := log.Close(); err != nil {
		fmt.Println(err)
	}
	lines := bufio.NewScanner(&out)
	lines.Scan() // the header
	for lines.Scan() {
		fmt.Println(lines.Text())
	}
	// Output:
	// {"event":"request","node":1,"sends":[{"to":2,"message":{"kind":"REQUEST","fields":[1]}}],"state":{"num":1}}
	// {"event":"receive","node":1,"peer":2,"message":{"kind":"REPLY"},"sends":[]}
	// {"event":"enter","node":1,"sends":[]}
}

// The origin of mxgen's own programs replaces that of a foreign one, and a clock that of the
// system.
func TestOwnOriginAndClock(t *testing.T) {
	h := header
	h.Origin = map[string]any{"driver": "processes", "seed": 7}
	h.Timed, h.Now = true, func() int64 { return 42 }
	var out bytes.Buffer
	l, err := record.New(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	l.Node(1).Request().End()
	head, events := read(t, out.Bytes())
	if want := map[string]any{"driver": "processes", "seed": 7.0}; !reflect.DeepEqual(head["origin"], want) || events[0].Time != 42 {
		t.Errorf("%v, %v", head["origin"], events)
	}
}
