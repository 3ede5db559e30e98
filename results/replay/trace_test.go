package replay

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/live"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results/testenv"
)

// Runs of real goroutines are behaviours of the compiled model.
func TestLiveRunsDriveSPIN(t *testing.T) {
	r := testReplayer(t)
	seeds := 2 // TestExecutions has more, of other configurations
	for algorithm, flags := range map[string]string{
		"centralized":     "--n 4 --coordinator 2",
		"ricart-agrawala": "--n 3",
		"neilsen-mizuno":  "--n 5 --topology tree:2 --token 4",
	} {
		for seed := range seeds {
			path := liveTrace(t, algorithm, flags, uint64(seed))
			got, err := r.Trace(t.Context(), path)
			if err != nil || !got.Agrees || got.Events == 0 {
				t.Fatalf("%s, seed %d: %+v, %v", algorithm, seed, got, err)
			}
		}
	}
}

// liveTrace writes the trace of a live run.
func liveTrace(t *testing.T, algorithm, flags string, seed uint64) string {
	t.Helper()
	c := testenv.Config(t, algorithm, flags)
	system, err := algorithms.New(c)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := trace.NewWriter(file, trace.Header{Config: c, Origin: trace.Origin{Driver: trace.Live, Seed: &seed}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	record := func(r reference.Record) error { return w.Write(trace.Step{Record: r}) }
	if err := live.Run(ctx, system, live.Options{Seed: seed, Entries: 3}, record); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A trace with one number changed is not a run of the program, and says where.
func TestTamperedTrace(t *testing.T) {
	r := testReplayer(t)
	path := liveTrace(t, "ricart-agrawala", "--n 3", 1)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tampered := strings.Replace(string(text), `"REPLY"`, `"REQUEST"`, 1)
	if err := os.WriteFile(path, []byte(tampered), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := r.Trace(t.Context(), path)
	if err == nil && got.Agrees {
		t.Errorf("accepted: %+v", got)
	}
	t.Log(got, err)
}

func testReplayer(t testing.TB) Replayer {
	t.Helper()
	return Replayer{Tools: testenv.Tools(t), Limits: testenv.Limits}
}
