package promela

import "testing"

// What SPIN 6.5.2 prints of these formulas has the number 333 or 334 where true stands here.
func TestMisread(t *testing.T) {
	for formula, want := range map[string]bool{
		"[] n != 5":                 true,
		"<> n == 2":                 true,
		"[] n + 1 != 3":             true,
		"[] (n) == 2":               true,
		"[] ! n == 2":               true,
		"! [] n == 2":               true,
		"[] a[1] == 2":              true,
		"[] P[0]:x == 2":            true,
		"[] len(c) == 2":            true,
		"n == 1 -> <> y == 2":       true,
		"always n != 2":             true,
		"[] <> n == 2":              true,
		"[] (n == 1 -> <> y > 2)":   true,
		"[] n & 1":                  true,
		"[] -n == 2":                true,
		"[] (n != 5)":               false,
		"[] n":                      false,
		"[] (n == 2) && y == 2":     false,
		"n == 1 U y == 2":           false,
		"n == 1 && [] y":            false,
		"[] n -> <> y":              false,
		"[] n && y == 2":            false,
		"n + 1 == 2 U y":            false,
		"[] (n == 1 -> n U y == 2)": false,
		"[] c?[1]":                  false,
		"<> P[1]@done || n < 2":     false,
		"y < 3 && n > 2":            false,
		"[] (next[1] == 2 && n)":    false,
		"[] next[1] == 2":           true,
		"always [] n":               false,
		"[":                         false,
		"":                          false,
	} {
		if got := Misread(formula); got != want {
			t.Errorf("%s: %t", formula, got)
		}
	}
}
