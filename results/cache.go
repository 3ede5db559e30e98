package results

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/pan"
)

// Cache remembers verdicts from one run of mxgen to the next, each as soon as
// it is there, so that a run that is killed loses none of them.
//
// Only a pass and a confirmed fail are remembered: they are facts about a
// model.  What a limit, an interrupt or a broken tool left open is tried again.
type Cache struct {
	store   *cache.Cache
	machine string // which programs decide
	tools   runner.Tools
	stamp   string // of the tools, when that was found out
}

// NewCache is the cache in a directory for what these tools decide.
func NewCache(ctx context.Context, store *cache.Cache, tools runner.Tools) (*Cache, error) {
	stamp := tools.Stamp()
	machine, err := tools.Identity(ctx, store)
	return &Cache{store, models.Version() + "\n" + machine, tools, stamp}, err
}

// Warning says why something could not be remembered, "" if all could be.
func (c *Cache) Warning() string {
	if c == nil {
		return ""
	}
	return c.store.Warning()
}

// cacheVersion changes with what the entries of this package mean.
const cacheVersion = "results/1"

// key is the name of what depends on the models and on what is asked of them.
// The time limit is not a part: it decides whether there is a verdict, not which.
func (d *decision) key(question string, used ...*models.Model) (cache.Key, error) {
	about, err := json.Marshal(d.config)
	if err != nil {
		return cache.Key{}, err
	}
	parts := []string{cacheVersion, d.Cache.machine, string(about), question, fmt.Sprint("memory ", d.Limits.Memory),
		fmt.Sprintf("%+v", d.More),
		fmt.Sprintf("spin %q, %+v, %+v", spinFlags, searchAll, searchShortest)}
	for _, m := range used {
		parts = append(parts, string(m.Source))
	}
	return cache.KeyOf(parts...), nil
}

// recall takes the results that the cache has.  They are there as they were
// before they were held against no-overflow, which has an entry of its own.
// Whoever wants the files of the runs gets new runs.
func (d *decision) recall(formulas []models.Formula) {
	if d.Cache == nil {
		return
	}
	d.keys = map[string]cache.Key{}
	all, err := d.render(models.Build{})
	if err != nil {
		return
	}
	names := slices.Clone(d.wanted)
	if !slices.Contains(names, noOverflow) {
		names = append(names, noOverflow)
	}
	for _, name := range names {
		if own, err := d.render(models.Build{Property: name}); err == nil {
			d.recallOne(name, "property "+name, all, own)
		}
	}
	for _, f := range formulas {
		if own, err := d.render(models.Build{Formula: &f}); err == nil {
			d.recallOne(f.Name, "formula "+f.Text, all, own)
		}
	}
}

func (d *decision) recallOne(name, question string, used ...*models.Model) {
	key, err := d.key(question, used...)
	if err != nil {
		return
	}
	d.keys[name] = key
	if d.Keep != "" {
		return
	}
	e, found := d.Cache.store.Get(key)
	if !found {
		return
	}
	var r Result
	if err := decodeStrictly(e.Data, &r); err != nil || !d.credible(r, name, used) {
		return
	}
	r.Cached = true
	d.results[name] = &r
}

// decodeStrictly reads what this version of mxgen wrote, and nothing else.
func decodeStrictly(data []byte, into any) error {
	r := json.NewDecoder(bytes.NewReader(data))
	r.DisallowUnknownFields()
	if err := r.Decode(into); err != nil {
		return err
	}
	if r.More() {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// credible tells whether a result can be one that this decision would have
// stored.
func (d *decision) credible(r Result, property string, used []*models.Model) bool {
	asked, err := json.Marshal(d.config)
	if err != nil {
		return false
	}
	answered, err := json.Marshal(r.Configuration)
	if err != nil || !bytes.Equal(asked, answered) {
		return false
	}
	ours := slices.ContainsFunc(used, func(m *models.Model) bool { return r.SHA256 == fmt.Sprintf("%x", sha256.Sum256(m.Source)) })
	return ours && r.Property == property && r.Algorithm == d.config.Algorithm && d.conclusive(&r)
}

// conclusive tells whether a result is a fact: a pass, or a violation that was
// executed once more.
func (d *decision) conclusive(r *Result) bool {
	switch {
	case r.Engine != EngineSPIN || r.SHA256 == "" || r.AsExpected != nil:
		return false
	case r.Verdict == pan.Pass:
		return true
	case r.Verdict == pan.Fail:
		return kind(d.algorithm, r.Property) == registry.Reach || r.Counterexample != nil && len(r.ConfirmedBy) > 0
	}
	return false
}

// remember stores a result that is a fact.
func (d *decision) remember(r *Result) {
	key, asked := d.keys[r.Property]
	if !asked || !d.conclusive(r) || !d.More.sought(*r) {
		return
	}
	one := *r
	one.Cached = false
	one.Warnings = nil // about files, or about this run
	d.Cache.put(key, fmt.Sprintf("%s: %s: %s", r.Configuration, r.Property, r.Verdict), one)
}

// put stores what these tools have decided, unless others are in their place meanwhile.
func (c *Cache) put(key cache.Key, about string, value any) {
	if c.tools.Stamp() != c.stamp {
		return
	}
	data, err := json.Marshal(value)
	if err != nil {
		return
	}
	c.store.Put(cache.Entry{Key: key, About: about, Data: data})
}

// rememberChecks stores what the cross-check came to, where both sides agree or
// one cannot say.  A disagreement is looked at again every time.
func (d *decision) rememberChecks(ctx context.Context, checked []Result) {
	if d.Cache == nil || ctx.Err() != nil {
		return
	}
	for _, r := range checked {
		raw := d.results[r.Property]
		if raw.CrossCheck == "" && r.CrossCheck != "" && r.Verdict == raw.Verdict {
			raw.CrossCheck = r.CrossCheck
			d.remember(raw)
		}
	}
}

// storedPart is a formula's run that found what it was to find.
type storedPart struct {
	Reason      string         `json:"reason"`
	Compiler    string         `json:"compiler"`
	Version     string         `json:"version"`
	States      float64        `json:"states"`
	Transitions float64        `json:"transitions"`
	Depth       int64          `json:"depth"`
	Running     float64        `json:"running"`
	Peak        int64          `json:"peak"`
	MemoryMB    float64        `json:"memory_mb"`
	Retries     []runner.Retry `json:"retries"`
	Commands    []string       `json:"commands"`
}

func storePart(c claimRun) storedPart {
	out := c.run.Output
	return storedPart{c.reason, c.run.Compiler.Tool.Name, c.run.Compiler.Tool.Version, out.Stored, out.Transitions, out.Depth,
		c.run.Running, c.run.Peak, out.MemoryMB, c.run.Retries, c.run.Commands}
}

// claimRun is what take and join need to know of the run.
func (s storedPart) claimRun(c models.Claim) claimRun {
	run := runner.Result{Running: s.Running, Peak: s.Peak, Retries: s.Retries, Commands: s.Commands}
	run.Compiler.Tool = runner.Tool{Name: s.Compiler, Version: s.Version}
	run.Output.Stored, run.Output.Transitions, run.Output.Depth, run.Output.MemoryMB = s.States, s.Transitions, s.Depth, s.MemoryMB
	return claimRun{claim: c, run: run, verdict: pan.Pass, reason: s.Reason, cached: true}
}

// part decides one formula, or knows it from the cache: a property of many nodes
// may take hours, of which none should be lost.  A violation is not stored
// here, since its trail would have to be executed again.
func (d *decision) part(p *prepared, c models.Claim, decide func() claimRun) claimRun {
	if d.Cache == nil {
		return decide()
	}
	key, err := d.key("claim "+c.Name, p.model)
	if err != nil {
		return decide()
	}
	if e, found := d.Cache.store.Get(key); found && d.Keep == "" {
		var s storedPart
		if err := decodeStrictly(e.Data, &s); err == nil && s.States > 0 && s.Compiler != "" {
			return s.claimRun(c)
		}
	}
	out := decide()
	if out.err == nil && out.verdict == pan.Pass {
		d.Cache.put(key, fmt.Sprintf("%s: %s: %s", d.config, c.Name, out.verdict), storePart(out))
	}
	return out
}
