package tty

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/explore"
)

var escape = regexp.MustCompile(`\x1b\[[0-9;]*m`)

func newTestScreen(t *testing.T, algorithm string, p models.Params) *screen {
	t.Helper()
	setup, err := explore.NewSetup(algorithm, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := explore.NewSession(setup, explore.Limits{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return newScreen(t.Context(), s)
}

// press presses keys: each letter of a text, or one that has a name.
func (m *screen) press(keys ...string) string {
	for _, k := range keys {
		named := map[string]rune{"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "pgdown": tea.KeyPgDown}
		if code, is := named[k]; is {
			m.Update(tea.KeyPressMsg{Code: code})
		} else {
			m.Update(tea.KeyPressMsg{Code: rune(k[0]), Text: k})
		}
	}
	return escape.ReplaceAllString(m.View().Content, "")
}

// TestKeys drives a broken algorithm to a deadlock, back, and along other ways.
func TestKeys(t *testing.T) {
	m := newTestScreen(t, "ricart-agrawala", models.Params{"n": "2", "variant": "no-tie-break"})
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 40})
	for _, c := range []struct {
		keys []string
		want []string
	}{
		{nil, []string{"event 0 of 0: every property holds so far", "node 1  phase IDLE", "   1  request", "messages under way: 0", "virtual queue: empty"}},
		{[]string{"1"}, []string{"event 1 of 1: every", "phase IDLE→WAIT", "   1 → 2 REQUEST 1", " ▶   1  request 1"}},
		{[]string{"1", "1", "1"}, []string{"event 4 of 4: deadlock is violated after event 4", "starvation is violated"}},
		{[]string{"left"}, []string{"event 3 of 4: every property holds so far"}},
		{[]string{"right"}, []string{"event 4 of 4: deadlock"}},
		{[]string{"home", "2"}, []string{"event 1 of 1", " ▶   1  request 2   (or request 1)"}},
		{[]string{"u"}, []string{"enter"}},
		{[]string{"s"}, []string{"a shortest run to this state has"}},
		{[]string{"g"}, []string{"algorithm=ricart-agrawala&n=2&variant=no-tie-break"}},
		{[]string{"Z"}, nil},
	} {
		got := m.press(c.keys...)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("after %v:\n%s\nwant %q", c.keys, got, want)
			}
		}
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); cmd == nil {
		t.Error("q does not end")
	}
}

// TestSizes: the text fits into every terminal.
func TestSizes(t *testing.T) {
	m := newTestScreen(t, "suzuki-kasami", models.Params{"n": "9"})
	m.press("r", "r", "r", "r")
	for _, size := range [][2]int{{20, 6}, {80, 24}, {200, 60}, {1, 1}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		lines := strings.Split(m.press("pgdown"), "\n")
		if most := max(6, size[1]); len(lines) > most {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, l := range lines {
			if utf8.RuneCountInString(l) > max(20, size[0]) {
				t.Errorf("%v: %q is too long", size, l)
			}
		}
	}
}
