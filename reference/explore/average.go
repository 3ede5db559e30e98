package explore

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Averages are the expected numbers of messages for a request, in the long run, under these
// assumptions:
//
//   - requests come one at a time: a node requests only when all are idle and no message is
//     under way;
//   - each request is equally likely to be that of any node that requests, whatever was before;
//   - where several events are possible, each is equally likely to be the next one.
//
// Quiet states, between two requests, are then the states of a Markov chain.  The expected
// values are those of its stationary distribution.  In algorithms with a token all nodes are
// therefore equally likely to hold it.
type Averages struct {
	Messages *big.Rat            // for a request
	Free     *big.Rat            // probability that a request costs no message
	ByKind   map[string]*big.Rat // of one class, for a request
	ByNode   []*big.Rat          // for a request of this node, nil where it does not request; element 0 is unused
	Quiet    int                 // quiet states that recur; states that differ in growing numbers only count once
	Passing  int                 // quiet states that do not come again, such as the initial one
	Varies   bool                // the number of messages depends on the order of events
}

// mostQuiet is how many quiet states a chain may have: the solution takes the third power of it.
const mostQuiet = 300

// mostAlike is how many quiet states that differ in growing numbers are tried, to see that
// they behave alike.
const mostAlike = 4

// Average computes the expected numbers of messages.
//
// The error wraps ErrIncomplete if there are too many states, or is ctx's, or says that the
// expected values do not exist.
func Average(ctx context.Context, sys *reference.System, opts Options) (*Averages, error) {
	if opts.MaxStates == 0 {
		opts.MaxStates = 1 << 20
	}
	a := &averaging{ctx: ctx, sys: sys, w: sys.World(), most: opts.MaxStates, classes: map[string]int{}}
	for i := 1; i <= sys.Config.N; i++ {
		if sys.Config.Requests(i) {
			a.requesters = append(a.requesters, i)
		}
	}
	if !(&Meter{}).quiet(a.w) {
		return nil, fmt.Errorf("messages are under way even while nobody requests")
	}
	if err := a.explore(); err != nil {
		return nil, err
	}
	return a.solve()
}

// averaging is the computation in progress.
type averaging struct {
	ctx        context.Context
	sys        *reference.System
	w          *reference.World
	most       int
	requesters []int
	states     int // visited between quiet states

	classes map[string]int // number of a class of quiet states, by what its states have in common
	members [][][]byte     // some states of each class
	serve   [][]outcome    // of each class, for each requester
	varies  bool
}

// outcome is what a request of a node leads to, from a quiet state.
type outcome struct {
	kinds map[string]*big.Rat // expected messages of each class
	free  *big.Rat            // probability that there are none
	to    map[int]*big.Rat    // probability of each class of quiet states afterwards
}

// explore finds the classes of quiet states and the outcomes.
func (a *averaging) explore() error {
	a.class(a.w.AppendState(nil))
	for class := 0; class < len(a.members); class++ { // which are added meanwhile
		if len(a.members) > mostQuiet {
			return fmt.Errorf("%w: more than %d quiet states", ErrIncomplete, mostQuiet)
		}
		var all []outcome
		for _, i := range a.requesters {
			o, err := a.request(a.members[class][0], i)
			if err != nil {
				return err
			}
			all = append(all, o)
		}
		a.serve = append(a.serve, all)
	}
	return a.checkAlike()
}

// checkAlike checks that all states that are kept behave as the first of their class.
func (a *averaging) checkAlike() error {
	for class, members := range a.members {
		for _, state := range members[1:] {
			for n, i := range a.requesters {
				o, err := a.request(state, i)
				if err != nil {
					return err
				}
				if !o.equal(a.serve[class][n]) {
					return fmt.Errorf("%w: what a request costs depends on numbers that grow", ErrIncomplete)
				}
			}
		}
	}
	return nil
}

// class returns the number of the class of a quiet state.
func (a *averaging) class(state []byte) int {
	a.w.SetState(state)
	key := string(a.common())
	n, known := a.classes[key]
	if !known {
		n = len(a.members)
		a.classes[key] = n
		a.members = append(a.members, nil)
	}
	if m := a.members[n]; len(m) < mostAlike && !slices.ContainsFunc(m, func(b []byte) bool { return string(b) == string(state) }) {
		a.members[n] = append(m, state)
	}
	return n
}

// common is what the states of a class have in common: all variables but numbers that grow.
func (a *averaging) common() (key []byte) {
	for i := 1; i <= a.w.N(); i++ {
		for _, v := range a.w.Listed(i) {
			if v.Name == "requests" || slices.Contains(a.sys.Algorithm.Numbers, v.Name) {
				continue
			}
			key = fmt.Appendf(key, "%s %d %v,", v.Name, v.Number, v.List)
		}
	}
	return key
}

// request executes a request from a quiet state to the next quiet state, in every order of
// events.
func (a *averaging) request(state []byte, i int) (outcome, error) {
	o := outcome{kinds: map[string]*big.Rat{}, free: new(big.Rat), to: map[int]*big.Rat{}}
	totals := map[int]bool{}
	level := []path{{state: state, probability: big.NewRat(1, 1)}}
	for depth := 0; len(level) > 0; depth++ {
		var next []path
		at := map[string]int{} // in next, by state and number of messages
		for _, p := range level {
			a.w.SetState(p.state)
			if depth > 0 && (&Meter{}).quiet(a.w) {
				totals[p.messages] = true
				add(o.to, a.class(p.state), p.probability)
				if p.messages == 0 {
					o.free.Add(o.free, p.probability)
				}
				continue
			}
			events := slices.DeleteFunc(a.w.AppendEnabled(nil), func(e event.Event) bool {
				return e.Kind == event.Request && (depth > 0 || e.Node != i)
			})
			if len(events) == 0 {
				return o, fmt.Errorf("a request of node %d is never served", i)
			}
			for k := range events {
				events[k] = events[k].Clone()
			}
			share := new(big.Rat).Quo(p.probability, big.NewRat(int64(len(events)), 1))
			for _, e := range events {
				sends, err := a.w.Step(e)
				if err != nil {
					return o, err
				}
				for _, s := range sends {
					add(o.kinds, s.Msg.Kind, share)
				}
				n := path{state: a.w.AppendState(nil), probability: share, messages: p.messages + len(sends)}
				key := fmt.Sprintf("%d %s", n.messages, n.state)
				if known, ok := at[key]; ok {
					next[known].probability = new(big.Rat).Add(next[known].probability, share)
				} else {
					at[key] = len(next)
					next = append(next, n)
				}
				a.w.Rewind()
			}
		}
		if a.states += len(next); a.states > a.most {
			return o, fmt.Errorf("%w: more than %d states", ErrIncomplete, a.most)
		}
		if err := a.ctx.Err(); err != nil {
			return o, err
		}
		level = next
	}
	a.varies = a.varies || len(totals) > 1
	return o, nil
}

// path is a state between two quiet states, with the probability to come to it after as many
// events and with as many messages.
type path struct {
	state       []byte
	probability *big.Rat
	messages    int
}

func add[K comparable](m map[K]*big.Rat, k K, x *big.Rat) {
	if m[k] == nil {
		m[k] = new(big.Rat)
	}
	m[k].Add(m[k], x)
}

func (o outcome) equal(p outcome) bool {
	return equalRats(o.kinds, p.kinds) && o.free.Cmp(p.free) == 0 && equalRats(o.to, p.to)
}

func equalRats[K comparable](a, b map[K]*big.Rat) bool {
	if len(a) != len(b) {
		return false
	}
	for k, x := range a {
		if b[k] == nil || x.Cmp(b[k]) != 0 {
			return false
		}
	}
	return true
}

// solve computes the stationary distribution, and the expected values under it.
func (a *averaging) solve() (*Averages, error) {
	n := len(a.serve)
	each := big.NewRat(1, int64(len(a.requesters)))
	step := make([]map[int]*big.Rat, n)
	for q, all := range a.serve {
		step[q] = map[int]*big.Rat{}
		for _, o := range all {
			for to, p := range o.to {
				add(step[q], to, new(big.Rat).Mul(p, each))
			}
		}
	}
	recurrent := recurrentStates(step)
	if recurrent == nil {
		return nil, fmt.Errorf("the expected value depends on which states the first requests lead to")
	}
	weights := stationary(step, recurrent)
	found := &Averages{Messages: new(big.Rat), Free: new(big.Rat), ByKind: map[string]*big.Rat{}, ByNode: make([]*big.Rat, a.sys.Config.N+1),
		Quiet: len(recurrent), Passing: n - len(recurrent), Varies: a.varies}
	for _, i := range a.requesters {
		found.ByNode[i] = new(big.Rat)
	}
	for k, q := range recurrent {
		for r, o := range a.serve[q] {
			found.Free.Add(found.Free, new(big.Rat).Mul(new(big.Rat).Mul(o.free, weights[k]), each))
			for kind, x := range o.kinds {
				weighted := new(big.Rat).Mul(x, weights[k])
				add(found.ByKind, kind, new(big.Rat).Mul(weighted, each))
				found.ByNode[a.requesters[r]].Add(found.ByNode[a.requesters[r]], weighted)
			}
		}
	}
	for _, x := range found.ByKind {
		found.Messages.Add(found.Messages, x)
	}
	return found, nil
}

// recurrentStates returns the states, ascending, that are reached again from each state that
// state 0 can lead to; nil if there is more than one such set.
func recurrentStates(step []map[int]*big.Rat) []int {
	n := len(step)
	reach := make([][]bool, n)
	for q := range step {
		reach[q] = make([]bool, n)
		reach[q][q] = true
		for stack := []int{q}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for to := range step[at] {
				if !reach[q][to] {
					reach[q][to] = true
					stack = append(stack, to)
				}
			}
		}
	}
	var all []int
	for q := range step {
		everywhere := true
		for r := range step {
			everywhere = everywhere && reach[r][q]
		}
		if everywhere {
			all = append(all, q)
		}
	}
	return all
}

// stationary solves weight = weight * step on the recurrent states, with sum 1, by Gauss-Jordan
// elimination of rational numbers.
func stationary(step []map[int]*big.Rat, recurrent []int) []*big.Rat {
	n := len(recurrent)
	index := map[int]int{}
	for k, q := range recurrent {
		index[q] = k
	}
	rows := make([][]*big.Rat, n) // one equation for each state, and its right side
	for k := range rows {
		rows[k] = make([]*big.Rat, n+1)
		for j := range rows[k] {
			rows[k][j] = new(big.Rat)
		}
	}
	for from, q := range recurrent {
		rows[from][from].Sub(rows[from][from], big.NewRat(1, 1))
		for to, p := range step[q] {
			rows[index[to]][from].Add(rows[index[to]][from], p)
		}
	}
	for j := range rows[0] { // one equation follows from the others: the sum is 1 instead
		rows[0][j] = big.NewRat(1, 1)
	}
	for c := range n {
		pivot := slices.IndexFunc(rows[c:], func(row []*big.Rat) bool { return row[c].Sign() != 0 }) + c
		rows[c], rows[pivot] = rows[pivot], rows[c]
		inverse := new(big.Rat).Inv(rows[c][c])
		for j := c; j <= n; j++ {
			rows[c][j].Mul(rows[c][j], inverse)
		}
		for k := range n {
			if k == c || rows[k][c].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(rows[k][c])
			for j := c; j <= n; j++ {
				if rows[c][j].Sign() != 0 {
					rows[k][j].Sub(rows[k][j], new(big.Rat).Mul(factor, rows[c][j]))
				}
			}
		}
	}
	weights := make([]*big.Rat, n)
	for k := range weights {
		weights[k] = rows[k][n]
	}
	return weights
}
