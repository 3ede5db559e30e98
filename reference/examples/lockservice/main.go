// Command lockservice is a distributed lock: each node is a process, and clients ask any
// node for the one lock that all nodes share.  It is an example of a program that records
// what it does for mxgen check; see README.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/mxgen/mxgen/reference/record"
)

// The mistakes of -bug.
const (
	repliesInside  = "replies-while-inside"
	noTieBreak     = "no-tie-break"
	forgetsHighest = "forgets-highest"
)

var bugs = []string{repliesInside, noTieBreak, forgetsHighest}

func main() {
	log.SetFlags(0)
	log.SetPrefix("lockservice: ")
	id := flag.Int("node", 0, "the `number` of this node, 1 to N")
	listen := flag.String("listen", "127.0.0.1:0", "`address` for peers and clients")
	peers := flag.String("peers", "", "the other nodes: `2=host:port,3=host:port`")
	logs := flag.String("logs", "", "`directory` that gets the log node-I.jsonl; empty: no log")
	bug := flag.String("bug", "", "a `mistake`, to see it found: "+strings.Join(bugs, ", "))
	client := flag.String("client", "", "be a client of the node at this `address`")
	entries := flag.Int("entries", 1, "of a client: how often it takes the lock")
	flag.Parse()

	var err error
	switch {
	case *client != "":
		err = useLock(*client, *entries)
	case *bug != "" && !slices.Contains(bugs, *bug):
		err = fmt.Errorf("-bug %q: want %s", *bug, strings.Join(bugs, ", "))
	default:
		err = serve(*id, *listen, *peers, *logs, *bug)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// serve is a node, until it gets SIGTERM or SIGINT.
func serve(id int, listen, peers, logs, bug string) error {
	addresses, err := parsePeers(peers)
	if err != nil {
		return err
	}
	n := &node{id: id, n: len(addresses) + 1, bug: bug, turn: make(chan struct{}, 1)}
	if n.rec, err = openLog(logs, id, n.n); err != nil {
		return err
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	n.links = make([]*link, n.n+1)
	for i := 1; i <= n.n; i++ {
		if address, is := addresses[i]; is {
			n.links[i] = newLink(id, address)
		} else if i != id {
			return fmt.Errorf("-peers %q -node %d: no address of node %d", peers, id, i)
		}
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, os.Interrupt)
	fmt.Println(l.Addr()) // with port 0 nobody else knows it
	go accept(l, n)
	<-stop
	return n.close()
}

// openLog opens the log of a node of n.  Without a directory the log goes nowhere.
func openLog(dir string, id, n int) (*record.Node, error) {
	h := record.Header{
		Config:  record.Config{Algorithm: "ricart-agrawala", N: n, Network: "fifo"},
		Program: "lockservice",
		Records: &record.Records{Events: []string{"request", "receive", "enter", "exit"}, Nodes: []int{id}},
	}
	if dir != "" {
		return record.OpenNode(dir, id, h)
	}
	l, err := record.New(io.Discard, h)
	if err != nil {
		return nil, err
	}
	return l.Node(id), nil
}

// parsePeers reads 2=host:port,3=host:port.
func parsePeers(list string) (map[int]string, error) {
	all := map[int]string{}
	for peer := range strings.SplitSeq(list, ",") {
		number, address, _ := strings.Cut(peer, "=")
		i, err := strconv.Atoi(number)
		if err != nil || address == "" {
			return nil, fmt.Errorf("-peers %q: want 2=host:port,3=host:port", list)
		}
		all[i] = address
	}
	return all, nil
}
