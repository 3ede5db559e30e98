package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Cache remembers results from one run of mxgen to the next, each as soon as it is
// there, so that a run that is killed loses none of them.
//
// A key has everything that a result depends on: the models, what is asked of them, the memory limit, the
// bytes of the tools, and the version of mxgen's code that decides.  It omits the time limit,
// because only a pass and a confirmed failure are cached: they are facts about a model.  What a
// limit, an interrupt or a broken tool left open is tried again.
type Cache struct {
	store    *cache.Cache
	identity string // of the programs that decide
	tools    toolchain.Tools
	stamp    string // of the tools' files, when their identity was read
}

// NewCache is the cache in a directory for what these tools decide.  The error says that
// a program's bytes could not be read.
func NewCache(ctx context.Context, store *cache.Cache, tools toolchain.Tools) (*Cache, error) {
	stamp := tools.Stamp()
	identity, err := tools.Identity(ctx, store)
	if err != nil {
		return nil, err
	}
	decides, err := mxgen.Semantics()
	if err != nil { // unknown is what this program was built from
		decides, err = toolchain.Executable(store)
	}
	return &Cache{store, "mxgen " + decides + "\n" + identity, tools, stamp}, err
}

// Warning says why something could not be remembered, "" if all could be.
func (c *Cache) Warning() string {
	if c == nil {
		return ""
	}
	return c.store.Warning()
}

// cacheVersion changes with the meaning of the entries of this package.
const cacheVersion = "verify/2"

// Key is the name of what depends on the parts, on the limits and on the programs.
func (e *Engine) Key(parts ...string) cache.Key {
	if e.Cache == nil {
		return cache.Key{}
	}
	fixed := []string{cacheVersion, e.Cache.identity, fmt.Sprint("memory ", e.Limits.Memory), fmt.Sprintf("%+v", e.CounterexampleOptions)}
	return cache.KeyOf(append(fixed, parts...)...)
}

// Question is what a cached result must answer.
type Question struct {
	Key     cache.Key
	What    string          // it is about, for people
	Subject *results.Result // what the result must be about
	Digests []string        // of the models that may have decided it
	Witness bool            // the property holds if there is a witness: a failure has no counterexample
}

// Recall reads a cached result, which must be one that remember would have stored for
// the same question.  Whoever wants the files of the runs gets new runs.
func (e *Engine) Recall(q Question) (*results.Result, bool) {
	if e.Cache == nil || e.Keep != "" {
		return nil, false
	}
	entry, found := e.Cache.store.Get(q.Key)
	if !found {
		return nil, false
	}
	r := new(results.Result)
	if err := decodeStrictly(entry.Data, r); err != nil || !q.answeredBy(r) {
		return nil, false
	}
	r.Cached = true
	return r, true
}

// Remember stores a result that answers the question, unless other tools are in the
// place of those that found it meanwhile.
func (e *Engine) Remember(q Question, r *results.Result) {
	if e.Cache == nil || !q.answeredBy(r) || !e.completed(r) || e.Cache.tools.Stamp() != e.Cache.stamp {
		return
	}
	one := *r
	one.Cached = false
	if one.Model == "" {
		one.Warnings = nil // about files, or about this run
	}
	data, err := json.Marshal(one)
	if err != nil {
		return
	}
	e.Cache.store.Put(cache.Entry{Key: q.Key, About: fmt.Sprintf("%s: %s", q.What, r.Verdict), Data: data})
}

// answeredBy tells whether a result is a fact about the question's subject, whatever the
// limits: a pass, a violation that was executed once more, or a complete search without a witness.
func (q Question) answeredBy(r *results.Result) bool {
	if r.Engine != results.EngineSPIN || r.AsExpected != nil || !slices.Contains(q.Digests, r.SHA256) || !sameSubject(r, q.Subject) {
		return false
	}
	switch r.Verdict {
	case results.Pass:
		return true
	case results.Fail:
		return q.Witness || r.Counterexample != nil && len(r.ConfirmedBy) > 0
	}
	return false
}

// sameSubject tells whether two results are about the same property of the same configuration or file.
func sameSubject(a, b *results.Result) bool {
	key := func(r *results.Result) []byte {
		data, err := json.Marshal([]any{r.Algorithm, r.Variant, r.Configuration, r.Model, r.Defines, r.Property, r.Formula})
		if err != nil {
			return nil
		}
		return data
	}
	k := key(a)
	return k != nil && bytes.Equal(k, key(b))
}

// decodeStrictly reads what this version of mxgen wrote, and nothing else.
func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one value")
	}
	return nil
}
