package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
)

// Every algorithm's model can be read by compare as it is generated, comments included.
func TestGeneratedModelsCanBeCompared(t *testing.T) {
	for _, a := range algorithms.All() {
		c, err := models.Resolve(a.Name, models.Params{"n": "2", "rounds": "1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, bare := range []bool{false, true} {
			m, err := models.Render(c, models.Build{Bare: bare})
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "model.pml")
			if err := os.WriteFile(path, m.Source, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := readModel(path); err != nil {
				t.Error(err)
			}
		}
	}
}
