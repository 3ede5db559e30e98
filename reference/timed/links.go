package timed

// linkCounts counts messages by link, for the busiest one.  It is a hash table
// with open addressing: a link is a number that is not 0, and there are at most
// maxLinks.
type linkCounts struct {
	links  []uint64
	counts []uint32
	used   int
	full   bool // there were more links: the counts mean nothing
}

const maxLinks = 1 << 21

// linkBytes is the memory for the links of n nodes.
func linkBytes(n int) int64 { return 4 * 12 * min(maxLinks, int64(n)*int64(n)) }

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
		*l = linkCounts{full: true}
		return
	}
	old := *l
	size := max(64, 2*len(old.links))
	*l = linkCounts{links: make([]uint64, size), counts: make([]uint32, size)}
	for k, link := range old.links {
		if link != 0 {
			l.at(link, old.counts[k])
		}
	}
}

// busiest returns the link with most messages, of several the first by sender
// and receiver; 0 if none was counted.
func (l *linkCounts) busiest() (from, to int, count uint32) {
	var best uint64
	for k, link := range l.links {
		if c := l.counts[k]; c > count || c == count && c > 0 && link < best {
			best, count = link, c
		}
	}
	return int(best >> 32), int(best & (1<<32 - 1)), count
}
