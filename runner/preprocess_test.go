package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPreprocess(t *testing.T) {
	tools, err := FindTools(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), `-a "b" $(touch pwned)`)
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "x'y.h"), []byte("byte x;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text, command, err := Preprocess(context.Background(), tools, Source{Name: "m.pml", Dir: dir,
		Text: []byte("#include \"sub/x'y.h\"\n// N\nactive proctype A() { x = N }\n"), Defines: []string{"N=3 $(touch pwned)"}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "x = 3 $(touch pwned)") || strings.Contains(string(text), dir) || !strings.Contains(string(text), `"sub/x_y.h"`) {
		t.Errorf("%s", text)
	}
	if strings.Contains(command, "\n") {
		t.Errorf("command %q", command)
	}
	files := Lines(text)
	if line := strings.Split(string(files["m.pml"]), "\n"); len(line) < 3 || !strings.HasPrefix(line[2], "active") {
		t.Errorf("m.pml: %q", files["m.pml"])
	}
}

func TestEmbeddedC(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"active proctype A() { c_code { } }", "c_code"},
		{"x=c_expr{1}", "c_expr"},
		{`"c_code"`, ""},
		{`"\"c_code"`, ""},
		{`"\\"c_code`, "c_code"},
		{"\"open\nc_decl", "c_decl"},
		{"my_c_code c_codes C_CODE", ""},
		{`'"' c_state '"'`, "c_state"},
		{`'\'' c_track`, "c_track"},
		{"", ""},
		{`"`, ""},
		{`"\`, ""},
		{"'", ""},
	} {
		if got := EmbeddedC([]byte(c.text)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCheckDefine(t *testing.T) {
	for text, ok := range map[string]bool{
		"N": true, "N=": true, "N=3": true, "_x9=a b": true, "N==": true,
		"": false, "9": false, "a b": false, "a-b": false, "=": false, "a\n=1": false, "a=1\n2": false, "a=\x00": false,
		"a=" + strings.Repeat("x", 5000): false,
	} {
		if err := CheckDefine(text); (err == nil) != ok {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// FuzzText holds that no model text breaks what looks at it.
func FuzzText(f *testing.F) {
	f.Add([]byte("# 1 \"a\" 2\nbyte x; \"c_code\" 'a' accept_x: assert(x)\n"))
	f.Add([]byte("# 999999999 \"\\\"\"\n'\\"))
	f.Fuzz(func(t *testing.T, text []byte) {
		EmbeddedC(text)
		Lines(text)
		if got := harmless(text, "/dir"); strings.Count(string(got), "\n") != strings.Count(string(text), "\n") {
			t.Errorf("lines were lost: %q", got)
		}
		if got := Without(text, false, false); string(got) != string(text) {
			t.Errorf("changed: %q", got)
		}
	})
}

func FuzzSteps(f *testing.F) {
	f.Add("  1: proc  0 (P)  m.pml:3 (state 6) trans {25,1} [(1)]\nglobal vars:\n\tbit    flag:\t0\n\t(struct t)\n\tbyte   a:\t0\nspin: trail ends after 1 steps\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := &stepReader{owner: -1, claimed: true, globals: []field{{name: "t", fields: []field{{name: "a"}}}}}
		for line := range strings.Lines(text) {
			s.line(strings.TrimSuffix(line, "\n"))
		}
		LastProcess([]byte(text))
		unclaimed([]byte(text))
	})
}
