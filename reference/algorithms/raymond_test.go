package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestRT1(t *testing.T) {
	play(t, config.Config{Algorithm: "raymond", N: 3, Network: config.FIFO, Edges: []config.Edge{{1, 2}, {2, 3}}, Token: 1}, []step{
		{"", "holder 1 1 2"},
		{"request 3", "queue@3 [3], asked 0 0 1, net 3>2 REQUEST"},
		{"receive 2<-3 REQUEST", "queue@2 [3], asked 0 1 1, net 2>1 REQUEST"},
		{"receive 1<-2 REQUEST", "holder 2 1 2, queue@1 [], net 1>2 PRIVILEGE"},
		{"receive 2<-1 PRIVILEGE", "holder 2 3 2, queue@2 [], asked 0 0 1, net 2>3 PRIVILEGE"},
		{"receive 3<-2 PRIVILEGE", "holder 2 3 3, using 0 0 1, asked 0 0 0, net , entry 3"},
		{"enter 3, exit 3", "holder 2 3 3, using 0 0 0, queue@3 [], net "},
	})
}
