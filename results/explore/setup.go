package explore

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models"
	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
)

// Setup is what is explored: a configuration, and a bug that is seeded into its program.
type Setup struct {
	Config config.Config
	Bug    string // name of a Bug, "": none
}

// NewSetup resolves the parameters of an algorithm.  The parameter bug is a bug of the program, or a part
// of its name that no other has.  The error is a *config.Error.
func NewSetup(algorithm string, p models.Params) (Setup, error) {
	p = maps.Clone(p)
	name, given := p["bug"]
	delete(p, "bug")
	c, err := models.Resolve(algorithm, p)
	if err != nil || !given {
		return Setup{Config: c}, err
	}
	b, err := findBug(algorithm, name)
	return Setup{Config: c, Bug: b.Name}, err
}

// Untrusted refuses parameters that would make Resolve read a file: those of a link, or of a
// page, may come from anybody.
func Untrusted(p models.Params) error {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if strings.HasPrefix(p[name], "file:") || p[name] == "file" {
			return &config.Error{Operand: fmt.Sprintf("%s %.60q", name, p[name]), Reason: "a page reads no files",
				Remedy: "give it to mxgen explore on the command line, or write edges:1-2,2-3,.. or sets:1,2/2,3/.."}
		}
	}
	return nil
}

// Params are the parameters that make the setup, for NewSetup.
func (s Setup) Params() models.Params {
	p := models.ParamsOf(s.Config.Args())
	delete(p, "bug")
	if s.Bug != "" {
		p["bug"] = s.Bug
	}
	return p
}

// String is the setup as one line, as on the command line.
func (s Setup) String() string {
	text := s.Config.String()
	if s.Bug != "" {
		text += " --bug " + s.Bug
	}
	return text
}

// system assembles the program, with its normal form.
func (s Setup) system() (*reference.System, error) {
	if s.Bug == "" {
		sys, err := algorithms.New(s.Config)
		if err != nil {
			return nil, &config.Error{Operand: s.Config.Algorithm, Reason: err.Error()}
		}
		return sys, nil
	}
	b, err := findBug(s.Config.Algorithm, s.Bug)
	if err != nil {
		return nil, err
	}
	sys, err := b.mutant.In(s.Config)
	if err != nil {
		return nil, &config.Error{Operand: "bug " + b.Name, Reason: err.Error(), Remedy: "it is known to show with: " + b.On.String()}
	}
	return sys, nil
}

// Bug is a mistake that can be seeded into the program.
type Bug struct {
	Name     string // one word, for command lines and links
	Gloss    string // what is wrong
	Violates []string
	On       Setup // a configuration in which it does

	mutant algorithms.Mutant
}

// Bugs returns the bugs that can be seeded into the program of an algorithm, and the
// properties that are known to find each.
func Bugs(algorithm string) (all []Bug) {
	for _, m := range algorithms.Mutants() {
		if m.Config.Algorithm != algorithm {
			continue
		}
		at := slices.IndexFunc(all, func(b Bug) bool { return b.Name == m.Slug() })
		if at < 0 {
			c := named(m.Config)
			p := models.ParamsOf(c.Args())
			if resolved, err := models.Resolve(algorithm, p); err == nil {
				c = resolved
			}
			at, all = len(all), append(all, Bug{Name: m.Slug(), Gloss: m.Name, On: Setup{Config: c, Bug: m.Slug()}, mutant: m})
		}
		all[at].Violates = append(all[at].Violates, m.Property)
	}
	return all
}

// mostNamed is how many bugs an error lists.
const mostNamed = 4

// findBug finds a bug by its name, or by a part of the name.
func findBug(algorithm, name string) (Bug, error) {
	all := Bugs(algorithm)
	var names []string
	var like []Bug
	for _, b := range all {
		if b.Name == name {
			return b, nil
		}
		if name != "" && strings.Contains(b.Name, name) {
			like = append(like, b)
		}
		names = append(names, b.Name)
	}
	if len(like) == 1 {
		return like[0], nil
	}
	remedy := fmt.Sprintf("such are %s; mxgen explain %s lists all", strings.Join(names[:min(mostNamed, len(names))], ", "), algorithm)
	if near := config.Nearest(name, names); near != "" {
		remedy = "did you mean " + near + "? " + remedy
	}
	reason := "is none of the program, which is what is explored"
	if len(like) > 1 {
		reason = fmt.Sprintf("is a part of the names of %d bugs", len(like))
	}
	return Bug{}, &config.Error{Operand: fmt.Sprintf("%s: bug %.60q", algorithm, name), Reason: reason, Remedy: remedy}
}

// named gives names to the tree and to the quorums of a configuration that has only edges and
// sets.
func named(c config.Config) config.Config {
	if c.Topology == "" && len(c.Edges) > 0 {
		var edges []string
		for _, e := range c.Edges {
			edges = append(edges, fmt.Sprintf("%d-%d", e[0], e[1]))
		}
		c.Topology = "edges:" + strings.Join(edges, ",")
	}
	if c.Quorum == "" && len(c.Quorums) > 0 {
		var sets []string
		for _, q := range c.Quorums {
			sets = append(sets, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(q)), ","), "[]"))
		}
		c.Quorum = "sets:" + strings.Join(sets, "/")
	}
	return c
}

// Challenge is a broken setup, and the property that a person is to violate by hand.
type Challenge struct {
	Setup    Setup
	Property string
	About    string // what is wrong with the algorithm
}

// Challenges are those of an algorithm: its broken variants, then the bugs of its program.
// The property of each can be violated by a finite run.
func Challenges(algorithm string) (all []Challenge, err error) {
	a, err := registered.Lookup(algorithm)
	if err != nil {
		return nil, err
	}
	for _, f := range models.Failures(a) {
		for _, n := range []string{"2", "3"} { // two nodes, if they suffice
			p := models.ParamsOf(strings.Fields(f.Flags))
			p["n"] = n
			setup, err := NewSetup(algorithm, p)
			if err == nil && slices.Contains(a.ExpectedFailures(setup.Config), f.Property) && finite(setup, f.Property) {
				all = append(all, Challenge{Setup: setup, Property: f.Property, About: strings.TrimSpace(f.Flags) + ": " + f.Why})
				break
			}
		}
	}
	for _, b := range Bugs(algorithm) {
		for _, property := range b.Violates {
			if finite(b.On, property) {
				all = append(all, Challenge{Setup: b.On, Property: property, About: "seeded bug: " + b.Gloss})
			}
		}
	}
	return all, nil
}

// finite tells whether a finite run can violate a property.
func finite(s Setup, property string) bool {
	sys, err := s.system()
	return err == nil && slices.ContainsFunc(sys.Properties(), func(p reference.Property) bool { return p.Name == property })
}

// Standard is the standard configuration of an algorithm, with rounds where it needs them.
func Standard(algorithm string) (Setup, error) {
	a, err := registered.Lookup(algorithm)
	if err != nil {
		return Setup{}, err
	}
	if c, ok := models.Sample(a, models.Params{}); ok {
		return Setup{Config: c}, nil
	}
	return NewSetup(algorithm, models.Params{})
}
