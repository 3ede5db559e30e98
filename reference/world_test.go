package reference_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
)

func TestImpossibleEvents(t *testing.T) {
	sys, err := algorithms.New(config.Config{Algorithm: "ricart-agrawala", N: 3, Network: config.FIFO})
	if err != nil {
		t.Fatal(err)
	}
	w := sys.World()
	before := slices.Clone(w.AppendState(nil))
	for _, label := range []string{"request 4", "request 1 5", "enter 1", "exit 1", "receive 1<-2 REPLY",
		"receive 1<-2 HELLO", "receive 1<-9 REPLY", "receive 9<-1 REPLY", "receive 1<-2 REQUEST", "receive 1<-2 REQUEST 1 2"} {
		e, err := event.Parse(label)
		if err != nil {
			t.Fatal(err)
		}
		if w.Can(e) {
			t.Errorf("%s: can happen", label)
		}
		if _, err := w.Step(e); err == nil || !strings.Contains(err.Error(), label) {
			t.Errorf("%s: error %v", label, err)
		}
	}
	if !bytes.Equal(before, w.AppendState(nil)) {
		t.Error("an impossible event has changed the world")
	}
}
