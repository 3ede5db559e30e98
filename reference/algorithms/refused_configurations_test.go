package algorithms_test

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
)

func TestRefusedConfigurations(t *testing.T) {
	line := []config.Edge{{1, 2}, {2, 3}}
	for want, cfg := range map[string]config.Config{
		"not one of":         {Algorithm: "paxos", N: 3, Network: config.FIFO},
		"n 0":                {Algorithm: "ricart-agrawala", N: 0, Network: config.FIFO},
		"n 63":               {Algorithm: "ricart-agrawala", N: 63, Network: config.FIFO},
		"rounds -1":          {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Rounds: -1},
		`network "mailbox"`:  {Algorithm: "ricart-agrawala", N: 3, Network: config.Mailbox},
		"arbitrary-number=T": {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Variant: config.Variant{{Name: "arbitrary-number"}}},
		"variant assign":     {Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO, Variant: config.Variant{{Name: "assign"}}},
		"coordinator 4":      {Algorithm: "centralized", N: 3, Network: config.FIFO, Coordinator: 4},
		"variant inti":       {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line, Token: 1, Variant: config.Variant{{Name: "inti"}}},
		"token 0":            {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line},
		"1 edges":            {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: line[:1], Token: 1},
		"edge 1-9":           {Algorithm: "neilsen-mizuno", N: 3, Network: config.FIFO, Edges: []config.Edge{{1, 9}, {2, 3}}, Token: 1},
		"order [1 2 2]":      {Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{1, 2, 2}},
		"has 2 of 3":         {Algorithm: "token-ring", N: 3, Network: config.FIFO, Order: []int{1, 2}},
		"token 4":            {Algorithm: "suzuki-kasami", N: 3, Network: config.FIFO, Token: 4},
		"rounds 8":           {Algorithm: "suzuki-kasami", N: 3, Network: config.FIFO, Token: 1, Rounds: 8},
		"needs rounds":       {Algorithm: "ricart-agrawala-token", N: 3, Network: config.FIFO, Token: 1, Variant: config.Variant{{Name: "minnumber"}}},
		"one policy":         {Algorithm: "ricart-agrawala-token", N: 3, Network: config.FIFO, Token: 1, Variant: config.Variant{{Name: "arbitrary"}, {Name: "cyclic"}}},
		"not connected":      {Algorithm: "neilsen-mizuno", N: 4, Network: config.FIFO, Edges: []config.Edge{{1, 2}, {1, 2}, {3, 4}}, Token: 1},
	} {
		if _, err := algorithms.New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}

// TestRefusedPermission: Check refuses configurations without finite form and
// meaningless ones.
func TestRefusedPermission(t *testing.T) {
	for want, cfg := range map[string]config.Config{
		"distance of tickets": {Algorithm: "carvalho-roucairol", N: 2, Network: config.FIFO},
		"k 4":                 {Algorithm: "raymond-k", N: 3, K: 4, Network: config.Unordered, Rounds: 1},
		"k 2, rounds 0":       {Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered},
		"k 2, network fifo":   {Algorithm: "raymond-k", N: 3, K: 2, Network: config.FIFO, Rounds: 1},
		"never-exit 4":        {Algorithm: "raymond-k", N: 3, K: 2, Network: config.Unordered, Rounds: 1, NeverExit: []int{4}},
		"l0, l1 and l2":       {Algorithm: "lamport", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "l0"}, {Name: "l2"}}},
		"unordered link":      {Algorithm: "lamport", N: 2, Network: config.Unordered},
		"rounds 8":            {Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 8},
		"rounds 0":            {Algorithm: "singhal", N: 2, Network: config.FIFO},
		"one policy":          {Algorithm: "singhal", N: 2, Network: config.FIFO, Rounds: 1, Variant: config.Variant{{Name: "arbitrary"}, {Name: "cyclic"}}},
		"modulo=M":            {Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "modulo", Value: 1}}},
		"at will or modulo":   {Algorithm: "ricart-agrawala", N: 2, Network: config.FIFO, Variant: config.Variant{{Name: "arbitrary-number", Value: 2}, {Name: "modulo", Value: 3}}},
	} {
		if _, err := algorithms.New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
