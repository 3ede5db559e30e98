package models

import (
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// Failure is a property that is expected to be violated.
type Failure struct {
	Flags    string // of the first configuration that violates it, besides --n 3
	Property string
	Why      string
}

// Sample resolves a configuration from the parameters, with --rounds where it is
// required: 2 where possible, else 1.  ok is false where no such configuration is valid.
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

// Failures lists the properties that are expected to be violated with three nodes: on
// the standard network with each switch, and those that are violated in addition on
// each other network.
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

// sampleFlags returns the flags of a sample that differ from the defaults.
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
