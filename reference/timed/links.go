package timed

import "github.com/mxgen/mxgen/reference/event"

// linkCounts counts messages by link, for the busiest one.  It is a hash table
// with open addressing: a link is a number that is not 0, and there are at most
// maxLinks.  Messages to all other nodes at once are counted by sender, not in the table.
type linkCounts struct {
	links      []uint64
	counts     []uint32
	used       int
	full       bool     // there were more links: the counts mean nothing
	broadcasts []uint32 // broadcasts[i]: messages that i has sent on each of its links at once; nil: none
}

const maxLinks = 1 << 21

// linkBytes is the memory for the links of n nodes.
func linkBytes(n int) int64 { return 4 * 12 * min(maxLinks, int64(n)*int64(n)) }

// addAll counts a message to each other node of n, if the messages are that.
func (l *linkCounts) addAll(from int, sends []event.Send, n int) bool {
	if n < 3 || len(sends) != n-1 {
		return false
	}
	to := 0
	for _, s := range sends {
		if to++; to == from {
			to++
		}
		if s.To != to {
			return false
		}
	}
	if l.broadcasts == nil {
		l.broadcasts = make([]uint32, n+1)
	}
	l.broadcasts[from]++
	return true
}

func (l *linkCounts) add(from, to int32) {
	if l.full {
		return
	}
	if 2*l.used >= len(l.links) {
		if l.grow(); l.full {
			return
		}
	}
	l.at(uint64(from)<<32|uint64(to), 1)
}

func (l *linkCounts) at(link uint64, n uint32) {
	mask := uint64(len(l.links) - 1)
	k := scramble(link) & mask
	for l.links[k] != link && l.links[k] != 0 {
		k = (k + 1) & mask
	}
	if l.links[k] == 0 {
		l.links[k] = link
		l.used++
	}
	l.counts[k] += n
}

func (l *linkCounts) grow() {
	if l.used >= maxLinks {
		l.links, l.counts, l.used, l.full = nil, nil, 0, true
		return
	}
	old := *l
	size := max(64, 2*len(old.links))
	l.links, l.counts, l.used = make([]uint64, size), make([]uint32, size), 0
	for k, link := range old.links {
		if link != 0 {
			l.at(link, old.counts[k])
		}
	}
}

// busiest returns the link with most messages, of several the first by sender
// and receiver; 0 if none was counted.
func (l *linkCounts) busiest() (from, to int, count uint32) {
	if l.full {
		return 0, 0, 0
	}
	var best uint64
	compare := func(link uint64, c uint32) {
		if c > count || c == count && c > 0 && link < best {
			best, count = link, c
		}
	}
	for i, c := range l.broadcasts { // the first of the links; one that is in the table has more
		compare(link(int32(i), first(i)), c)
	}
	for k, link := range l.links {
		c := l.counts[k]
		if l.broadcasts != nil && c > 0 {
			c += l.broadcasts[link>>32]
		}
		compare(link, c)
	}
	return int(best >> 32), int(best & (1<<32 - 1)), count
}

// first is the first node other than i.
func first(i int) int32 {
	if i == 1 {
		return 2
	}
	return 1
}
