package algorithms

import (
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestMaekawaShown(t *testing.T) {
	for _, test := range []struct {
		network config.Network
		value   int
		want    string
	}{
		{config.FIFO, 0, "[]"},
		{config.FIFO, 0o42, "[LOCKED INQUIRE]"}, // the oldest first
		{config.FIFO, 0o16, "[RELEASE REQUEST]"},
		{config.Unordered, 0, "[]"},
		{config.Unordered, 1 | 2<<2, "[REQUEST LOCKED LOCKED]"},
	} {
		if got, ok := maekawaShown(config.Config{Network: test.network}, "net", test.value); !ok || got != test.want {
			t.Errorf("%s %o: %q, %v; want %q", test.network, test.value, got, ok, test.want)
		}
	}
	for _, no := range []struct {
		variable string
		value    int
	}{{"lock", 3}, {"net", -1}, {"net", 0o70}, {"net", 0o401}} {
		if got, ok := maekawaShown(config.Config{Network: config.FIFO}, no.variable, no.value); ok {
			t.Errorf("%s %d: %q", no.variable, no.value, got)
		}
	}
}
