package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestLA1: on unordered links Lamport's algorithm violates mutual exclusion.
func TestLA1(t *testing.T) {
	play(t, config.Config{Algorithm: "lamport", N: 2, Network: config.Unordered, Rounds: 1}, []step{
		{"request 1, request 2", "net 1>2 REQUEST 1; 2>1 REQUEST 1"},
		{"receive 1<-2 REQUEST 1", "clk 2 1, ok 4 0, net 1>2 REQUEST 1; 1>2 ACK 2, entry 1"},
		{"enter 1, receive 2<-1 ACK 2", "ok 4 2, entry 2, phase 2 1"},
		{"enter 2", "phase 2 2"},
	})
}
