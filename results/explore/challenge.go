package explore

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/config"
)

// SetChallenge asks the person to violate a property; "" ends the challenge.
func (s *Session) SetChallenge(property string) error {
	names := s.Properties()
	if property != "" && !slices.Contains(names, property) {
		return &config.Error{Operand: fmt.Sprintf("challenge %.60q", property), Reason: "is no property that a run can violate here", Remedy: config.ThereAre(property, names)}
	}
	s.challenge = property
	return nil
}

// Challenge returns the property that is to be violated, "" if there is none, and the first
// violation of it on the way to the current state.
func (s *Session) Challenge() (property string, solved *Violation) {
	for _, v := range s.Broken() {
		if v.Property == s.challenge {
			return s.challenge, &v
		}
	}
	return s.challenge, nil
}

// Properties returns the names of the properties that a run can violate.
func (s *Session) Properties() (names []string) {
	for _, p := range s.properties {
		names = append(names, p.Name)
	}
	return append(names, "starvation")
}
