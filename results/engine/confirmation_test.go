package engine

import (
	"errors"
	"testing"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/process"
)

// TestEndedByLimit: what a limit has kept from being confirmed is no error of SPIN's.
func TestEndedByLimit(t *testing.T) {
	var ended runner.Result
	ended.Exit = process.KillAfter(time.Second)
	for _, c := range []struct {
		run    runner.Result
		replay panreplay.Outcome
		want   results.Verdict
	}{
		{runner.Result{}, panreplay.Outcome{Reason: "the replay ended after 1 of 2 steps"}, results.Error},
		{runner.Result{}, panreplay.Outcome{Reason: "the replay ended: timeout of 1s", Killed: process.Timeout}, results.Inconclusive},
		{ended, panreplay.Outcome{Reason: "the replay met another error"}, results.Inconclusive},
	} {
		if got, why := unconfirmed(c.run, replay.Refusal(c.replay)); got != c.want {
			t.Errorf("%+v: %s, %s; want %s", c.replay, got, why, c.want)
		}
	}
	if err := replay.Refusal(panreplay.Outcome{Confirmed: true}); err != nil {
		t.Error(err)
	}
	if got, _ := unconfirmed(runner.Result{}, errors.New("no slot")); got != results.Error {
		t.Error(got)
	}
}
