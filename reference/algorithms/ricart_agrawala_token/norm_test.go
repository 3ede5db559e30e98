package ricartagrawalatoken

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms/common"
	"github.com/mxgen/mxgen/reference/normalform"
)

// TestWrongNumberedTokenForm: the normal form is wrong for a policy that reads the
// numbers, and if it does not lower num.
func TestWrongNumberedTokenForm(t *testing.T) {
	cfg := config.Config{Algorithm: Algorithm.Name, N: 3, Network: config.FIFO, Token: 1, Variant: config.Variant{{Name: common.MinNumberPolicy}}}
	a := Algorithm
	a.Check = func(config.Config) error { return nil }
	if worlds, err := normalform.CheckNumberedToken(&a, cfg, 2); err == nil {
		t.Errorf("minnumber: the normal form passes %d worlds", worlds)
	}
	cfg.N, cfg.Variant = 2, nil
	a.Normalise = func(w *reference.World) int {
		var nums []int
		for i := range w.N() {
			nums = append(nums, nodeAt(w, i+1).num)
		}
		shift := common.NormaliseNumberedToken(w)
		for i := range w.N() {
			nodeAt(w, i+1).num = nums[i]
		}
		return shift
	}
	if worlds, err := normalform.CheckNumberedToken(&a, cfg, 2); err == nil {
		t.Errorf("num kept: the normal form passes %d worlds", worlds)
	}
}
