package engine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// FuzzRecall has the cache say anything: what is believed is a fact on what was
// asked.
func FuzzRecall(f *testing.F) {
	// the SHA-256 of "model"
	const sha = "9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4"
	q := Question{Subject: &results.Result{Algorithm: "ricart-agrawala", Property: "mutex", Configuration: config.Config{Algorithm: "ricart-agrawala", N: 2, Network: config.Unordered}},
		Digests: []string{sha}}
	f.Add([]byte(`{"verdict":"pass"}`))
	f.Add([]byte(`{"algorithm":"ricart-agrawala","configuration":{"algorithm":"ricart-agrawala","n":2,"variant":"","network":"unordered"},` +
		`"property":"mutex","verdict":"pass","engine":"spin","sha256":"9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r results.Result
		if decodeStrictly(data, &r) != nil || !q.answeredBy(&r) {
			return
		}
		if r.Property != "mutex" || r.Verdict != results.Pass && (r.Verdict != results.Fail || r.Counterexample == nil) {
			t.Errorf("believed: %s", data)
		}
	})
}

// What was decided is not remembered when a tool is not the same any more, nor when
// what else is wanted of a violation was not looked for to the end.
func TestCacheKeepsFactsOnly(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "spin")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	tools := toolchain.Tools{Spin: toolchain.Tool{Name: "spin", Path: tool}}
	s := Settings{Tools: tools, Cache: &Cache{store: cache.New(filepath.Join(dir, "cache")), tools: tools, stamp: tools.Stamp()}}
	e := New(s)
	pass := &results.Result{Verdict: results.Pass, Engine: results.EngineSPIN, SHA256: "00"}
	first := Question{Key: cache.KeyOf("first"), Subject: pass, Digests: []string{"00"}}
	second := Question{Key: cache.KeyOf("second"), Subject: pass, Digests: []string{"00"}}
	e.Remember(first, pass)
	if err := os.Rename(tool, tool+"-old"); err != nil {
		t.Fatal(err)
	}
	e.Remember(second, pass)
	if _, found := e.Recall(first); !found {
		t.Error("nothing is remembered")
	}
	if _, found := e.Recall(second); found {
		t.Error("remembered, with another tool")
	}
	for _, r := range []struct {
		options CounterexampleOptions
		r       results.Result
		want    bool
	}{
		{CounterexampleOptions{}, results.Result{Counterexample: &results.Counterexample{}}, true},
		{CounterexampleOptions{Shortest: true}, results.Result{}, true},
		{CounterexampleOptions{Shortest: true}, results.Result{Counterexample: &results.Counterexample{Shortest: results.ShortestNotSure}}, false},
		{CounterexampleOptions{Shortest: true}, results.Result{Counterexample: &results.Counterexample{Shortest: results.ShortestProved}}, true},
		{CounterexampleOptions{All: 3}, results.Result{CutShort: true}, false},
		{CounterexampleOptions{All: 3}, results.Result{}, true},
	} {
		if got := r.options.completed(&r.r); got != r.want {
			t.Errorf("%+v, %+v: %v", r.options, r.r, got)
		}
	}
}
