package statespace

import (
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// What is read of a walk fits in the memory that a run may take.
func TestWalkIsLimited(t *testing.T) {
	t.Parallel()
	j := job(t, `byte a, b, c;
active proctype A() { do :: a = (a + 1) % 50 od }
active proctype B() { do :: b = (b + 1) % 50 od }
active proctype C() { do :: c = (c + 1) % 50 od }`)
	limits := process.Limits{Timeout: time.Minute, Memory: 1 << 30}
	r, err := j.Search(t.Context(), j.Tools().Fast(), runner.Search{Reduction: runner.NoReduction, Want: pan.Want{Acceptance: true}}, limits)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := walk(t.Context(), r, false, limits); err != nil {
		t.Error(err)
	}
	limits.Memory = 32 << 20
	if _, _, err := walk(t.Context(), r, false, limits); err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Errorf("32 MB: %v", err)
	}
}
