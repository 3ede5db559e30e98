package check

import (
	"context"
	"io"
	"slices"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Check decides whether the logs are one run.  An error is that of a log that cannot be
// read, a *config.Error, or that of ctx.
func Check(ctx context.Context, logs []Log, opts Options) (*Result, error) {
	if opts.MaxBytes == 0 {
		opts.MaxBytes = 2 << 30
	}
	r, err := (*Result)(nil), error(nil)
	if len(logs) == 1 {
		r, err = complete(ctx, logs[0], opts)
	}
	if r == nil && err == nil {
		r, err = partial(ctx, logs, opts)
	}
	if err == nil && len(logs) == 1 {
		stretch(ctx, logs[0], r, opts)
	}
	return r, err
}

// complete executes a log line by line.  The result is nil if the log is incomplete.
func complete(ctx context.Context, log Log, opts Options) (*Result, error) {
	r, file, err := log.reader()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	h := r.Header()
	if declaresLess(h) && !opts.Complete {
		return nil, nil
	}
	out := &Result{Header: h, Verdict: Accepted, Whole: true}
	c := &completeRun{world: r.System().World(), out: out, along: newAlong(r.System(), opts), name: log.Name, seen: newOccurring()}
	for err == nil {
		var l trace.Line
		if l, err = r.NextLine(); err != nil {
			break
		}
		if out.Lines&0xffff == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if opts.Progress != nil {
				opts.Progress(out.Lines)
			}
		}
		if !c.line(l) {
			break
		}
	}
	if out.Rejection != nil && !opts.Complete && c.seen.gaps {
		return nil, nil
	}
	if out.Rejection != nil && !opts.Complete && h.Origin.Driver == trace.Foreign {
		if whole, err := c.restIsWhole(r); !whole || err != nil {
			return nil, err
		}
	}
	if out.Rejection != nil {
		err = c.observeRest(r)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if r.Torn() {
		out.Warnings = append(out.Warnings, log.Name+": the last line was cut off; it is left out")
	}
	out.Broken = c.along.broken
	return out, nil
}

// declaresLess tells whether a header says that the log is incomplete, or unordered.
func declaresLess(h trace.Header) bool {
	return h.Order == trace.OrderNodes || h.From == trace.FromUnknown || h.Records.Events != nil || h.Records.Nodes != nil
}

// completeRun executes a complete log.
type completeRun struct {
	world  *reference.World
	out    *Result
	along  *along
	name   string
	seen   occurring
	recent recent
}

// line executes one line, and returns false if the program cannot do it.
func (c *completeRun) line(l trace.Line) bool {
	c.seen.add(l)
	at := Place{c.name, l.Line}
	reason, histories := "", []History{}
	switch {
	case l.Lost:
		reason = "lines before it are missing"
	case l.NoPeer || l.NoMessage:
		reason = "the line does not say what arrives, or from where"
	}
	if reason != "" {
		histories = nil
	} else {
		c.along.before(c.world)
		can := c.world.Can(l.Event)
		if _, err := trace.Follow(c.world, l.Step); err != nil {
			reason = whyNot(c.world, l, err)
			if can {
				histories = nil // the world is that after the event
			}
		}
	}
	c.recent.add(l.Event, at)
	c.along.observe(l.Event, at)
	if reason != "" {
		if histories != nil {
			histories = []History{historyOf(c.world, l)}
		}
		c.out.Verdict = Rejected
		c.out.Rejection = &Rejection{At: at, Event: l.Event, Reason: reason, Histories: histories, Recent: c.recent.of(l.Event)}
		return false
	}
	c.out.Lines++
	c.along.after(c.world, l.Event, at)
	return true
}

// restIsWhole tells whether the log has every kind of event and every node, and no gap: a
// foreign program that leaves out a kind of event leaves out all of them.
func (c *completeRun) restIsWhole(r *trace.Reader) (bool, error) {
	for {
		l, err := r.NextLine()
		if err == io.EOF {
			return c.seen.whole(c.world.N()), nil
		}
		if err != nil {
			return false, err
		}
		c.seen.add(l)
		c.along.observe(l.Event, Place{c.name, l.Line})
		if c.seen.gaps {
			return false, nil
		}
	}
}

// observeRest reads the rest of a rejected log: it may break mutual exclusion.
func (c *completeRun) observeRest(r *trace.Reader) error {
	for {
		l, err := r.NextLine()
		if err != nil {
			return err
		}
		c.along.observe(l.Event, Place{c.name, l.Line})
	}
}

// occurring is what occurs in a log.
type occurring struct {
	kinds map[event.Kind]bool
	nodes map[int]bool
	gaps  bool // lines are missing, or do not say what arrives
}

func newOccurring() occurring { return occurring{map[event.Kind]bool{}, map[int]bool{}, false} }

func (o *occurring) add(l trace.Line) {
	if !o.kinds[l.Event.Kind] {
		o.kinds[l.Event.Kind] = true
	}
	if !o.nodes[l.Event.Node] {
		o.nodes[l.Event.Node] = true
	}
	o.gaps = o.gaps || l.Lost || l.NoPeer || l.NoMessage
}

func (o *occurring) whole(n int) bool {
	return !o.gaps && len(o.nodes) == n && o.kinds[event.Request] && o.kinds[event.Enter] && o.kinds[event.Exit] &&
		(n == 1 || o.kinds[event.Receive])
}

// along evaluates the properties along a run, each until it is false.
type along struct {
	states, steps []reference.Property
	last          *reference.World // before the event, where there are properties of steps
	key           []byte
	broken        []Violation
	mutex         bool // is to be evaluated
	most          int
	inside        reference.Set // as the lines say, whatever the program does
}

// newAlong takes the properties of a raw system that are asked for.  no-overflow is not
// among them: it is about the bytes of a model.
func newAlong(sys *reference.System, opts Options) *along {
	names := opts.Properties
	a := &along{most: sys.Entries()}
	for _, p := range sys.Properties() {
		if p.Name == "no-overflow" || names != nil && !slices.Contains(names, p.Name) {
			continue
		}
		a.mutex = a.mutex || p.Name == "mutex"
		if p.State != nil {
			a.states = append(a.states, p)
		} else {
			a.steps = append(a.steps, p)
		}
	}
	if opts.Extra != nil {
		a.states = append(a.states, opts.Extra(sys)...)
	}
	if a.steps != nil {
		a.last = sys.World()
	}
	return a
}

// before is called before an event.
func (a *along) before(w *reference.World) {
	if a.last != nil {
		a.key = w.AppendState(a.key[:0])
		a.last.SetState(a.key)
	}
}

// after is called after an event.
func (a *along) after(w *reference.World, e event.Event, at Place) {
	a.states = slices.DeleteFunc(a.states, func(p reference.Property) bool { return a.breaks(p, p.State(w), e, at) })
	a.steps = slices.DeleteFunc(a.steps, func(p reference.Property) bool { return a.breaks(p, p.Step(a.last, e, w), e, at) })
}

func (a *along) breaks(p reference.Property, err error, e event.Event, at Place) bool {
	if err != nil && !(p.Name == "mutex" && !a.mutex) {
		a.broken = append(a.broken, Violation{p.Name, at, e.Clone(), err.Error()})
		a.mutex = a.mutex && p.Name != "mutex"
	}
	return err != nil
}

// observe notes who is inside by the lines alone, also where the program cannot follow.
func (a *along) observe(e event.Event, at Place) {
	switch e.Kind {
	case event.Enter:
		a.inside = a.inside.With(e.Node)
	case event.Exit:
		a.inside = a.inside.Without(e.Node)
	}
	if a.mutex && a.inside.Len() > a.most {
		a.mutex = false
		a.broken = append(a.broken, Violation{"mutex", at, e.Clone(), a.inside.InWords() + " are in the critical section at once"})
	}
}
