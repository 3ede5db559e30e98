package algorithms_test

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

func tree(n, token int, edges ...config.Edge) config.Config {
	return config.Config{Algorithm: "neilsen-mizuno", N: n, Network: config.FIFO, Edges: edges, Token: token}
}

func TestNM1(t *testing.T) {
	play(t, tree(5, 5, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{3, 4}, config.Edge{4, 5}), []step{
		{"", "next 2 3 4 5 0, follow 0 0 0 0 0, holding 0 0 0 0 1, net "},
		{"request 5, enter 5", "next 2 3 4 5 0, holding 0 0 0 0 0"},
		{"request 3", "next 2 3 0 5 0, net 3>4 REQUEST 3"},
		{"receive 4<-3 REQUEST 3", "next 2 3 0 3 0, net 4>5 REQUEST 3"},
		{"receive 5<-4 REQUEST 3", "next 2 3 0 3 4, follow 0 0 0 0 3, net "},
		{"exit 5", "follow 0 0 0 0 0, net 5>3 PRIVILEGE"},
		{"receive 3<-5 PRIVILEGE, enter 3", "next 2 3 0 3 4, phase 0 0 2 0 0, holding 0 0 0 0 0, net "},
	})
}

func TestNM2(t *testing.T) {
	play(t, tree(6, 3, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{2, 5}, config.Edge{3, 4}, config.Edge{4, 6}), []step{
		{"", "next 2 3 0 3 2 4, follow 0 0 0 0 0 0, holding 0 0 1 0 0 0"},
		{"request 3, enter 3", "next 2 3 0 3 2 4, holding 0 0 0 0 0 0, phase 0 0 2 0 0 0"},
		{"request 2", "next 2 0 0 3 2 4, net 2>3 REQUEST 2"},
		{"receive 3<-2 REQUEST 2", "next 2 0 2 3 2 4, follow 0 0 2 0 0 0, net "},
		{"request 1", "next 0 0 2 3 2 4, net 1>2 REQUEST 1"},
		{"request 5", "next 0 0 2 3 0 4, net 1>2 REQUEST 1; 5>2 REQUEST 5, phase 1 1 2 0 1 0"},
		{"receive 2<-1 REQUEST 1", "next 0 1 2 3 0 4, follow 0 1 2 0 0 0"},
		{"receive 2<-5 REQUEST 5", "next 0 5 2 3 0 4, follow 0 1 2 0 0 0, net 2>1 REQUEST 5"},
		{"receive 1<-2 REQUEST 5", "next 2 5 2 3 0 4, follow 5 1 2 0 0 0, net "},
		{"exit 3", "follow 5 1 0 0 0 0, net 3>2 PRIVILEGE"},
		{"receive 2<-3 PRIVILEGE, enter 2, exit 2", "follow 5 0 0 0 0 0, net 2>1 PRIVILEGE"},
		{"receive 1<-2 PRIVILEGE, enter 1, exit 1", "follow 0 0 0 0 0 0, net 1>5 PRIVILEGE"},
		{"receive 5<-1 PRIVILEGE, enter 5, exit 5", "next 2 5 2 3 0 4, holding 0 0 0 0 1 0, phase 0 0 0 0 0 0, net "},
	})
}

func TestNM3(t *testing.T) {
	play(t, tree(5, 3, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{3, 4}, config.Edge{4, 5}), []step{
		{"request 3, enter 3", "next 2 3 0 3 4"},
		{"request 1", "next 0 3 0 3 4, net 1>2 REQUEST 1"},
		{"receive 2<-1 REQUEST 1", "next 0 1 0 3 4, net 2>3 REQUEST 1"},
		{"receive 3<-2 REQUEST 1", "next 0 1 2 3 4, follow 0 0 1 0 0"},
		{"request 5", "next 0 1 2 3 0, net 5>4 REQUEST 5"},
		{"receive 4<-5 REQUEST 5", "next 0 1 2 5 0, net 4>3 REQUEST 5"},
		{"receive 3<-4 REQUEST 5", "next 0 1 4 5 0, net 3>2 REQUEST 5"},
		{"receive 2<-3 REQUEST 5", "next 0 3 4 5 0, net 2>1 REQUEST 5"},
		{"receive 1<-2 REQUEST 5", "next 2 3 4 5 0, follow 5 0 1 0 0, net "},
		{"exit 3", "follow 5 0 0 0 0, net 3>1 PRIVILEGE"},
		{"receive 1<-3 PRIVILEGE, enter 1", "follow 5 0 0 0 0, net "},
		{"exit 1", "follow 0 0 0 0 0, net 1>5 PRIVILEGE"},
		{"receive 5<-1 PRIVILEGE, enter 5", "next 2 3 4 5 0, net "},
		{"exit 5", "holding 0 0 0 0 1"},
	})
}

func TestInit(t *testing.T) {
	cfg := tree(4, 2, config.Edge{1, 2}, config.Edge{2, 3}, config.Edge{3, 4})
	cfg.Variant = config.Variant{{Name: "init"}}
	play(t, cfg, []step{
		{"", "initialised 0 1 0 0, next 0 0 0 0, holding 0 1 0 0, net 2>1 INITIALIZE; 2>3 INITIALIZE"},
		{"receive 3<-2 INITIALIZE", "initialised 0 1 1 0, next 0 0 2 0, net 2>1 INITIALIZE; 3>4 INITIALIZE"},
		{"request 3", "next 0 0 0 0, net 2>1 INITIALIZE; 3>2 REQUEST 3; 3>4 INITIALIZE"},
		{"receive 4<-3 INITIALIZE, receive 1<-2 INITIALIZE", "initialised 1 1 1 1, next 2 0 0 3, net 3>2 REQUEST 3"},
	})
	w := mustNew(t, cfg).World()
	if e := (event.Event{Kind: event.Request, Node: 1}); w.Can(e) {
		t.Error("node 1 can request before it is initialised")
	}
}
