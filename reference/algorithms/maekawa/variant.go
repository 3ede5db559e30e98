// Package maekawa is the family of Maekawa (Maekawa 1985; Neilsen's thesis, section 2.6; slides,
// "Maekawa's algorithm"; docs/algorithms.md, A10).  It has two programs.  The one in program.go
// numbers its requests; an arbiter asks for its lock back when a request with a smaller number
// arrives.  The one in queued.go has no numbers; its arbiters serve in the order of arrival.
//
// Each configuration has a variant, and one with numbers a reading of the paper's step 3 as well:
//
//	mk85                   program.go; as printed in 1985: it can deadlock
//	sanders                program.go; Sanders' repair: FAILED also to waiting requests that are overtaken
//	th, th-sanders         program.go; as in the text of the thesis, without and with the repair
//	basic                  queued.go; no repair of deadlocks at all
//	slides                 queued.go; as on the slides: a node needs no lock of its own
//	ordered, own-first     queued.go; members are asked one after another
//	circulating            queued.go; the REQUEST goes from member to member
//
//	thesis, member, sticky, eager   when a node knows that it will not succeed (type reading)
package maekawa

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
)

// Algorithm is the entry of the algorithm.
var Algorithm = reference.Algorithm{
	Name:              "maekawa",
	Messages:          []string{common.Request, common.Locked, common.Failed, common.Inquire, common.Relinquish, common.Release},
	Check:             check,
	Programs:          common.Each(newNode),
	RefinementMapping: refine,
	Numbers:           []string{"ts", "clk"},
	SentFor:           sentForQuorumRequester,
	SentForLatest:     sentForLatest,
	Outstanding:       outstanding,
	BypassedAt:        bypassedAt,
	Picture:           draw,
	Properties:        properties,
}

// rules distinguishes the variants with numbers: what an arbiter does with
// a REQUEST for which it cannot lock.
type rules struct {
	lockOnly bool // th, th-sanders: FAILED only if the locking request precedes
	overtake bool // sanders, th-sanders: FAILED also to those that are overtaken
}

var rulesOf = map[string]rules{
	"mk85":       {},
	"sanders":    {overtake: true},
	"th":         {lockOnly: true},
	"th-sanders": {lockOnly: true, overtake: true},
}

// reading is an interpretation of step 3 of the paper: the condition under which
// a node knows that it will not succeed.
type reading uint8

const (
	thesisReading reading = iota // a member has failed it or was relinquished, and has not locked since
	memberReading                // a member has failed it, and has not locked since
	stickyReading                // a member has failed it
	eagerReading                 // always, until it has succeeded
)

var readingOf = map[string]reading{
	"thesis": thesisReading,
	"member": memberReading,
	"sticky": stickyReading,
	"eager":  eagerReading,
}

// way is the order in which a node without numbers asks its members.
type way uint8

const (
	askAll         way = iota // basic: all members at once
	askOthers                 // slides: all members at once, but not itself
	askInOrder                // ordered: one after the other, ascending
	askOwnFirst               // own-first: itself, then the others, ascending
	askCirculating            // circulating: the REQUEST goes from member to member
)

var wayOf = map[string]way{
	"basic":       askAll,
	"slides":      askOthers,
	"ordered":     askInOrder,
	"own-first":   askOwnFirst,
	"circulating": askCirculating,
}

// variant is the meaning of the switches.
type variant struct {
	numbered bool
	rules    rules   // if numbered
	reading  reading // if numbered
	way      way     // if not
}

// variantOf reads the switches: at most one algorithm, the default is that
// of Sanders, and, for an algorithm with numbers, at most one reading, the
// default is that of the thesis.
func variantOf(cfg config.Config) (v variant, err error) {
	v = variant{numbered: true, rules: rulesOf["sanders"]}
	algorithms, readings := 0, 0
	for _, s := range cfg.Variant {
		rules, numbered := rulesOf[s.Name]
		way, isWay := wayOf[s.Name]
		reading, isReading := readingOf[s.Name]
		switch {
		case s.Value != 0:
			return v, fmt.Errorf("variant %s: the switch has no value; want %s", s, s.Name)
		case numbered:
			v.rules, algorithms = rules, algorithms+1
		case isWay:
			v.numbered, v.way, algorithms = false, way, algorithms+1
		case isReading:
			v.reading, readings = reading, readings+1
		default:
			return v, fmt.Errorf("variant %s: not a switch that the program has", s)
		}
	}
	switch {
	case algorithms > 1:
		return v, fmt.Errorf("variant %s: want one algorithm", cfg.Variant)
	case readings > 1:
		return v, fmt.Errorf("variant %s: want one reading", cfg.Variant)
	case readings > 0 && !v.numbered:
		return v, fmt.Errorf("variant %s: nobody inquires without numbers; want no reading", cfg.Variant)
	}
	return v, nil
}

func check(cfg config.Config) error {
	v, err := variantOf(cfg)
	switch {
	case err != nil:
		return err
	case v.numbered && cfg.Rounds == 0:
		return fmt.Errorf("rounds 0: no finite form of the numbers is known; want at least 1")
	case cfg.Network == config.Unordered && cfg.Rounds != 1:
		return fmt.Errorf("network %s, rounds %d: a request can overtake the RELEASE of the one before, for which an arbiter has no place; want 1",
			cfg.Network, cfg.Rounds)
	}
	return checkQuorums(cfg)
}

func newNode(cfg config.Config, i int) (reference.Node, error) {
	v, err := variantOf(cfg)
	if err != nil {
		return nil, err
	}
	if v.numbered {
		return &node{quorumNode: quorumOf(cfg, i), rules: v.rules, reading: v.reading, asked: make([]int, cfg.N+1)}, nil
	}
	n := &queuedNode{quorumNode: quorumOf(cfg, i), way: v.way}
	for _, set := range cfg.Quorums {
		n.sets = append(n.sets, setOf(set))
	}
	if n.way == askOthers {
		n.members = n.members.Without(i)
	}
	return n, nil
}
