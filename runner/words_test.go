package runner

import "testing"

// TestReplace replaces whole words, and nothing in strings.
func TestReplace(t *testing.T) {
	const text = "# 1 \"local.pml\"\nlocal byte x, locals; printf(\"local \\\" local\"); y = 'l'; hidden byte z\nlocal"
	const want = "# 1 \"local.pml\"\n byte x, locals; printf(\"local \\\" local\"); y = 'l'; hidden byte z\n"
	got, met := Replace([]byte(text), map[string]string{"local": "", "show": ""})
	if string(got) != want || !met["local"] || met["show"] || len(met) != 1 {
		t.Errorf("%q, met %v", got, met)
	}
}
