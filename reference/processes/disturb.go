package processes

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mxgen/mxgen/models/config"
)

// Disturbances are what is done to the processes of a run.  The zero value leaves them alone.
type Disturbances struct {
	SlowLinks []SlowLink
	SlowNodes []SlowNode
	Pauses    []Pause
	Kills     []Kill
}

// SlowLink delays every message from one node to another.
type SlowLink struct {
	From, To int
	Delay    time.Duration
}

// SlowNode delays every event of a node.
type SlowNode struct {
	Node  int
	Delay time.Duration
}

// Pause stops a process (SIGSTOP) some time after the start, and lets it continue later.
type Pause struct {
	Node   int
	Length time.Duration
	At     time.Duration
}

// Kill kills a process (SIGKILL) some time after the start, or right after it has recorded
// some number of events: what the last of them sends is then never sent.
type Kill struct {
	Node   int
	At     time.Duration
	Events int // 0: At counts
}

// longest bounds every time of a disturbance.
const longest = time.Hour

func (s SlowLink) String() string { return fmt.Sprintf("%d-%d=%s", s.From, s.To, s.Delay) }
func (s SlowNode) String() string { return fmt.Sprintf("%d=%s", s.Node, s.Delay) }
func (p Pause) String() string    { return fmt.Sprintf("%d=%s@%s", p.Node, p.Length, p.At) }
func (k Kill) String() string {
	if k.Events > 0 {
		return fmt.Sprintf("%d@%d", k.Node, k.Events)
	}
	return fmt.Sprintf("%d@%s", k.Node, k.At)
}

// Texts returns the disturbances as the options of mxgen run, without dashes.
func (d Disturbances) Texts() (all []string) {
	for _, s := range d.SlowLinks {
		all = append(all, "slow-link "+s.String())
	}
	for _, s := range d.SlowNodes {
		all = append(all, "slow-node "+s.String())
	}
	for _, p := range d.Pauses {
		all = append(all, "pause "+p.String())
	}
	for _, k := range d.Kills {
		all = append(all, "kill "+k.String())
	}
	return all
}

// Add parses the value of an option, such as slow-link 1-2=5ms, and adds the disturbance of
// a system with n nodes.  The error is a *config.Error.
func (d *Disturbances) Add(option, value string, n int) error {
	p := parser{n: n}
	forms := map[string]string{"slow-link": "1-2=5ms", "slow-node": "2=1ms", "pause": "2=50ms@10ms", "kill": "3@20ms, or 3@7 for after 7 events"}
	switch option {
	case "slow-link":
		link, delay := p.cut(value, "=")
		from, to := p.cut(link, "-")
		s := SlowLink{p.node(from), p.node(to), p.duration(delay)}
		if s.From == s.To {
			p.fail("is no link between two nodes")
		}
		d.SlowLinks = append(d.SlowLinks, s)
	case "slow-node":
		node, delay := p.cut(value, "=")
		d.SlowNodes = append(d.SlowNodes, SlowNode{p.node(node), p.duration(delay)})
	case "pause":
		node, rest := p.cut(value, "=")
		length, at := p.cut(rest, "@")
		d.Pauses = append(d.Pauses, Pause{p.node(node), p.duration(length), p.duration(at)})
	case "kill":
		node, when := p.cut(value, "@")
		k := Kill{Node: p.node(node)}
		if events, err := strconv.Atoi(when); err == nil {
			if k.Events = events; events < 1 {
				p.fail("needs at least 1 event")
			}
		} else {
			k.At = p.duration(when)
		}
		for _, other := range d.Kills {
			if other.Node == k.Node {
				p.fail(fmt.Sprintf("node %d is killed already", k.Node))
			}
		}
		d.Kills = append(d.Kills, k)
	}
	if p.reason != "" {
		return &config.Error{Operand: fmt.Sprintf("%s %.60q", option, value), Reason: p.reason, Remedy: "write " + forms[option]}
	}
	return nil
}

// parser keeps the first thing that is wrong with a value.
type parser struct {
	n      int
	reason string
}

func (p *parser) fail(reason string) {
	if p.reason == "" {
		p.reason = reason
	}
}

// cut splits a text at a separator.
func (p *parser) cut(text, separator string) (before, after string) {
	before, after, found := strings.Cut(text, separator)
	if !found {
		p.fail(fmt.Sprintf("has no %q", separator))
	}
	return before, after
}

func (p *parser) node(text string) int {
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || i > p.n {
		p.fail(fmt.Sprintf("node %.20q: nodes are 1 to %d", text, p.n))
	}
	return i
}

func (p *parser) duration(text string) time.Duration {
	t, err := time.ParseDuration(text)
	if err != nil || t < 0 || t > longest {
		p.fail(fmt.Sprintf("%.20q is no time up to %s", text, longest))
	}
	return t
}

// linkDelay is the delay of messages from one node to another.
func (d Disturbances) linkDelay(from, to int) (sum time.Duration) {
	for _, s := range d.SlowLinks {
		if s.From == from && s.To == to {
			sum += s.Delay
		}
	}
	return sum
}

// nodeDelay is the delay of the events of a node.
func (d Disturbances) nodeDelay(node int) (sum time.Duration) {
	for _, s := range d.SlowNodes {
		if s.Node == node {
			sum += s.Delay
		}
	}
	return sum
}

// kill returns what kills a node, if anything does.
func (d Disturbances) kill(node int) (Kill, bool) {
	for _, k := range d.Kills {
		if k.Node == node {
			return k, true
		}
	}
	return Kill{}, false
}
