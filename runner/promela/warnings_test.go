package promela

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWarnings checks that of the recorded models two are warned of, and
// siblings of those.
func TestWarnings(t *testing.T) {
	files, _ := filepath.Glob("../pan/testdata/spin-cases/*/model.pml")
	if len(files) != 56 {
		t.Fatalf("%d models", len(files))
	}
	want := map[string]string{"37-timeout-stmt": "timeout", "41-array-init-6.5.2": "line 2: an array"}
	for _, file := range files {
		model, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		got := strings.Join(Warnings(model, InlinesOf(model)), "; ")
		if want[name] == "" && got != "" || !strings.Contains(got, want[name]) {
			t.Errorf("%s: %q, want %q", name, got, want[name])
		}
	}
	for model, warned := range map[string]bool{
		"byte a[2] = 1; init { a[0] = 1 }":                         false,
		"init { byte a[2] = 1; byte b[2] = 1; a[0] = 1 }":          false,
		"init { byte a[2] = { 1, 2 }; byte b[2] = 1; a[0] = 1 }":   false,
		"init { byte x; x = 1; byte b[2] = 1; assert(b[1] == 1) }": true,
		"proctype P() { do :: true -> byte b[2] = 1; skip od }":    true,
		"init { skip; { int b[3] = 7; assert(b[2] == 7) } }":       true,
		"init { { int b[3] = 7; assert(b[2] == 7) } }":             false,
		"/* timeout */ init { printf(\"timeout\") }":               false,
		"init { skip; byte b[2]; b[1] == 1 }":                      false,

		// Choices in d_step, of which SPIN takes the first.
		"init { d_step { if :: true -> x = 1 :: true -> x = 2 fi } }":                                       true,
		"init { d_step { if :: x = 1 :: x = 2 fi } }":                                                       true,
		"init { d_step { if :: x > 7 -> x = 1\n:: skip fi } }":                                              true,
		"init { d_step { do :: x < 3 -> x++ :: x > 1 -> break od } }":                                       true,
		"init { d_step { do :: x++ :: break od } }":                                                         true,
		"init { d_step { if :: c?y -> x = 1 :: (c?y) ; x = 2 fi } }":                                        true,
		"init { d_step { x = 1; if :: x == 1 -> if :: y = 1 :: y = 2 fi :: else fi } }":                     true,
		"init { d_step { select(x : 1..3) } }":                                                              true,
		"init { d_step { if :: x != 3 :: x != 4 fi } }":                                                     true,
		"init { if :: true -> x = 1 :: true -> x = 2 fi; d_step { x = 1 } }":                                false,
		"init { atomic { if :: true -> x = 1 :: true -> x = 2 fi } }":                                       false,
		"init { d_step { x = 1 }; if :: x = 1 :: x = 2 fi }":                                                false,
		"init { d_step { if :: x == 1 -> x = 1 :: else -> x = 2 fi } }":                                     false,
		"init { d_step { if :: x == 1 -> x = 1 :: x == 2 -> x = 2 fi } }":                                   false,
		"init { d_step { if :: x < 3 -> x = 1 :: x >= 3 -> if :: y -> x = 2 :: else fi fi } }":              false,
		"init { d_step { do :: i < 3 -> x = 5; i++ :: i == 3 -> break od } }":                               false,
		"init { d_step { do :: (i <= 3) -> i++ :: (i > 3) -> break od } }":                                  false,
		"init { d_step { if :: a > b -> m = a :: a <= b -> m = b fi } }":                                    false,
		"init { d_step { if :: true -> x = 1 :: false -> x = 2 fi } }":                                      false,
		"init { d_step { if :: true -> notify = 1 fi; if :: b -> x = 2 :: !b fi } }":                        false,
		"init { d_step { do :: i < 3 -> if :: a[i] == 1 -> i++ :: else -> break fi :: else -> break od } }": false,
		"init { d_step { if :: true -> x = 1":                                                               false,

		// By inlines.
		"inline toss(v) { if :: v = 1 :: v = 2 fi } init { d_step { toss(x) } }":                                true,
		"inline toss(v) { if :: v = 1 :: v = 2 fi } init { atomic { toss(x) } }":                                false,
		"inline test(a, b) { a == b } init { d_step { if :: test(x, y[1,2]) -> skip :: x == y[1,2] fi } }":      true,
		"inline test(a, b) { a == b } init { d_step { if :: test(x, (y,1)) -> skip :: x == y fi } }":            false,
		"inline in() { if :: x = 1 :: x = 2 fi } inline out() { y = 1; in() } init { d_step { z = 1; out() } }": true,
		"inline f() { if :: x = 1 :: x = 2 fi; f(); f(); f() } init { d_step { f() } }":                         false,

		// Comments, strings, C and what the preprocessor leaves behind.
		"init { printf(\"d_step { if :: true :: true fi }\") }":                                    false,
		"init { c_code { if :: true :: true fi } /* d_step { if :: x :: x fi } */ }":               false,
		"c_decl { int timeout; } init { c_expr { timeout } -> c_code [timeout] { timeout = 1; } }": false,
		"init { /* x = 1; */ byte a[2] = 1; // x = 1;\n byte b[2] = 1 }":                           false,
		"init { printf(\"{\") } byte a[2] = 1;":                                                    false,
		"init { byte a[2] = { 1 }; byte b[2] = 1 }":                                                false,
		"init { byte x; x /* = */ = 1; byte /* a */ b [2] = 1 }":                                   true,
		"init { d_step { if\n:: ((x == 1)) -> skip /* :: */ :: (x==1) fi } }":                      true,
		"init { d_step { if :: x == 1 && (y) :: x == 1 && ((y)) fi } }":                            false,
		"init { d_step { if :: (x == 1 -> y : z) :: (x == 2 -> y : z) fi } }":                      false,
		"init { d_step { if :: x == '}' -> skip :: x == 1 -> skip fi } }":                          false,
		"init { d_step { if :: a[i + 1] = 1 :: y fi } }":                                           true,
		"init { d_step { if :: if :: x fi :: if :: y fi fi } }":                                    false,
		"init { d_step { if :: L: atomic { x == 1 } :: x == 1 fi } }":                              true,
		"init { d_step { if :: x == -1 :: x < 0 fi } }":                                            true,
		"init { d_step { if :: x == -1 :: x > -1 fi } }":                                           false,
		"init {\n# 7 \"timeout.pml\" 2\n d_step { if :: x > 1 && y :: z fi } }":                    false,
	} {
		if got := Warnings([]byte(model), InlinesOf([]byte(model))); len(got) > 0 != warned {
			t.Errorf("%s: %q", model, got)
		}
	}
}
