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
		if a, b := verifier(t, fast, model, true), verifier(t, own, model, false); !bytes.Equal(a, b) {
			t.Errorf("%s: tcc makes another verifier than gcc", kind)
		}
	}
}

// verifier is the source of the verifier of a model, which tcc has preprocessed or not.
func verifier(t *testing.T, tools toolchain.Tools, model []byte, tcc bool) []byte {
	t.Helper()
	j, err := runner.Prepare(t.Context(), tools, model, runner.KeepWriteOnly, process.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if strings.Contains(j.Steps()[0].Command, "tcc") != tcc {
		t.Errorf("%s", j.Steps()[0].Command)
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
