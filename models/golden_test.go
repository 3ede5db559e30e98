package models

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden models anew")

// golden models, by file name below testdata/golden.
var golden = map[string]struct {
	algorithm, flags string
	build            Build
}{
	"centralized-3.pml":                      {"centralized", "--n 3", Build{}},
	"neilsen-mizuno-4-line.pml":              {"neilsen-mizuno", "--n 4 --topology line", Build{}},
	"neilsen-mizuno-4-line-starvation.pml":   {"neilsen-mizuno", "--n 4 --topology line", Build{Property: "starvation"}},
	"neilsen-mizuno-4-star-fifo-token-3.pml": {"neilsen-mizuno", "--n 4 --topology star --token 3 --network fifo", Build{}},
	"ricart-agrawala-3.pml":                  {"ricart-agrawala", "--n 3", Build{}},
	"ricart-agrawala-3-fifo.pml":             {"ricart-agrawala", "--n 3 --network fifo", Build{}},
	"ricart-agrawala-2-arbitrary-number.pml": {"ricart-agrawala", "--n 2 --variant arbitrary-number", Build{}},
	"ricart-agrawala-3-starvation.pml":       {"ricart-agrawala", "--n 3", Build{Property: "starvation"}},
	"neilsen-mizuno-3-init.pml":              {"neilsen-mizuno", "--n 3 --variant init", Build{}},
	"raymond-4-star.pml":                     {"raymond", "--n 4 --topology star", Build{}},
	"ricart-agrawala-token-3-arbitrary.pml":  {"ricart-agrawala-token", "--n 3 --variant arbitrary", Build{Property: "starvation"}},
	"suzuki-kasami-3-fifo.pml":               {"suzuki-kasami", "--n 3 --network fifo", Build{}},
	"maekawa-3.pml":                          {"maekawa", "--n 3 --quorum sets:1,2/2,3/1,3 --rounds 2", Build{}},
	"maekawa-3-mk85-unordered.pml":           {"maekawa", "--n 3 --quorum sets:1,2/2,3/1,3 --rounds 1 --variant mk85,sticky --network unordered", Build{}},
	"maekawa-4-circulating.pml":              {"maekawa", "--n 4 --quorum sets:1,2,4/1,2,3/2,3,4/1,3,4 --variant circulating --requesters 2,3", Build{}},
	"maekawa-3-ordered-starvation.pml":       {"maekawa", "--n 3 --quorum sets:1,2/2,3/1,3 --variant ordered", Build{Property: "starvation"}},
	"token-ring-4-bypass.pml":                {"token-ring", "--n 4 --order 2,4,1,3", Build{Property: "bypass"}},
}

// TestGolden holds a few models byte for byte, so that a change of a template
// is seen as what it is to a reader of models.
func TestGolden(t *testing.T) {
	for name, g := range golden {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", "golden", name)
			got := mustRender(t, mustResolve(t, g.algorithm, g.flags), g.build).Source
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if line := firstDifference(got, want); line > 0 {
				t.Errorf("%s: differs from line %d on; if that is meant, make golden and read the diff", path, line)
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, known := golden[filepath.Base(f)]; !known {
			t.Errorf("%s: no test compares it; remove it", f)
		}
	}
}

// firstDifference is the first line that differs, counted from 1; 0: none.
func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	left, right := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	for k := range min(len(left), len(right)) {
		if !bytes.Equal(left[k], right[k]) {
			return k + 1
		}
	}
	return min(len(left), len(right)) + 1
}
