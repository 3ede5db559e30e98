package explore

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

// detoured is a program of Neilsen and Mizuno's algorithm with a seeded bug: it sends the
// PRIVILEGE by way of a third node.
type detoured struct {
	reference.Node
	id, n int
}

func (d detoured) Exit(out *reference.Outbox) {
	d.by(out, d.Node.Exit)
}

func (d detoured) Receive(from int, m event.Message, out *reference.Outbox) {
	if m.Kind == "PRIVILEGE" && len(m.Load) > 0 {
		out.Send(m.Load[0], "PRIVILEGE")
		return
	}
	d.by(out, func(out *reference.Outbox) { d.Node.Receive(from, m, out) })
}

// by sends what a handler sends, PRIVILEGE to a third node.
func (d detoured) by(out *reference.Outbox, handler func(*reference.Outbox)) {
	var sent reference.Outbox
	handler(&sent)
	for _, s := range sent.Drain() {
		if s.Msg.Kind != "PRIVILEGE" {
			out.Send(s.To, s.Msg.Kind, s.Msg.Fields...)
			continue
		}
		for third := 1; third <= d.n; third++ {
			if third != d.id && third != s.To {
				out.SendLoad(third, "PRIVILEGE", s.To)
				break
			}
		}
	}
}

// star is Neilsen and Mizuno's algorithm on a star, with or without the seeded bug.
func star(t testing.TB, n int, bug bool) *reference.System {
	t.Helper()
	cfg := config.Config{Algorithm: "neilsen-mizuno", N: n, Network: config.Unordered, Token: 1}
	for i := 2; i <= n; i++ {
		cfg.Edges = append(cfg.Edges, config.Edge{1, i})
	}
	sys := system(t, cfg)
	if !bug {
		return sys
	}
	changed, right := *sys.Algorithm, sys.Algorithm.Programs
	changed.Programs = func(cfg config.Config) (func(i int) (reference.Node, error), error) {
		program, err := right(cfg)
		return func(i int) (reference.Node, error) {
			n, err := program(i)
			return detoured{n, i, cfg.N}, err
		}, err
	}
	changed.RefinementMapping = func(*reference.World, *reference.Cells) {}
	changed.Properties = func(config.Config) []reference.Property { return nil }
	sys, err := reference.Assemble(&changed, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func system(t testing.TB, cfg config.Config) *reference.System {
	t.Helper()
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func variant(names ...string) (v config.Variant) {
	for _, name := range names {
		v = append(v, config.Switch{Name: name})
	}
	return v
}
