package reference

import (
	"math/rand/v2"
	"slices"

	"github.com/mxgen/mxgen/reference/event"
)

// perturbMessages changes the messages under way.
func (p *Perturber) perturbMessages(w *World, random *rand.Rand) {
	flights := w.InFlight()
	op := random.IntN(8)
	switch {
	case op < 3 && len(flights) > 0:
		f := flights[random.IntN(len(flights))]
		f.Msg = f.Msg.Clone() // the world's memory changes
		switch op {
		case 0:
			p.lose(w, f)
			p.put(w, f.From, f.To, f.Msg, random)
		case 1:
			p.lose(w, f)
		case 2: // all, or all of a class
			every := random.IntN(2) == 0
			w.DropMessages(func(g *InFlight) bool { return every || g.Msg.Kind == f.Msg.Kind })
		}
	case len(p.links[""]) > 0:
		first := p.kinds[random.IntN(len(p.kinds))]
		links := p.linksOf(first.Kind)
		link := links[random.IntN(len(links))]
		switch op {
		case 0, 1, 2, 3:
			p.put(w, link[0], link[1], first, random)
		case 4:
			p.fill(w, link, first, random)
		case 5: // on several links
			for _, link := range links {
				if random.IntN(2) == 0 {
					p.put(w, link[0], link[1], first, random)
				}
			}
		case 6, 7:
			p.perturbPair(w, link, random)
			p.perturbPair(w, [2]int{link[1], link[0]}, random)
		}
	}
}

// perturbPair sends messages of few or of most classes on a link, and makes its sender a member of some of the receiver's sets or
// of none.  What the receiver holds for true is any.
func (p *Perturber) perturbPair(w *World, link [2]int, random *rand.Rand) {
	rarely := 1 + random.IntN(4)
	for _, m := range p.kinds {
		if random.IntN(5) >= rarely && slices.Contains(p.linksOf(m.Kind), link) {
			p.put(w, link[0], link[1], m, random)
		}
	}
	i := link[1] - 1
	listed := Visitor{mode: list}
	w.nodes[i].State(&listed)
	for k := range listed.vars {
		switch {
		case listed.kinds[k] == SetVar && p.members(i, &listed, k).Has(link[0]):
			listed.vars[k].Number |= 1 << link[0]
			if random.IntN(3) == 0 {
				listed.vars[k].Number ^= 1 << link[0]
			}
		case listed.kinds[k] == TruthVar && len(p.nodes[i][listed.vars[k].Name].values[0]) > 1:
			listed.vars[k].Number = random.IntN(2)
		}
	}
	visitor := Visitor{mode: fetch, bytes: encoded(listed.vars)}
	w.nodes[i].State(&visitor)
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
