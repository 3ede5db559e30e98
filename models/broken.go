package models

import (
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Failure is a property that is expected to be violated.
type Failure struct {
	Flags    string // besides --n 3, of the first configuration in which it is
	Property string
	Why      string
}

// Sample resolves a small configuration of the parameters, with rounds if it
// needs them: two if it can be, else one.  ok is false where none can be.
func (a *Algorithm) Sample(p Params) (c config.Config, ok bool) {
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
func (a *Algorithm) Failures() []Failure {
	if a.Fails == nil {
		return nil
	}
	var all []Failure
	known := map[string]bool{} // variant and property
	for _, network := range a.Networks {
		for _, s := range append([]SwitchInfo{{}}, a.Switches...) {
			p := Params{"n": "3", "network": string(network)}
			if s.Name != "" {
				p["variant"] = s.Name
			}
			c, ok := a.Sample(p)
			if !ok || s.Standard {
				continue
			}
			for _, name := range a.failing(c) {
				key := s.Name + " " + name
				if known[key] || known[" "+name] {
					continue
				}
				known[key] = true
				all = append(all, Failure{Flags: a.flags(c, s.Name), Property: name, Why: a.Fails(c)[name]})
			}
		}
	}
	return all
}

// failing names the properties that are expected to fail, in order.
func (a *Algorithm) failing(c config.Config) []string {
	var names []string
	for _, p := range a.PropertiesOf(c) {
		if a.Fails(c)[p.Name] != "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// flags are those of a sample that are not the standard.
func (a *Algorithm) flags(c config.Config, variant string) string {
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
