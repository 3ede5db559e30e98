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
// A perturbed world is type-correct: each variable of each node, and each number in a
// message of a class, has a value that Observe has seen there; a set and a queue have
// members that it has seen there; a class of messages is on links where it has seen one,
// and a link has at most as many messages as it has seen there.
type Perturber struct {
	n      int
	nodes  []map[string]*domain // by node and variable
	links  map[string][][2]int  // by class
	fields map[string]*domain   // by class: of the numbers carried
	kinds  []event.Message      // one message seen of each class
	most   map[[2]int]int       // messages seen at once on a link
}

// domain is what a variable may be.
type domain struct {
	values [][]int      // seen, of a number or of each element of an array
	bits   Set          // the union of the sets seen
	length map[int]bool // of the lists seen
	member Set          // of the lists seen
}

// NewPerturber returns a Perturber that has seen nothing.
func NewPerturber(sys *System) *Perturber {
	p := &Perturber{n: sys.Config.N, links: map[string][][2]int{}, fields: map[string]*domain{}, most: map[[2]int]int{}}
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
	w.EachLink(func(from, to int, link []InFlight) {
		p.most[[2]int{from, to}] = max(p.most[[2]int{from, to}], len(link))
	})
	for _, f := range w.InFlight() {
		kind := f.Msg.Kind
		if link := [2]int{f.From, f.To}; !slices.Contains(p.links[kind], link) {
			p.links[kind] = append(p.links[kind], link)
		}
		if p.fields[kind] == nil {
			p.fields[kind] = &domain{}
			p.kinds = append(p.kinds, f.Msg.Clone())
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
	for _, n := range v.List {
		if n <= 62 {
			d.member = d.member.With(n)
		}
	}
	d.see(v.List)
}

// mostValues bounds the memory for values.
const mostValues = 64

func (d *domain) see(values []int) {
	for k, n := range values {
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

// Perturb changes one variable of one node, or one message under way.
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
	v, kind, d := &listed.vars[k], listed.kinds[k], p.nodes[i][listed.vars[k].Name]
	switch {
	case v.Name == "phase":
		if len(d.values[0]) > 1 { // else the node never requests: the model has no phase of it
			v.Number = random.IntN(int(CS) + 1)
		}
	case kind == TruthVar:
		v.Number = 1 - v.Number
	case kind == SetVar:
		if bits := slices.Collect(d.bits.All()); len(bits) > 0 {
			v.Number ^= 1 << bits[random.IntN(len(bits))]
		}
	case v.List == nil:
		v.Number = d.value(0, random)
	case d.length[0] && d.length[1] && random.IntN(2) == 0: // a queue
		v.List = d.perturbQueue(v.List, random)
	case len(v.List) > 0:
		at := random.IntN(min(len(v.List), len(d.values)))
		v.List[at] = d.value(at, random)
	}
	visitor := Visitor{mode: fetch, bytes: encoded(listed.vars)}
	n.State(&visitor)
}

// perturbQueue removes the first member of a queue or appends one.  A queue is at most one
// longer than one that was seen.
func (d *domain) perturbQueue(queue []int, random *rand.Rand) []int {
	if len(queue) > 0 && random.IntN(2) == 0 {
		return queue[1:]
	}
	if members := slices.Collect(d.member.All()); d.length[len(queue)] {
		return append(queue, members[random.IntN(len(members))])
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

// perturbMessages loses a message, changes one, or adds one.
func (p *Perturber) perturbMessages(w *World, random *rand.Rand) {
	if flights := w.InFlight(); len(flights) > 0 && random.IntN(2) == 0 {
		f := flights[random.IntN(len(flights))]
		f.Msg = f.Msg.Clone()
		lost := false
		w.DropMessages(func(g *InFlight) bool {
			same := !lost && g.From == f.From && g.To == f.To && g.Msg.Equal(f.Msg)
			lost = lost || same
			return same
		})
		if random.IntN(2) == 0 {
			p.put(w, f.From, f.To, f.Msg, random)
		}
		return
	}
	if len(p.kinds) > 0 {
		m := p.kinds[random.IntN(len(p.kinds))].Clone()
		link := p.links[m.Kind][random.IntN(len(p.links[m.Kind]))]
		under := 0
		w.EachLink(func(from, to int, all []InFlight) {
			if from == link[0] && to == link[1] {
				under = len(all)
			}
		})
		if under < p.most[link] {
			p.put(w, link[0], link[1], m, random)
		}
	}
}

// put sends a message with one of its numbers changed.
func (p *Perturber) put(w *World, from, to int, m event.Message, random *rand.Rand) {
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
