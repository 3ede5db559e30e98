package shards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
)

// File is a report with the name of its file.
type File struct {
	Name   string
	Report results.Report
}

// Sum is the checksum of a shard's report.
func Sum(r results.Report) (string, error) {
	if r.Shard != nil {
		one := *r.Shard
		one.Sum = ""
		r.Shard = &one
	}
	text, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Read reads the report of verify --json, of a shard or of a whole suite.  The error is a *config.Error.
func Read(name string, data []byte) (results.Report, error) {
	var r results.Report
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&r)
	if err == nil && r.Schema != results.Schema {
		err = fmt.Errorf("has the schema %.40q, not %s", r.Schema, results.Schema)
	} else if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one report")
		}
	} else if len(bytes.TrimSpace(data)) == 0 || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("cut short")
	}
	if err != nil {
		return r, refuse(name, "not a report: "+err.Error(), "write it with mxgen verify SUITE.yaml --json")
	}
	return r, nil
}

// Merge makes the report of a suite from those of all its shards, in any order.  The error is a
// *config.Error: a report is no shard or is damaged, two are of different plans or the same shard, or
// one is missing.
func Merge(files []File) (results.Report, error) {
	var whole results.Report
	if len(files) == 0 {
		return whole, &config.Error{Operand: "merge", Reason: "no shards", Remedy: "name the report of each shard"}
	}
	byIndex := map[int]File{}
	for _, f := range files {
		if err := check(f); err != nil {
			return whole, err
		}
		s, first := f.Report.Shard, files[0]
		if s.Plan != first.Report.Shard.Plan || s.Of != first.Report.Shard.Of {
			return whole, refuse(f.Name, fmt.Sprintf("shard %d/%d is of another plan than %q", s.Index, s.Of, first.Name),
				"all shards need the same suite, selection, --costs, mxgen and number of shards")
		}
		if other, found := byIndex[s.Index]; found {
			return whole, refuse(f.Name, fmt.Sprintf("shard %d/%d is also in %q", s.Index, s.Of, other.Name), "name each shard once")
		}
		byIndex[s.Index] = f
	}
	of := files[0].Report.Shard.Of
	seen := map[int]string{}
	for i := 1; i <= of; i++ {
		f, found := byIndex[i]
		if !found {
			return whole, &config.Error{Operand: fmt.Sprintf("shard %d/%d", i, of), Reason: "missing", Remedy: fmt.Sprintf("verify the suite with --shard %d/%d --json, and name the report as well", i, of)}
		}
		for _, number := range f.Report.Shard.Entries {
			if other, found := seen[number]; found {
				return whole, refuse(f.Name, fmt.Sprintf("entry %d is also in %q", number, other), "verify both shards again")
			}
			seen[number] = f.Name
		}
		if whole.Interrupted == "" {
			whole.Interrupted = f.Report.Interrupted
		}
		whole.Results = append(whole.Results, f.Report.Results...)
	}
	whole.Schema, whole.Suite = results.Schema, files[0].Report.Suite
	if whole.Results == nil {
		whole.Results = []results.Result{}
	}
	slices.SortStableFunc(whole.Results, func(a, b results.Result) int { return a.Entry.Number - b.Entry.Number })
	return whole, nil
}

// check tells whether a report is that of a shard, and whole.
func check(f File) error {
	s := f.Report.Shard
	if s == nil {
		return refuse(f.Name, "not the report of a shard", "write it with mxgen verify SUITE.yaml --shard 1/N --json")
	}
	sum, err := Sum(f.Report)
	switch {
	case err != nil || sum != s.Sum:
		return damaged(f, "its checksum is another")
	case s.Of < 1 || s.Of > Most || s.Index < 1 || s.Index > s.Of:
		return damaged(f, fmt.Sprintf("shard %d/%d", s.Index, s.Of))
	case !slices.IsSorted(s.Entries):
		return damaged(f, "its entries are not in order")
	}
	// The results are those of the entries, one entry after the other.
	var numbers []int
	for k, r := range f.Report.Results {
		if r.Entry == nil {
			return damaged(f, fmt.Sprintf("result %d has no entry", k+1))
		}
		numbers = append(numbers, r.Entry.Number)
	}
	if numbers = slices.Compact(numbers); !slices.Equal(numbers, s.Entries) {
		return damaged(f, "its results are not those of its entries")
	}
	return nil
}

func damaged(f File, reason string) error {
	return refuse(f.Name, "damaged: "+reason, fmt.Sprintf("verify shard %d/%d again", f.Report.Shard.Index, f.Report.Shard.Of))
}

func refuse(name, reason, remedy string) error {
	return &config.Error{Operand: fmt.Sprintf("report %q", name), Reason: reason, Remedy: remedy}
}
