package main

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen"
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/changes"
	"github.com/mxgen/mxgen/results/shards"
	"github.com/mxgen/mxgen/templates"
)

// maxReport is the greatest size of a report, in bytes.
const maxReport = 1 << 30

// partFlags say which entries of a suite are verified, and what they cost.
type partFlags struct {
	costs        string
	changedSince string
}

func (f *partFlags) addPart(c *cobra.Command) {
	c.Flags().StringVar(&f.costs, "costs", "", "of suites: expect the seconds in this report of verify --json or merge --json, to balance shards and to say how long the rest takes")
	c.Flags().StringVar(&f.changedSince, "changed-since", "", "only entries of a suite whose model, file or expectations differ from this commit")
}

// changed returns the suite that was loaded from the paths, without the entries that are as they were at the commit of
// --changed-since.
func (f partFlags) changed(c *cobra.Command, s *suite.Suite, paths []string) (*suite.Suite, error) {
	if f.changedSince == "" {
		return s, nil
	}
	found, err := changes.Since(c.Context(), f.changedSince, paths, s)
	if err != nil {
		return nil, cancelled(c, err)
	}
	text := fmt.Sprintf("%d of %d entries differ from %s", len(found.Suite.Cases), len(s.Cases), f.changedSince)
	if found.Why != "" {
		text = fmt.Sprintf("all %d entries count as changed: %s", len(s.Cases), found.Why)
	}
	_, err = fmt.Fprintln(c.ErrOrStderr(), "mxgen: "+text)
	return found.Suite, err
}

// plan divides a suite among n shards.
func (f partFlags) plan(s *suite.Suite, n int) (*shards.Plan, error) {
	recorded, err := f.recorded()
	if err != nil {
		return nil, err
	}
	return shards.New(s, shards.Costs(s, recorded), n, codeOf(s)), nil
}

// recorded are the results that --costs names, nil without it.
func (f partFlags) recorded() ([]results.Result, error) {
	if f.costs == "" {
		return nil, nil
	}
	r, err := readReport(f.costs)
	return r.Results, err
}

// weights are what the cases of a suite are expected to cost, for the time that progress shows.
func (f partFlags) weights(s *suite.Suite) ([]float64, error) {
	recorded, err := f.recorded()
	if err != nil {
		return nil, err
	}
	var all []float64
	for _, cost := range shards.Costs(s, recorded) {
		all = append(all, cost.Seconds())
	}
	return all, nil
}

// readReport reads a report of verify --json.
func readReport(path string) (results.Report, error) {
	data, err := config.ReadFile(path, maxReport, config.Error{Operand: fmt.Sprintf("report %q", path), Remedy: "name a report of verify --json"})
	if err != nil {
		return results.Report{}, err
	}
	return shards.Read(path, data)
}

// codeOf identifies the code that verifies a suite, the templates, and the files of the user's that it names.
func codeOf(s *suite.Suite) string {
	code, err := mxgen.Semantics()
	if err != nil {
		code = models.Version()
	}
	var text strings.Builder
	fmt.Fprintln(&text, code, templates.Version())
	for _, c := range s.Cases {
		if c.Model != nil {
			// A file that cannot be read is refused when it is verified.
			data, _ := config.ReadFile(c.Model.Path, maxModel, config.Error{})
			fmt.Fprintf(&text, "%x\n", sha256.Sum256(data))
		}
	}
	return text.String()
}

// shardFlags select the part of a suite that this call verifies.
type shardFlags struct {
	partFlags
	shard string
}

func (f *shardFlags) addShard(c *cobra.Command) {
	f.addPart(c)
	c.Flags().StringVar(&f.shard, "shard", "", "verify shard I of N of a suite, written I/N; mxgen merge puts the shards' JSON together")
}

// refuseWithoutSuite refuses the flags where no suite is verified.
func (f *shardFlags) refuseWithoutSuite(c *cobra.Command) error {
	for _, name := range []string{"shard", "costs", "changed-since"} {
		if c.Flags().Changed(name) {
			return &config.Error{Operand: "--" + name, Reason: "needs a suite", Remedy: "verify a SUITE.yaml"}
		}
	}
	return nil
}

// part returns the part of a suite to verify, and what its report says of it: nil without --shard.
func (f *shardFlags) part(s *suite.Suite) (*suite.Suite, *results.Shard, error) {
	if f.shard == "" {
		return s, nil, nil
	}
	i, n, err := parseShard(f.shard)
	if err != nil {
		return nil, nil, err
	}
	plan, err := f.plan(s, n)
	if err != nil {
		return nil, nil, err
	}
	return plan.Part(s, i), plan.Shard(i), nil
}

// parseShard reads I/N.
func parseShard(text string) (i, n int, err error) {
	bad := func(reason string) (int, int, error) {
		return 0, 0, &config.Error{Operand: fmt.Sprintf("shard %.40q", text), Reason: reason, Remedy: "write it as 2/4: the second of four shards"}
	}
	first, second, found := strings.Cut(text, "/")
	i, errI := strconv.Atoi(first)
	n, errN := strconv.Atoi(second)
	switch {
	case !found || errI != nil || errN != nil:
		return bad("not two numbers")
	case n < 1 || n > shards.Most:
		return bad(fmt.Sprintf("there are 1 to %d shards", shards.Most))
	case i < 1 || i > n:
		return bad(fmt.Sprintf("there is no shard %d of %d", i, n))
	}
	return i, n, nil
}

// signed returns a report with its checksum, if it is that of a shard.
func signed(r results.Report) (results.Report, error) {
	if r.Shard == nil {
		return r, nil
	}
	sum, err := shards.Sum(r)
	if err != nil {
		return r, err
	}
	one := *r.Shard
	one.Sum = sum
	r.Shard = &one
	return r, nil
}
