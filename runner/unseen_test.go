package runner

import "testing"

// TestUnseenC finds variables of C that SPIN does not compare.
func TestUnseenC(t *testing.T) {
	for text, want := range map[string]string{
		"c_decl { int n; } init { c_code { n++; } }":                                            "the variable n",
		"c_decl { int n; } c_track \"&n\" \"sizeof(int)\" init { skip }":                        "",
		"c_track \"&n\" \"sizeof(int)\" \"Matched\"; c_decl { int n; }":                         "",
		"c_decl { int n; } c_track \"&n\" \"sizeof(int)\" \"UnMatched\"":                        "a c_track that is UnMatched",
		"c_decl { int n, m = 3; } c_track \"&n\" \"sizeof(int)\"":                               "the variable m",
		"c_decl { unsigned char a[4][2]; }":                                                     "the variable a",
		"c_decl { struct S { int x; } s; }":                                                     "the variable s",
		"c_decl { struct S { int x; }; struct S *p; }":                                          "the variable p",
		"c_decl { struct S { int x; int y; }; typedef struct S T; enum E { A, B }; }":           "",
		"c_decl { \\#include <stdio.h>\n int f(int x); int g(int x) { int y = x; return y; } }": "",
		"c_decl { int (*f)(int); }":                                                             "the variable f",
		"c_decl { int n = f(3); }":                                                              "the variable n",
		"c_decl { int g(void) { static int k; return k++; } }":                                  "a static variable",
		"c_decl { const int n = 3; const char *s = \"static\"; }":                               "",
		"c_decl { }":                                                    "",
		"c_state \"int n\" \"Hidden\"":                                  "a c_state that is Hidden",
		"c_state \"int n\" \"Global\" \"3\"":                            "",
		"c_code { int n; } init { skip }":                               "the variable n",
		"init { c_code { int n; n = 3; now.x = n; } }":                  "",
		"init { c_code { static int n; n++; } }":                        "a static variable",
		"init { c_code { printf(\"static } int n;\"); } }":              "",
		"byte n; init { byte n; n = 1; printf(\"c_decl { int n; }\") }": "",
		"c_decl { int n":                                                "",
	} {
		if got := UnseenC([]byte(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
