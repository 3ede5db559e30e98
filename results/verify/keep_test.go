package verify

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/engine"
)

// TestNotKept: where a README cannot be written, not everything was kept.
func TestNotKept(t *testing.T) {
	cfg, err := models.Resolve("centralized", models.Params{"n": "2"})
	if err != nil {
		t.Fatal(err)
	}
	a, err := algorithms.Lookup("centralized")
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{t.TempDir(): true, filepath.Join(t.TempDir(), "gone"): false} {
		v := &Verifier{Keep: dir}
		c := &configuration{Verifier: v, engine: engine.New(v.settings()), algorithm: a, config: cfg}
		rs := []results.Result{{Algorithm: "centralized", Configuration: cfg, Property: "mutex"}}
		c.keep(rs)
		if got := results.KeptAll(rs); got != want {
			t.Errorf("all kept: %v, want %v; %q", got, want, rs[0].Warnings)
		}
	}
	missing := make([]results.Result, 2)
	notKept(missing, syscall.ENOSPC)
	if results.KeptAll(missing) {
		t.Error("files are missing, and all is said to be kept")
	}
}
