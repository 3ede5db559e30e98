package runner

import (
	"strings"
	"testing"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// TestPreprocessors: spin preprocesses a simple model with tcc, and with gcc where there is no tcc or it does not
// work, or where the model has other directives than #define.
func TestPreprocessors(t *testing.T) {
	t.Parallel()
	both := tools(t)
	broken, gcc := both, both
	broken.Spin.Path = script(t, t.TempDir(), "spin", `case "$1" in -P*) echo no; exit 1;; esac; exec spin "$@"`)
	gcc.Tcc = toolchain.Tool{}
	const simple = "#define N 3\nbyte x = N;\nactive proctype P() { assert(x == N) }\n"
	for what, c := range map[string]struct {
		tools toolchain.Tools
		model string
		want  bool
	}{
		"tcc":              {both, simple, true},
		"no tcc":           {gcc, simple, false},
		"a tcc that fails": {broken, simple, false},
		"other directives": {both, "#ifndef N\n#define N 3\n#endif\n" + simple[12:], false},
		"C":                {both, simple + "c_decl { }\n", false},
	} {
		j, err := Prepare(t.Context(), c.tools, []byte(c.model), KeepWriteOnly, process.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		defer j.Close()
		if steps := j.Steps(); len(steps) != 1 || strings.Contains(steps[0].Command, "tcc") != c.want || steps[0].Stdout != "spin.out" {
			t.Errorf("%s: %+v", what, steps)
		}
	}
}
