package verify

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/cache"
)

// manyCases is a suite of 10,000 entries, of which there are two different ones.
func manyCases(t *testing.T) *suite.Suite {
	t.Helper()
	var text strings.Builder
	text.WriteString("entries:\n")
	for k := range 10_000 {
		fmt.Fprintf(&text, "  - { algorithm: centralized, with: { n: %d }, properties: [mutex] }\n", k%2+1)
	}
	s, err := suite.Parse("many.yaml", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestManyCases decides 10,000 entries, most of them from the cache, in time and
// memory that grow no faster than they do.
func TestManyCases(t *testing.T) {
	s := manyCases(t)
	if testenv.Racing {
		s.Cases = s.Cases[:1000]
	}
	v := cachedVerifier(t, t.TempDir())
	began, last := time.Now(), 0
	rs, err := v.RunSuite(t.Context(), s, func(int, []results.Result) { last++ })
	if err != nil || len(rs) != len(s.Cases) || last != len(s.Cases) {
		t.Fatalf("%d results, %d steps, %v", len(rs), last, err)
	}
	for k, r := range rs {
		if r.Verdict != results.Pass || r.Configuration.N != k%2+1 {
			t.Fatalf("%d: %s: %s", k, r.Configuration, r.Verdict)
		}
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	t.Logf("%d entries in %s, %d MB", len(rs), time.Since(began).Round(time.Millisecond), m.HeapAlloc>>20)
	if m.HeapAlloc > 512<<20 {
		t.Errorf("%d MB for %d entries", m.HeapAlloc>>20, len(rs))
	}
	runtime.KeepAlive(rs)
}

// TestManyCasesCancelled gives up in the middle of 10,000 entries.
func TestManyCasesCancelled(t *testing.T) {
	v := cachedVerifier(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var began time.Time
	count := 0
	_, err := v.RunSuite(ctx, manyCases(t), func(int, []results.Result) {
		if count++; count == 20 {
			began = time.Now()
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || count > 20+2*cap(v.Slots) { // with those that were running
		t.Errorf("%v after %d", err, count)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("ended %s after it was cancelled", took)
	}
}

// TestTwoWithOneCache has two verifiers decide the same at once.
func TestTwoWithOneCache(t *testing.T) {
	dir := t.TempDir()
	s, err := suite.Parse("s.yaml", []byte("entries:\n  - { algorithm: centralized, with: { n: [1, 2, 3] } }\n"))
	if err != nil {
		t.Fatal(err)
	}
	both := make(chan []results.Result)
	for range 2 {
		v := cachedVerifier(t, dir)
		go func() {
			rs, err := v.RunSuite(t.Context(), s, nil)
			if err != nil || v.Cache.Warning() != "" {
				t.Errorf("%v, %q", err, v.Cache.Warning())
			}
			both <- rs
		}()
	}
	a, b := <-both, <-both
	if len(a) != len(b) || len(a) == 0 {
		t.Fatalf("%d and %d results", len(a), len(b))
	}
	for k := range a {
		if a[k].Verdict != results.Pass || b[k].Verdict != results.Pass {
			t.Errorf("%s: %s: %s and %s", a[k].Configuration, a[k].Property, a[k].Verdict, b[k].Verdict)
		}
	}
	items, err := cache.New(dir).List()
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		if item.Broken != "" {
			t.Errorf("%s: %s", item.Path, item.Broken)
		}
	}
}
