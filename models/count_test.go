package models

import (
	"errors"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

func TestParseCount(t *testing.T) {
	c := mustResolve(t, "neilsen-mizuno", "--n 3")
	for text, want := range map[string]string{
		"messages,watch=2":                         "messages,load=any,watch=2",
		"messages,load=alone,watch=3,most=0":       "messages,load=alone,watch=3,most=0",
		"messages,most=32767,least=7,watch=1":      "messages,load=any,watch=1,least=7,most=32767",
		"messages,load=any,watch=1,least=0,most=4": "messages,load=any,watch=1,least=0,most=4",
		"messages,never=1+2,watch=1":               "messages,load=any,watch=1,never=1+2",
	} {
		n, err := ParseCount(c, text)
		if err != nil || n.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, n, err, want)
		}
	}
	for text, reason := range map[string]string{
		"":                                "unknown",
		"bytes,watch=1":                   "unknown",
		"messages":                        "watch 0 is not a node",
		"messages,watch=4":                "watch 4 is not a node",
		"messages,watch=-1":               "not a number",
		"messages,watch=1,most=32768":     "not a number",
		"messages,watch=1,most=1e3":       "not a number",
		"messages,watch=1,frequency=3":    "unknown",
		"messages,watch=1,":               "unknown",
		"messages,watch=1,never=":         "not a list of numbers",
		"messages,watch=1,never=1+":       "not a list of numbers",
		"messages,watch=1,never=1+99999":  "not a list of numbers",
		"messages,load=run":               "as often as it may",
		"messages,load=heavy,watch=1":     "cannot be counted so",
		"bypass,watch=1":                  "does not go to all",
		strings.Repeat("messages,", 1000): "unknown",
	} {
		var bad *config.Error
		if _, err := ParseCount(c, text); !errors.As(err, &bad) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%.60s: %v; want a *config.Error with %q", text, err, reason)
		}
	}
}

// FuzzParseCount: whatever is accepted is written so that it is read again.
func FuzzParseCount(f *testing.F) {
	for _, seed := range []string{"messages,watch=2", "bypass,load=any,watch=1,least=0,most=9", "messages,load=run", "messages,=,=", "messages,watch=3,never=1+2"} {
		f.Add(seed)
	}
	c := mustResolve(f, "ricart-agrawala", "--n 3 --rounds 2")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseCount(c, text)
		if err != nil {
			return
		}
		again, err := ParseCount(c, n.String())
		if err != nil || again != n {
			t.Errorf("%q is %v, which is read as %v, %v", text, n, again, err)
		}
		if _, err := Render(c, Build{Count: &n}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
