package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestTokenRingOrder(t *testing.T) {
	play(t, config.Config{Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{3, 1, 2}}, []step{
		{"", "net 2>3 TOKEN"},
		{"request 1, receive 3<-2 TOKEN", "net 3>1 TOKEN"},
		{"receive 1<-3 TOKEN", "token 1 0 0, net , entry 1"},
		{"enter 1, exit 1", "token 0 0 0, net 1>2 TOKEN"},
		{"request 1, receive 2<-1 TOKEN", "net 2>3 TOKEN"},
	})
}
