package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestCentralizedQueue(t *testing.T) {
	play(t, config.Config{Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 2}, []step{
		{"request 3, request 1, receive 2<-3 REQUEST, receive 2<-1 REQUEST, request 2", "busy 3, net 2>3 GRANT"},
		{"receive 3<-2 GRANT, enter 3, exit 3", "busy 3, granted 0 0 0, net 3>2 RELEASE"},
		{"receive 2<-3 RELEASE, receive 1<-2 GRANT, enter 1, exit 1, receive 2<-1 RELEASE", "busy 2, granted 0 1 0, net "},
		{"enter 2, exit 2", "busy 0, granted 0 0 0, phase 0 0 0"},
	})
}
