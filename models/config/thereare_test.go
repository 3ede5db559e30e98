package config

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"centralized", "ricart-agrawala", "ricart-agrawala-token", "maekawa", "mutex", "with", "n", "k", "no-tie-break"}
	for name, want := range map[string]string{
		"centralised": "centralized", "Centralized": "centralized", "ricart_agrawala": "ricart-agrawala",
		"ricart-agrawalatoken": "ricart-agrawala-token", "maekwa": "maekawa", "mutx": "mutex", "muetx": "mutex", "wiht": "with",
		"nn": "n", "no-tie-brake": "no-tie-break",
		"": "", "x": "", "peterson": "", "typo": "", "mutual": "", strings.Repeat("mutex", 1<<20): "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("%.40q is near %q, want %q", name, got, want)
		}
	}
	if got, want := ThereAre("mutx", []string{"deadlock", "mutex"}), "did you mean mutex? there are deadlock, mutex"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := ThereAre("typo", []string{"deadlock", "mutex"}), "there are deadlock, mutex"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
