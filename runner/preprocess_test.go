package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/toolchain"
)

func TestPreprocess(t *testing.T) {
	tools, err := toolchain.Find(context.Background())
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
	files := promela.Files(text)
	if line := strings.Split(string(files["m.pml"]), "\n"); len(line) < 3 || !strings.HasPrefix(line[2], "active") {
		t.Errorf("m.pml: %q", files["m.pml"])
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
