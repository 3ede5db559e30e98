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

func TestPreprocessed(t *testing.T) {
	for text, want := range map[string]bool{
		"# 0 \"a.pml\"\n# 1 \"b/c.pml\" 1 3\nactive proctype P() { skip }\n": true,
		"active proctype P() { skip }\n":                                     false, // as a user has written it
		"# 1 \"a.pml\"\n#define N 3\n":                                       false,
		"# 1 \"a.pml\"\nbyte b; /* one */\n":                                 false,
		"# 1 \"a.pml\"\nbyte b; // one\n":                                    false,
		"# 1 \"a.pml\"\nbyte \\\nb;\n":                                       false,
		"# 1 \"a.pml\"\nbyte line = __LINE__\n":                              false,
		"# 1 \"a.pml\"\nbyte unix\n":                                         false,
		"# 1 \"a.pml\" #define N 3\n":                                        false,
	} {
		if got := Preprocessed([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
