package reference

// base is the state that SetState has set.  A step changes one node and the
// network, unless a normal form changes more, so base lets AppendState encode
// and Rewind restore only what the steps since SetState have changed.
type base struct {
	bytes   []byte // nil: the world was never set
	ends    []int  // where the bytes of each node end
	touched int    // the node that may differ from bytes; 0: none; all
}

const all = -1

// touch notes that node i may have changed.
func (b *base) touch(i int) {
	if b.touched != i && b.touched != 0 {
		i = all
	}
	b.touched = i
}

func (b *base) touchAll() { b.touched = all }

// node returns the bytes of node i.
func (b *base) node(i int) []byte { return b.bytes[b.start(i):b.ends[i-1]] }

func (b *base) start(i int) int {
	if i == 1 {
		return 0
	}
	return b.ends[i-2]
}

// AppendState appends the world as bytes.  Two worlds of one system are equal
// if and only if their bytes are.
func (w *World) AppendState(b []byte) []byte {
	base := &w.base
	switch i := base.touched; {
	case base.bytes == nil || i == all:
		for _, n := range w.nodes {
			b = w.appendNode(b, n)
		}
	case i == 0:
		b = append(b, base.bytes[:base.start(len(w.nodes)+1)]...)
	default:
		b = append(b, base.bytes[:base.start(i)]...)
		b = w.appendNode(b, w.nodes[i-1])
		b = append(b, base.bytes[base.ends[i-1]:base.start(len(w.nodes)+1)]...)
	}
	return append(b, w.net.bytes...)
}

func (w *World) appendNode(b []byte, n Node) []byte {
	v := &w.visitor
	v.mode, v.bytes = store, b
	n.State(v)
	return v.bytes
}

// SetState sets the world to a state that AppendState has written for a world
// of the same system.  The caller must not change the bytes until the next
// SetState.
func (w *World) SetState(b []byte) {
	w.out.fields.reset()
	w.base.bytes, w.base.ends = b, w.base.ends[:0]
	w.fetch(b)
	for _, n := range w.nodes {
		n.State(&w.visitor)
		w.base.ends = append(w.base.ends, w.visitor.at)
	}
	w.setNetwork(b[w.visitor.at:])
}

// fetch makes the visitor read from b.
func (w *World) fetch(b []byte) { w.visitor.mode, w.visitor.bytes, w.visitor.at = fetch, b, 0 }

// Rewind restores the state that the last SetState has set.
func (w *World) Rewind() {
	switch i := w.base.touched; i {
	case 0:
		return
	case all:
		w.fetch(w.base.bytes)
		for _, n := range w.nodes {
			n.State(&w.visitor)
		}
	default:
		w.fetch(w.base.node(i))
		w.nodes[i-1].State(&w.visitor)
	}
	w.setNetwork(w.base.bytes[w.base.start(len(w.nodes)+1):])
}

func (w *World) setNetwork(b []byte) {
	w.net.bytes = append(w.net.bytes[:0], b...)
	w.net.tracked = nil
	w.decoded = false
	w.base.touched = 0
}
