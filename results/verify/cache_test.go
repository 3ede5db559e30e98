package verify

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/cache"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// cachedVerifier remembers in a directory.
func cachedVerifier(t *testing.T, dir string) *Verifier {
	t.Helper()
	v := testVerifier(t)
	c, err := engine.NewCache(t.Context(), cache.New(dir), v.Tools)
	if err != nil {
		t.Fatal(err)
	}
	v.Cache = c
	return v
}

// withoutTools is a verifier with the same cache that cannot decide anything.
func withoutTools(v *Verifier) *Verifier {
	broken := *v
	for _, tool := range []*toolchain.Tool{&broken.Tools.Spin, &broken.Tools.Gcc, &broken.Tools.Tcc} {
		tool.Path = "/nonexistent"
	}
	return &broken
}

// What was decided is known without any tool, and is the same, counterexamples
// and cross-checks included.
func TestCache(t *testing.T) {
	v := cachedVerifier(t, t.TempDir())
	formula, err := models.ParseFormula(testenv.Config(t, "ricart-agrawala", "--n 2"), "served=[] (waiting(2) -> <> inside(2))")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []Task{
		{Config: testenv.Config(t, "ricart-agrawala", "--n 2"), Formulas: []models.Formula{formula}},
		{Config: testenv.Config(t, "ricart-agrawala", "--n 2 --variant no-tie-break")},
		{Config: testenv.Config(t, "centralized", "--n 2 --rounds 1"), Properties: []string{"entry", "mutex"}},
	} {
		cold, err := v.Verify(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		warm, err := withoutTools(v).Verify(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		for k, r := range warm {
			if !r.Cached || cold[k].Cached {
				t.Errorf("%s: %s: cached %v after %v", r.Configuration, r.Property, r.Cached, cold[k].Cached)
			}
			r.Cached = false
			// As JSON, which does not tell an empty list from none.
			a, _ := json.Marshal(cold[k])
			b, _ := json.Marshal(r)
			if !bytes.Equal(a, b) {
				t.Errorf("%s: %s:\n%s\nbecame\n%s", r.Configuration, r.Property, a, b)
			}
		}
		// Another memory limit is another question.
		other := withoutTools(v)
		other.Limits.Memory++
		for _, r := range must(other.Verify(t.Context(), task)) {
			if r.Verdict != results.Error {
				t.Errorf("%s: %s: %s for a limit that nobody has asked about", r.Configuration, r.Property, r.Verdict)
			}
		}
	}
	if w := v.Cache.Warning(); w != "" {
		t.Error(w)
	}
}

func must(rs []results.Result, err error) []results.Result {
	if err != nil {
		panic(err)
	}
	return rs
}

// Only what is missing is decided, and what a node came to is not decided twice.
func TestCacheOfParts(t *testing.T) {
	dir := t.TempDir()
	v := cachedVerifier(t, dir)
	task := Task{Config: testenv.Config(t, "centralized", "--n 3"), Properties: []string{"starvation"}}
	must(v.Verify(t.Context(), task))
	items, err := cache.New(dir).List()
	if err != nil {
		t.Fatal(err)
	}
	removed := 0
	for _, item := range items {
		if bytes.HasSuffix([]byte(item.About), []byte(": starvation: pass")) {
			removed++
			os.Remove(item.Path)
		}
	}
	if removed != 1 {
		t.Fatalf("%d entries for starvation, want 1", removed)
	}
	// spin is needed again, a compiler is not.
	half := *v
	half.Tools.Tcc.Path = "/nonexistent"
	r := must(half.Verify(t.Context(), task))[0]
	if r.Verdict != results.Pass || !r.Cached || len(r.Nodes) != 3 || r.States == 0 || len(r.Commands) < 4 {
		t.Errorf("%+v", r)
	}
}

// Neither what is inconclusive nor what is an error is remembered.
func TestCacheOfNothing(t *testing.T) {
	dir := t.TempDir()
	v := cachedVerifier(t, dir)
	v.Limits = process.Limits{Timeout: time.Second, Memory: 1 << 30}
	task := Task{Config: testenv.Config(t, "ricart-agrawala", "--n 6"), Properties: []string{"mutex"}}
	if r := must(v.Verify(t.Context(), task))[0]; r.Verdict != results.Inconclusive {
		t.Fatalf("%s: %s", r.Verdict, r.Reason)
	}
	must(withoutTools(v).Verify(t.Context(), task))
	items, err := cache.New(dir).List()
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		if !bytes.HasPrefix([]byte(item.About), []byte("digest of ")) {
			t.Errorf("remembered: %s", item.About)
		}
	}
}

// An entry that is well-formed but says what it cannot say is not believed.
func TestCacheIsNotBelieved(t *testing.T) {
	dir := t.TempDir()
	v, store := cachedVerifier(t, dir), cache.New(dir)
	c := testenv.Config(t, "ricart-agrawala", "--n 2")
	task := Task{Config: c, Properties: []string{"mutex"}}
	good := must(v.Verify(t.Context(), task))[0]
	d, err := v.configuration(task)
	if err != nil {
		t.Fatal(err)
	}
	d.recallAll()
	key := d.asked["mutex"].Key
	if e, found := store.Get(key); !found || len(e.Data) == 0 {
		t.Fatal("the entry is not where it is looked for")
	}
	text, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	bad := func(change func(*results.Result)) []byte {
		r := good
		change(&r)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for what, data := range map[string][]byte{
		"nothing":             nil,
		"no JSON":             []byte("pass"),
		"an empty object":     []byte("{}"),
		"an unknown field":    bytes.Replace(text, []byte("{"), []byte(`{"new":1,`), 1),
		"two results":         append(bytes.Clone(text), text...),
		"another property":    bad(func(r *results.Result) { r.Property = "deadlock" }),
		"another algorithm":   bad(func(r *results.Result) { r.Algorithm = "centralized" }),
		"other nodes":         bad(func(r *results.Result) { r.Configuration.N = 3 }),
		"another model":       bad(func(r *results.Result) { r.SHA256 = "00" }),
		"another engine":      bad(func(r *results.Result) { r.Engine = results.EngineGo }),
		"an error":            bad(func(r *results.Result) { r.Verdict = results.Error }),
		"inconclusive":        bad(func(r *results.Result) { r.Verdict = results.Inconclusive }),
		"an unconfirmed fail": bad(func(r *results.Result) { r.Verdict = results.Fail }),
	} {
		store.Put(cache.Entry{Key: key, About: "a lie", Data: data})
		if r := must(v.Verify(t.Context(), task))[0]; r.Cached || r.Verdict != results.Pass {
			t.Errorf("%s: cached %v, %s: %s", what, r.Cached, r.Verdict, r.Reason)
		}
	}
}

// Whoever wants the files gets them.
func TestCacheAndKeep(t *testing.T) {
	v := cachedVerifier(t, t.TempDir())
	task := Task{Config: testenv.Config(t, "centralized", "--n 2"), Properties: []string{"mutex"}}
	must(v.Verify(t.Context(), task))
	v.Keep = filepath.Join(t.TempDir(), "kept")
	if r := must(v.Verify(t.Context(), task))[0]; r.Cached || r.Warnings != nil {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(filepath.Join(v.Keep, "safety", "run.sh")); err != nil {
		t.Error(err)
	}
}

// A field of a result that JSON does not carry would be lost.  A result that was cut is
// not stored (TestCacheKeepsFactsOnly).
func TestResultsSurviveJSON(t *testing.T) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[results.Result]()) {
		if name := f.Tag.Get("json"); f.Name != "CutShort" && f.Name != "NotKept" && (name == "" || name == "-") {
			t.Errorf("%s has no name in JSON", f.Name)
		}
	}
}
