package verify

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// TestPreprocessors: of every algorithm and variant, spin generates the same verifier with tcc as its preprocessor,
// which mxgen uses where there is one, as with gcc, spin's own.
func TestPreprocessors(t *testing.T) {
	s, err := suite.Load("../../models/suites/quick.yaml")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		kind := c.Config.Algorithm + c.Config.Variant.String()
		if seen[kind] {
			continue
		}
		seen[kind] = true
		fast := testenv.Tools(t)
		own := fast
		own.Tcc = toolchain.Tool{}
		model := testenv.BareModel(t, c.Config)
		if a, b := verifier(t, fast, model, "-Ptcc"), verifier(t, own, model, ""); !bytes.Equal(a, b) {
			t.Errorf("%s: tcc makes another verifier than gcc", kind)
		}
	}
}

// TestPreprocessedOnce: of users' files, which gcc has preprocessed for mxgen, spin generates the same verifier from the
// text as it is as with gcc once more.
func TestPreprocessedOnce(t *testing.T) {
	tools := testenv.Tools(t)
	files, err := filepath.Glob("../../bench/files/*.pml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		source, err := ReadSource(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		model, _, err := runner.Preprocess(t.Context(), tools, source)
		if err != nil {
			t.Fatal(err)
		}
		again := append([]byte("#define MXGEN_TEST\n"), model...) // a directive, so that gcc is asked
		if a, b := verifier(t, tools, model, "-Pcat"), verifier(t, tools, again, ""); !bytes.Equal(a, b) {
			t.Errorf("%s: gcc makes another verifier than nothing", path)
		}
	}
}

// verifier is the source of the verifier of a model.  spin's command has a preprocessor that begins so, "" none but its own.
func verifier(t *testing.T, tools toolchain.Tools, model []byte, preprocessor string) []byte {
	t.Helper()
	j, err := runner.Prepare(t.Context(), tools, model, runner.KeepWriteOnly, process.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if command := j.Steps()[0].Command; !strings.Contains(command, preprocessor) || strings.Contains(command, "-P") != (preprocessor != "") {
		t.Errorf("%s", command)
	}
	var source []byte
	for _, name := range []string{"pan.b", "pan.c", "pan.h", "pan.m", "pan.p", "pan.t"} {
		part, err := os.ReadFile(filepath.Join(j.Dir(), name))
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, part...)
	}
	return source
}
