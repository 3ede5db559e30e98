package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func arbitrary(n, tickets int) config.Config {
	return config.Config{Algorithm: "ricart-agrawala", N: n, Network: config.Unordered,
		Variant: config.Variant{{Name: "arbitrary-number", Value: tickets}}}
}

func TestRA1(t *testing.T) {
	play(t, arbitrary(3, 15), []step{
		{"request 1 10, request 2 5, request 3 15", "num 10 5 15, deferred 0 0 0, replies 0 0 0"},
		{"receive 3<-1 REQUEST 10, receive 3<-2 REQUEST 5", "deferred 0 0 0, replies 0 0 0"},
		{"receive 2<-1 REQUEST 10, receive 2<-3 REQUEST 15", "deferred 0 10 0, replies 0 0 0"},
		{"receive 1<-2 REQUEST 5, receive 1<-3 REQUEST 15", "deferred 8 10 0, net 1>2 REPLY; 3>1 REPLY; 3>2 REPLY"},
		{"receive 1<-3 REPLY, receive 2<-3 REPLY, receive 2<-1 REPLY", "replies 1 2 0, net , entry 2"},
		{"enter 2, exit 2", "deferred 8 0 0, replies 1 0 0, net 2>1 REPLY; 2>3 REPLY"},
		{"receive 1<-2 REPLY, receive 3<-2 REPLY", "replies 2 0 1, net , entry 1"},
		{"enter 1, exit 1, receive 3<-1 REPLY", "deferred 0 0 0, replies 0 0 2, net , entry 3"},
		{"enter 3, exit 3", "deferred 0 0 0, replies 0 0 0, net , hi 15 15 10"},
	})
}

func TestRA2(t *testing.T) {
	play(t, arbitrary(2, 10), []step{
		{"request 1 10, request 2 5", "num 10 5"},
		{"receive 1<-2 REQUEST 5, receive 2<-1 REQUEST 10", "deferred 0 2"},
		{"receive 2<-1 REPLY, enter 2, exit 2, request 2 8", "net 2>1 REPLY; 2>1 REQUEST 8"},
		{"receive 1<-2 REPLY, enter 1, receive 1<-2 REQUEST 8", "phase 2 1"},
		{"receive 2<-1 REPLY, enter 2", "phase 2 2"},
	})
}

// TestRA5: a node that stores the last ticket received instead of the highest may
// draw a ticket that is too small.
func TestRA5(t *testing.T) {
	play(t, config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Rounds: 1, Variant: config.Variant{{Name: "assign"}}}, []step{
		{"request 1, receive 3<-1 REQUEST 1, request 3", "num 1 0 2"},
		{"receive 1<-3 REPLY, receive 1<-3 REQUEST 2", "deferred 8 0 0"},
		{"receive 2<-3 REQUEST 2", "hi 2 2 1"},
		{"receive 2<-1 REQUEST 1, request 2", "hi 2 1 1, num 1 2 2"},
		{"receive 1<-2 REPLY, enter 1, exit 1, receive 1<-2 REQUEST 2", "replies 0 0 0"},
		{"receive 3<-1 REPLY, receive 3<-2 REPLY, enter 3, receive 3<-2 REQUEST 2", "phase 0 1 2"},
		{"receive 2<-1 REPLY, receive 2<-3 REPLY, enter 2", "phase 0 2 2"},
	})
}

// TestRA6: numbers modulo 2N-1 are too few if hi does not include the own ticket.
func TestRA6(t *testing.T) {
	play(t, config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "modulo", Value: 3}}}, []step{
		{"request 1, receive 2<-1 REQUEST 1, request 2", "num 1 2, hi 0 1"},
		{"receive 1<-2 REPLY, enter 1, exit 1, receive 1<-2 REQUEST 2", "hi 0 1"},
		{"request 1, receive 2<-1 REPLY, enter 2", "num 1 2, phase 1 2"},
		{"receive 2<-1 REQUEST 1, receive 1<-2 REPLY, enter 1", "phase 2 2"},
	})
}
