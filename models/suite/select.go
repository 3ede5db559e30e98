package suite

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Selection says which cases of a suite are wanted.  The zero value wants all.
type Selection struct {
	// Tags are names of which a case has at least one; !NAME: a case has none of that name.
	Tags []string
	// Filter matches the subject of a case, such as "raymond --n 3"; nil: any.
	Filter *regexp.Regexp
}

// Select returns the cases that are wanted, with the numbers that they have.  The error is a
// *config.Error: no case is wanted, or no case has the tag.
func (s *Suite) Select(w Selection) (*Suite, error) {
	known := s.Tags()
	for _, tag := range w.Tags {
		if name := strings.TrimPrefix(tag, "!"); !slices.Contains(known, name) {
			return nil, &config.Error{Operand: fmt.Sprintf("tag %.40q", name), Reason: "no entry has it", Remedy: thereAreTags(name, known)}
		}
	}
	wanted := &Suite{Name: s.Name}
	for _, c := range s.Cases {
		if w.wants(c) {
			wanted.Cases = append(wanted.Cases, c)
		}
	}
	if len(wanted.Cases) == 0 {
		return nil, &config.Error{Operand: "suite " + s.Name, Reason: "no entry is selected", Remedy: "change --tag or --filter"}
	}
	return wanted, nil
}

func (w Selection) wants(c Case) bool {
	var any, found bool
	for _, tag := range w.Tags {
		name, without := strings.CutPrefix(tag, "!")
		has := slices.Contains(c.Tags, name)
		if without && has {
			return false
		}
		any = any || !without
		found = found || !without && has
	}
	return (found || !any) && (w.Filter == nil || w.Filter.MatchString(c.Subject()))
}

// Tags are the tags of all cases, sorted.
func (s *Suite) Tags() []string {
	var all []string
	for _, c := range s.Cases {
		all = append(all, c.Tags...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func thereAreTags(name string, known []string) string {
	if len(known) == 0 {
		return "no entry has tags"
	}
	return config.ThereAre(name, known)
}
