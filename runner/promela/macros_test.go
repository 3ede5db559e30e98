package promela

import "testing"

func TestSimpleMacros(t *testing.T) {
	for text, want := range map[string]bool{
		"#define N 3\n#define twice(x) \\\n\t(2 * (x))\nactive proctype P() { skip }\n": true,
		"#include \"a.pml\"\n":                      false,
		"#if N\n#endif\n":                           false,
		"  #ifdef A\n":                              false,
		"#define text(x) #x\n":                      false,
		"#define a(x) x ## x\n":                     false,
		"# 1 \"a.pml\"\n":                           false,
		"byte line = __LINE__\n":                    false,
		"byte unix\n":                               false,
		"active proctype P() { c_code { x = 1; } }": false,
	} {
		if got := SimpleMacros([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
