package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestTK2(t *testing.T) {
	play(t, config.Config{Algorithm: "suzuki-kasami", N: 4, Network: config.Unordered, Token: 1}, []step{
		{history(4, 1, 4, 1, 4, 2, 4, 2, 4, 3), "token 0 0 1 0, ln@3 [1 2 1 4], rn@1 [1 2 1 4]"},
		{"request 4, receive 3<-4 REQUEST 5", "rn@3 [1 2 1 5], net 3>4 TOKEN; 4>1 REQUEST 5; 4>2 REQUEST 5"},
		{"receive 4<-3 TOKEN, enter 4, exit 4", "ln@4 [1 2 1 5], token 0 0 0 1, rn@1 [1 2 1 4]"},
		{"receive 1<-4 REQUEST 5", "rn@1 [1 2 1 5], rn@2 [1 2 1 4], rn@3 [1 2 1 5], ln@4 [1 2 1 5], token 0 0 0 1, net 4>2 REQUEST 5"},
	})
}
