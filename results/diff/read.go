package diff

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// Limits on what is read.
const (
	maxBytes = 512 << 20 // of one file
	maxFiles = 10_000    // of a directory
)

// Read reads what verify --json has written: a file, or all files *.json of a directory, such as those of the shards of a
// suite, as one.  The error is a *config.Error.
func Read(path string) ([]results.Result, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return readFile(path)
	}
	paths, err := filepath.Glob(filepath.Join(escaped(path), "*.json"))
	if err != nil || len(paths) == 0 {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: "has no file *.json", Remedy: "name a file or a directory that mxgen verify --json was written to"}
	}
	if len(paths) > maxFiles {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: fmt.Sprintf("has more than %d files *.json", maxFiles)}
	}
	slices.Sort(paths)
	var all []results.Result
	for _, p := range paths {
		rs, err := readFile(p)
		if err != nil {
			return nil, err
		}
		all = append(all, rs...)
	}
	return all, nil
}

// escaped is a directory whose name has no pattern.
func escaped(path string) string {
	var out []byte
	for _, c := range []byte(path) {
		if c == '*' || c == '?' || c == '[' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return string(out)
}

func readFile(path string) ([]results.Result, error) {
	data, err := config.ReadFile(path, maxBytes, config.Error{Operand: fmt.Sprintf("%q", path), Remedy: "name a readable file"})
	if err != nil {
		return nil, err
	}
	rs, err := Parse(data)
	if err != nil {
		return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: err.Error(), Remedy: "name what mxgen verify --json has written"}
	}
	return rs, nil
}

// Parse reads the JSON of verify.  The error says what is wrong with it.
func Parse(data []byte) ([]results.Result, error) {
	var r results.Report
	if err := json.Unmarshal(data, &r); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("%s is a %s", wrong.Field, wrong.Value)
		}
		return nil, errors.New("is no JSON: " + err.Error())
	}
	if r.Schema != results.Schema {
		return nil, fmt.Errorf("its schema is %.40q, not %s", r.Schema, results.Schema)
	}
	for k, one := range r.Results {
		if _, known := verdictRank[one.Verdict]; !known || one.Property == "" {
			return nil, fmt.Errorf("result %d has no property or no verdict", k+1)
		}
		if one.Configuration.Algorithm == "" && one.Model == "" {
			return nil, fmt.Errorf("result %d has no configuration and no model", k+1)
		}
	}
	return r.Results, nil
}
