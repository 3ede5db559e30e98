package suite

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Load reads the suites of a call as one, in the order of the paths.  The error is a
// *config.Error that names file, line and column, or says why a file cannot be read.
func Load(paths ...string) (*Suite, error) {
	all := &Suite{}
	var names []string
	for _, path := range paths {
		s, err := load(path)
		if err != nil {
			return nil, err
		}
		for _, c := range s.Cases {
			c.Place.Number = len(all.Cases) + 1
			all.Cases = append(all.Cases, c)
		}
		if len(all.Cases) > maxConfigurations {
			return nil, &config.Error{Operand: "suite " + strconv.Quote(path), Reason: fmt.Sprintf("more than %d configurations in all suites", maxConfigurations)}
		}
		names = append(names, s.Name)
	}
	all.Name = strings.Join(names, ", ")
	return all, nil
}

func load(path string) (*Suite, error) {
	data, err := config.ReadFile(path, maxBytes, config.Error{Operand: "suite " + strconv.Quote(path)})
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// nameOf is the name of the suite in a file.
func nameOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
