package reference

import (
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// Perturber changes worlds at random into such as no run may reach.  Properties are
// compared on them, because in a correct algorithm every property holds wherever a run
// leads.
//
// A perturbed world is type-correct.  A variable that changes is any node if it is one, or none if Observe has seen none
// there; a number is at most one more than Observe has seen; one of few values, and each number in a message of a
// class, is one that Observe has seen there.  A set has members of the set that it is a part of, or else those
// that it has seen there; a queue has any nodes.  A class of messages
// is on links where it has seen one, or on any if it has seen none, and a link has at most as many messages as it has
// seen on one.  The refinement mapping refuses a queue that is too long, and messages that the variant does not have.
type Perturber struct {
	n      int
	nodes  []map[string]*domain // by node and variable
	links  map[string][][2]int  // by class, "" has those of all
	fields map[string]*domain   // by class: of the numbers carried
	kinds  []event.Message      // one message of each class: one that was seen, or one without numbers
	most   int                  // messages seen at once on one link
}

// domain is what a variable may be.
type domain struct {
	values [][]int      // seen, of a number or of each element of an array
	bits   Set          // the union of the sets seen
	length map[int]bool // of the lists seen
	most   int          // the largest number seen
}

// NewPerturber returns a Perturber that has seen nothing.
func NewPerturber(sys *System) *Perturber {
	p := &Perturber{n: sys.Config.N, links: map[string][][2]int{}, fields: map[string]*domain{}}
	for _, kind := range sys.Algorithm.Messages {
		p.kinds = append(p.kinds, event.Message{Kind: kind})
	}
	for range p.n {
		p.nodes = append(p.nodes, map[string]*domain{})
	}
	return p
}

// Observe sees the values of a world.
func (p *Perturber) Observe(w *World) {
	for i := range p.nodes {
		for _, v := range w.Vars(i + 1) {
			if p.nodes[i][v.Name] == nil {
				p.nodes[i][v.Name] = &domain{length: map[int]bool{}}
			}
			p.nodes[i][v.Name].observe(v)
		}
	}
	w.EachLink(func(_, _ int, link []InFlight) { p.most = max(p.most, len(link)) })
	for _, f := range w.InFlight() {
		kind := f.Msg.Kind
		for _, kind := range []string{kind, ""} {
			if link := [2]int{f.From, f.To}; !slices.Contains(p.links[kind], link) {
				p.links[kind] = append(p.links[kind], link)
			}
		}
		if p.fields[kind] == nil {
			p.fields[kind] = &domain{}
			p.kinds[slices.IndexFunc(p.kinds, func(m event.Message) bool { return m.Kind == kind })] = f.Msg.Clone()
		}
		p.fields[kind].see(slices.Concat(f.Msg.Fields, f.Msg.Load))
	}
}

func (d *domain) observe(v Var) {
	if v.List == nil {
		d.bits |= Set(v.Number)
		d.see([]int{v.Number})
		return
	}
	d.length[len(v.List)] = true
	d.see(v.List)
}

// mostValues bounds the memory for values.
const mostValues = 64

func (d *domain) see(values []int) {
	for k, n := range values {
		d.most = max(d.most, n)
		if k == len(d.values) {
			d.values = append(d.values, nil)
		}
		if len(d.values[k]) < mostValues && !slices.Contains(d.values[k], n) {
			d.values[k] = append(d.values[k], n)
		}
	}
}

// value returns a value of element k.
func (d *domain) value(k int, random *rand.Rand) int {
	return d.values[k][random.IntN(len(d.values[k]))]
}

// among is a value of a variable with a type: of element k of a list.
func (p *Perturber) among(kind VarKind, d *domain, k int, random *rand.Rand) int {
	switch {
	case len(d.values[k]) == 1: // a constant
	case kind == NodeVar && slices.Contains(d.values[k], 0):
		return random.IntN(p.n + 1)
	case kind == NodeVar:
		return 1 + random.IntN(p.n)
	case kind == NumberVar && random.IntN(4) == 0:
		return random.IntN(min(d.most+1, MaxCell) + 1)
	}
	return d.value(k, random)
}

// Perturb changes one variable of one node, or messages under way.
func (p *Perturber) Perturb(w *World, random *rand.Rand) {
	if random.IntN(3) == 0 {
		p.perturbMessages(w, random)
	} else {
		i := random.IntN(p.n)
		p.perturbNode(i, w.nodes[i], random)
	}
	w.base.touchAll()
}

// perturbNode changes one variable of a node.
func (p *Perturber) perturbNode(i int, n Node, random *rand.Rand) {
	listed := Visitor{mode: list}
	n.State(&listed)
	k := random.IntN(len(listed.vars))
	requests := len(p.nodes[i]["phase"].values[0]) > 1
	v, kind, d := &listed.vars[k], listed.kinds[k], p.nodes[i][listed.vars[k].Name]
	switch {
	case v.Name == "phase":
		if requests { // else the model has no phase of the node
			v.Number = random.IntN(int(CS) + 1)
		}
	case kind == TruthVar:
		v.Number = 1 - v.Number
	case kind == SetVar:
		p.perturbSets(i, &listed, k, requests, random)
	case v.List == nil:
		v.Number = p.among(kind, d, 0, random)
	case kind == NodeVar:
		v.List = p.perturbQueue(v.List, random)
	case len(v.List) > 0:
		at := random.IntN(min(len(v.List), len(d.values)))
		v.List[at] = p.among(kind, d, at, random)
	}
	visitor := Visitor{mode: fetch, bytes: encoded(listed.vars)}
	n.State(&visitor)
}

// perturbSets adds a member to set k of a node or removes it, or adds it to all sets of the node that may have it.
func (p *Perturber) perturbSets(i int, listed *Visitor, k int, requests bool, random *rand.Rand) {
	may := func(k int) Set {
		if of := listed.of[k]; of != 0 && requests {
			return of
		}
		return p.nodes[i][listed.vars[k].Name].bits
	}
	members := slices.Collect(may(k).All())
	if len(members) == 0 {
		return
	}
	member := members[random.IntN(len(members))]
	if random.IntN(3) > 0 {
		listed.vars[k].Number ^= 1 << member
		return
	}
	for l := range listed.vars {
		if listed.kinds[l] == SetVar && may(l).Has(member) {
			listed.vars[l].Number |= 1 << member
		}
	}
}

// perturbQueue changes a member of a queue, removes the first one, or appends one or more.
func (p *Perturber) perturbQueue(queue []int, random *rand.Rand) []int {
	switch k := len(queue); random.IntN(4) {
	case 0:
		if k > 0 {
			return queue[1:]
		}
	case 1:
		if k > 0 {
			queue[random.IntN(k)] = 1 + random.IntN(p.n)
		}
		return queue
	}
	for more := 1 + random.IntN(p.n); more > 0 && len(queue) < p.n; more-- {
		queue = append(queue, 1+random.IntN(p.n))
	}
	return queue
}

// encoded is the state of a node as Visitor stores it.
func encoded(vars []Var) (b []byte) {
	for _, v := range vars {
		if v.List == nil {
			b = appendNumber(b, uint64(v.Number))
			continue
		}
		b = appendNumber(b, uint64(len(v.List)))
		for _, n := range v.List {
			b = appendNumber(b, uint64(n))
		}
	}
	return b
}

// perturbMessages changes the messages under way.
func (p *Perturber) perturbMessages(w *World, random *rand.Rand) {
	flights := w.InFlight()
	if op := random.IntN(4); op < 2 && len(flights) > 0 {
		f := flights[random.IntN(len(flights))]
		f.Msg = f.Msg.Clone() // the world's memory changes
		p.lose(w, f)
		if op == 0 {
			p.put(w, f.From, f.To, f.Msg, random)
		}
	} else if len(p.links[""]) > 0 {
		first := p.kinds[random.IntN(len(p.kinds))]
		links := p.linksOf(first.Kind)
		link := links[random.IntN(len(links))]
		if op == 2 {
			p.put(w, link[0], link[1], first, random)
			return
		}
		p.fill(w, link, first, random)
	}
}

// linksOf are the links on which a class may be: those where it was seen, or any class if it never was.
func (p *Perturber) linksOf(kind string) [][2]int {
	if own := p.links[kind]; own != nil {
		return own
	}
	return p.links[""]
}

// lose loses one message.
func (p *Perturber) lose(w *World, f InFlight) {
	lost := false
	w.DropMessages(func(g *InFlight) bool {
		same := !lost && g.From == f.From && g.To == f.To && g.Msg.Equal(f.Msg)
		lost = lost || same
		return same
	})
}

// fill replaces the messages on a link by some of one class, and one of another class behind them.
func (p *Perturber) fill(w *World, link [2]int, first event.Message, random *rand.Rand) {
	w.DropMessages(func(g *InFlight) bool { return [2]int{g.From, g.To} == link })
	for range random.IntN(p.most) {
		p.put(w, link[0], link[1], first, random)
	}
	if last := p.kinds[random.IntN(len(p.kinds))]; slices.Contains(p.linksOf(last.Kind), link) {
		p.put(w, link[0], link[1], last, random)
	}
}

// put sends a message with one of its numbers changed, if the link has room.
func (p *Perturber) put(w *World, from, to int, m event.Message, random *rand.Rand) {
	under := 0
	for _, f := range w.InFlight() {
		if f.From == from && f.To == to {
			under++
		}
	}
	if under == p.most {
		return
	}
	m = m.Clone()
	if all := len(m.Fields) + len(m.Load); all > 0 {
		k := random.IntN(all)
		value := p.fields[m.Kind].value(k, random)
		if k < len(m.Fields) {
			m.Fields[k] = value
		} else {
			m.Load[k-len(m.Fields)] = value
		}
	}
	w.net.put(from, to, m)
	w.decoded = false
}
