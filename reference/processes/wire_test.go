package processes

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// one is a node of two whose parent is the test.
type one struct {
	t       *testing.T
	orders  *json.Encoder
	answers *json.Decoder
	port    int
	ended   chan error
}

const secret = "known to two"

// oneNode starts node 1 of two.
func oneNode(t *testing.T) *one {
	in, orders := io.Pipe()
	answers, out := io.Pipe()
	o := &one{t: t, orders: json.NewEncoder(orders), answers: json.NewDecoder(answers), ended: make(chan error, 1)}
	go func() {
		err := Node(t.Context(), in, out, algorithms.New)
		out.Close()
		o.ended <- err
	}()
	t.Cleanup(func() { orders.Close(); answers.Close() })
	o.order(order{Setup: &setup{Node: 1, Config: config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO}, Secret: secret, Entries: 1, Directory: t.TempDir()}})
	o.port = o.answer().Port
	return o
}

func (o *one) order(what order) {
	o.t.Helper()
	if err := o.orders.Encode(what); err != nil {
		o.t.Fatal(err)
	}
}

func (o *one) answer() answer {
	o.t.Helper()
	var a answer
	if err := o.answers.Decode(&a); err != nil {
		o.t.Fatal(err)
	}
	return a
}

// connect sends a text to the node and returns the connection.
func (o *one) connect(text string) net.Conn {
	o.t.Helper()
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(time.Minute))
	go io.WriteString(c, text)
	return c
}

// refused tells whether the node closes a connection without a word.
func (o *one) refused(c net.Conn) bool {
	n, err := c.Read(make([]byte, 1))
	return n == 0 && err != nil && !strings.Contains(err.Error(), "timeout")
}

// A connection that does not know the secret, or is no link to this node, is closed and
// changes nothing; that of the other node is admitted, once.
func TestForeignConnections(t *testing.T) {
	door, err := net.Listen("tcp", "127.0.0.1:0") // of node 2
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	o := oneNode(t)
	o.order(order{Ports: []int{o.port, door.Addr().(*net.TCPAddr).Port}})
	in, err := door.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for what, text := range map[string]string{
		"another protocol":  "GET / HTTP/1.1\r\n\r\n",
		"no secret":         `{"From":2,"To":1}` + "\n",
		"another secret":    `{"Secret":"known to two?","From":2,"To":1}` + "\n",
		"another node":      `{"Secret":"known to two","From":2,"To":2}` + "\n",
		"from itself":       `{"Secret":"known to two","From":1,"To":1}` + "\n",
		"from nobody":       `{"Secret":"known to two","From":3,"To":1}` + "\n",
		"a long line":       strings.Repeat("x", 2*mostMessage),
		"a message at once": `{"ID":"2-1","Msg":{"Kind":"REPLY"}}` + "\n",
	} {
		if !o.refused(o.connect(text)) {
			t.Errorf("%s: not refused", what)
		}
	}
	silent := o.connect("") // keeps nobody waiting
	right := `{"Secret":"known to two","From":2,"To":1}` + "\n"
	link := o.connect(right)
	if n, err := link.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Fatalf("the other node is not admitted: %v", err)
	}
	from, _, err := admit(in, secret, 2)
	if err != nil || from != 1 {
		t.Fatalf("the node says hello as %d, %v", from, err)
	}
	if _, err := in.Write([]byte{welcome}); err != nil {
		t.Fatal(err)
	}
	if !o.answer().Ready {
		t.Fatal("not ready")
	}
	if _, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", o.port)); err == nil {
		t.Error("the node still listens")
	}
	silent.Close()
	o.order(order{Report: true})
	if r := o.answer().Report; r == nil || r.Held != 0 || r.Received[1] != 0 || r.Gone[1] {
		t.Errorf("%+v", r)
	}

	// What is no message ends the link; what was torn is no message.
	io.WriteString(link, `{"ID":"2-1","Msg":{"Kind":"REQUEST","Fields":[1]}}`+"\n"+`{"ID":"2-2","Msg":{"Kind":"RE`)
	link.Close()
	for held := 0; held != 1; {
		o.order(order{Report: true})
		r := o.answer().Report
		if held = r.Held; r.Held > 1 {
			t.Fatalf("%+v", r)
		}
	}
	o.order(order{End: true})
	if err := <-o.ended; err != nil {
		t.Error(err)
	}
}

// A node ends when its parent is gone.
func TestNoParent(t *testing.T) {
	for _, text := range []string{"", "hello\n", "{}\n"} {
		if err := Node(t.Context(), strings.NewReader(text), io.Discard, algorithms.New); err != ErrNoParent {
			t.Errorf("%q: %v", text, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	text := fmt.Sprintf(`{"setup":{"Node":1,"Directory":%q,"Config":{"algorithm":"centralized","n":2,"variant":"","network":"fifo","coordinator":1}}}`+"\n", t.TempDir())
	if err := Node(ctx, strings.NewReader(text), io.Discard, algorithms.New); err != nil {
		t.Error(err)
	}
}

func TestReadLetter(t *testing.T) {
	kinds := []string{"REQUEST"}
	for text, good := range map[string]bool{
		`{"ID":"1-1","Msg":{"Kind":"REQUEST","Fields":[3],"Load":[1,2]}}`: true,
		`{"ID":"1-1","Msg":{"Kind":"TOKEN"}}`:                             false,
		`{"ID":"1-1","Msg":{"Kind":"REQUEST"},"From":3}`:                  false,
		`{}`: false,
		`[]`: false,
	} {
		l, err := readLetter(bufio.NewReader(strings.NewReader(text+"\n")), kinds)
		if (err == nil) != good {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	if err := writeLine(io.Discard, letter{Msg: event.Message{Kind: "REQUEST", Load: make([]int, mostMessage)}}); err == nil {
		t.Error("a message that nobody reads was sent")
	}
}

// An inbox keeps the order of each sender, unless the network is unordered.
func TestInbox(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	overtaken := false
	for _, unordered := range []bool{false, true} {
		for range 50 {
			b := newInbox()
			for k := range 6 {
				b.put(letter{From: k%2 + 1, ID: fmt.Sprint(k)})
			}
			taken := map[int][]string{}
			for l, is := b.take(random, unordered); is; l, is = b.take(random, unordered) {
				taken[l.From] = append(taken[l.From], l.ID)
			}
			if len(taken[1]) != 3 || len(taken[2]) != 3 || b.total() != 6 {
				t.Fatalf("%v", taken)
			}
			if !slices.IsSorted(taken[1]) || !slices.IsSorted(taken[2]) {
				overtaken = true
				if !unordered {
					t.Fatalf("fifo: %v", taken)
				}
			}
		}
	}
	if !overtaken {
		t.Error("nothing is ever overtaken")
	}
}

// A link delivers in order and not before its delay.
func TestLink(t *testing.T) {
	const delay = 20 * time.Millisecond
	got := make(chan string, 2)
	l := newLink(delay, func(l letter) error { got <- l.ID; return nil })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { l.run(ctx); close(ended) }()
	began := time.Now()
	l.post(letter{ID: "a"})
	l.post(letter{ID: "b"})
	if a, b := <-got, <-got; a != "a" || b != "b" || time.Since(began) < delay {
		t.Errorf("%s %s after %s", a, b, time.Since(began))
	}
	cancel()
	<-ended
}

func TestQuiet(t *testing.T) {
	idle := func() []*report {
		return []*report{
			{Idle: true, Events: 4, Sent: []int{0, 2, 0}, Received: []int{0, 1, 0}, Gone: make([]bool, 3)},
			{Idle: true, Events: 4, Sent: []int{1, 0, 0}, Received: []int{2, 0, 0}, Gone: make([]bool, 3)},
			{Idle: true, Events: 0, Sent: []int{0, 0, 0}, Received: []int{0, 0, 0}, Gone: make([]bool, 3)},
		}
	}
	if !quiet(idle(), idle()) {
		t.Error("nothing can happen, and it is not quiet")
	}
	if quiet(nil, idle()) {
		t.Error("one round is enough")
	}
	for what, change := range map[string]func(r []*report){
		"a node can go on":        func(r []*report) { r[1].Idle = false },
		"a message is held":       func(r []*report) { r[0].Held = 1 },
		"a message is under way":  func(r []*report) { r[0].Sent[2]++ },
		"an event happened":       func(r []*report) { r[2].Events++ },
		"a killed node's message": func(r []*report) { r[2] = nil; r[0].Gone[2] = true },
	} {
		r := idle()
		change(r)
		if quiet(idle(), r) {
			t.Errorf("%s: quiet", what)
		}
	}
	killed := func() []*report {
		r := idle()
		r[2], r[0].Gone[2], r[1].Gone[2] = nil, true, true
		r[0].Sent[2] = 7 // nobody receives these
		return r
	}
	if !quiet(killed(), killed()) || quiet(idle(), killed()) {
		t.Error("a killed node")
	}
}

func TestDisturbances(t *testing.T) {
	var d Disturbances
	for _, text := range []string{"slow-link 1-2=5ms", "slow-link 1-2=1ms", "slow-node 2=1ms", "pause 2=50ms@10ms", "kill 3@20ms", "kill 1@7"} {
		option, value, _ := strings.Cut(text, " ")
		if err := d.Add(option, value, 3); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if all := d.Texts(); !slices.Contains(all, text) {
			t.Errorf("%s: %q", text, all)
		}
	}
	if d.linkDelay(1, 2) != 6*time.Millisecond || d.linkDelay(2, 1) != 0 || d.nodeDelay(2) != time.Millisecond || d.nodeDelay(1) != 0 {
		t.Errorf("%+v", d)
	}
	if k, is := d.kill(1); !is || k.Events != 7 {
		t.Errorf("%+v", k)
	}
	for _, text := range []string{"slow-link ", "slow-link 1-2", "slow-link 1-1=1s", "slow-link 0-1=1s", "slow-link 1-2=-1s", "slow-node 4=1s", "slow-node 1=2h",
		"slow-node x=1s", "pause 1=1s", "pause 1@1s", "pause 1=1s@x", "kill 2", "kill 2@", "kill 2@0", "kill 2@-1", "kill 3@1s"} {
		option, value, _ := strings.Cut(text, " ")
		bad := d
		if err, is := bad.Add(option, value, 3).(*config.Error); !is || err.Remedy == "" {
			t.Errorf("%s: %v", text, err)
		}
	}
}
