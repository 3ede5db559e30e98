package verify

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/cache"
)

// modelCacheVersion changes with what the entries for users' files mean.
const modelCacheVersion = "model/1"

// cacheable tells whether a file's results can be remembered: embedded C may read
// whatever it likes, which no key can have.
func (m *modelDecision) cacheable() bool {
	if m.Cache == nil || runner.EmbeddedC(m.text) != "" {
		return false
	}
	job := m.jobs[variation{}]
	if job == nil || job.err != nil {
		return false
	}
	has, err := job.HasC()
	return err == nil && !has
}

// key is the name of a property's result: the whole preprocessed text, and all
// that is asked of it.  The time limit is not a part, as in decision.key.
func (m *modelDecision) key(p modelProperty) cache.Key {
	return cache.KeyOf(modelCacheVersion, m.Cache.machine, m.task.Source.Name, fmt.Sprintf("%q", m.task.Source.Defines),
		string(m.task.Source.Text), string(m.text), fmt.Sprint("memory ", m.Limits.Memory), fmt.Sprintf("%+v", m.More),
		fmt.Sprintf("%s %+v %v %+v %+v", p.name, p.claim, p.fair, p.form, p.search))
}

// recall takes the results that the cache has.  Whoever wants the files of the runs
// gets new runs.
func (m *modelDecision) recall(properties []modelProperty, all []results.Result) {
	if m.caching = m.cacheable(); !m.caching || m.Keep != "" {
		return
	}
	for k, p := range properties {
		e, found := m.Cache.store.Get(m.key(p))
		if !found {
			continue
		}
		var r results.Result
		if err := decodeStrictly(e.Data, &r); err == nil && m.credible(r, p) {
			r.Cached = true
			all[k] = r
		}
	}
}

// remember stores a result that is a fact.
func (m *modelDecision) remember(p modelProperty, r results.Result) {
	if m.caching && m.credible(r, p) && m.More.sought(r) {
		m.Cache.put(m.key(p), fmt.Sprintf("%s: %s: %s", r.Model, r.Property, r.Verdict), r)
	}
}

// credible tells whether a result is a fact that this decision would have stored:
// a pass, or a violation that was executed once more.
func (m *modelDecision) credible(r results.Result, p modelProperty) bool {
	if r.Model != m.task.Source.Name || !slices.Equal(r.Defines, m.task.Source.Defines) || r.Property != p.name ||
		r.Formula != p.claim.Formula || r.Engine != results.EngineSPIN || r.SHA256 != fmt.Sprintf("%x", sha256.Sum256(m.task.Source.Text)) {
		return false
	}
	return r.Verdict == results.Pass || r.Verdict == results.Fail && r.Counterexample != nil && len(r.ConfirmedBy) > 0
}
