package models

import (
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// Failure is a property that is expected to be violated.
type Failure struct {
	Flags    string // besides --n 3, of the first configuration in which it is
	Property string
	Why      string
}

// Sample resolves a small configuration of the parameters, with rounds if it
// needs them: two if it can be, else one.  ok is false where none can be.
func Sample(a *registry.Algorithm, p Params) (c config.Config, ok bool) {
	c, err := Resolve(a.Name, p)
	for _, rounds := range []string{"2", "1"} {
		if err != nil {
			p["rounds"] = rounds
			c, err = Resolve(a.Name, p)
			delete(p, "rounds")
		}
	}
	return c, err == nil
}

// Failures lists what is expected to fail for three nodes: on the standard
// network with each switch, and what fails beyond that on each other network.
func Failures(a *registry.Algorithm) []Failure {
	if a.Fails == nil {
		return nil
	}
	var all []Failure
	known := map[string]bool{} // variant and property
	for _, network := range a.Networks {
		for _, s := range append([]registry.Switch{{}}, a.Switches...) {
			p := Params{"n": "3", "network": string(network)}
			if s.Name != "" {
				p["variant"] = s.Name
			}
			c, ok := Sample(a, p)
			if !ok || s.Standard {
				continue
			}
			for _, name := range a.ExpectedFailures(c) {
				key := s.Name + " " + name
				if known[key] || known[" "+name] {
					continue
				}
				known[key] = true
				all = append(all, Failure{Flags: sampleFlags(a, c, s.Name), Property: name, Why: a.Fails(c)[name]})
			}
		}
	}
	return all
}

// flags are those of a sample that are not the standard.
func sampleFlags(a *registry.Algorithm, c config.Config, variant string) string {
	var flags []string
	if variant != "" {
		flags = append(flags, "--variant "+variant)
	}
	if c.Network != a.Networks[0] {
		flags = append(flags, "--network "+string(c.Network))
	}
	args := c.Args()
	if k := slices.Index(args, "--rounds"); k >= 0 {
		flags = append(flags, "--rounds "+args[k+1])
	}
	return strings.Join(flags, " ")
}
