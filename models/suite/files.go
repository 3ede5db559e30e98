package suite

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// File is one file of a generated suite.
type File struct {
	Name string // without directory, letters, digits, dots and dashes only
	Data []byte
}

// manifest is the index of a generated suite, written as manifest.json.
type manifest struct {
	Schema string          `json:"schema"` // mxgen.manifest/v1
	Suite  string          `json:"suite"`
	Models []manifestModel `json:"models"`
}

type manifestModel struct {
	File          string        `json:"file"`
	SHA256        string        `json:"sha256"`
	Configuration config.Config `json:"configuration"`
	Properties    []string      `json:"properties"`       // that the model decides
	Claims        []string      `json:"claims,omitempty"` // ltl formulas in it
}

// Files returns every model that the suite's properties need, each once, and
// manifest.json as the last.
func Files(s *Suite) ([]File, error) {
	index := manifest{Schema: "mxgen.manifest/v1", Suite: s.Name, Models: []manifestModel{}}
	var files []File
	seen := map[string]bool{}
	for _, c := range s.Cases {
		if c.Model != nil {
			continue // it is there already, and may include others
		}
		for _, b := range models.Builds(c.Config, c.Properties) {
			m, err := models.Render(c.Config, b.Build)
			if err != nil {
				return nil, err
			}
			name := fileName(c.Config, b)
			if seen[name] {
				continue
			}
			seen[name] = true
			entry := manifestModel{File: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(m.Source)),
				Configuration: c.Config, Properties: b.Properties}
			for _, claim := range m.Claims {
				entry.Claims = append(entry.Claims, claim.Name)
			}
			index.Models = append(index.Models, entry)
			files = append(files, File{name, m.Source})
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", "  ")
	if err := e.Encode(index); err != nil {
		return nil, err
	}
	return append(files, File{"manifest.json", out.Bytes()}), nil
}

var unsafe = regexp.MustCompile(`[^a-zA-Z0-9.]+`)

// longest is the length of a file name before it is cut and made unique by a hash.
const longest = 120

// fileName is the configuration as a file name; no path can come out of it.
func fileName(c config.Config, b models.NamedBuild) string {
	name := unsafe.ReplaceAllString(c.String(), "-")
	if len(name) > longest {
		name = fmt.Sprintf("%s-%.12x", name[:longest], sha256.Sum256([]byte(c.String())))
	}
	name = strings.Trim(name, "-.")
	if b.Build.Property != "" {
		name += "." + b.Build.Property
	}
	return name + ".pml"
}
